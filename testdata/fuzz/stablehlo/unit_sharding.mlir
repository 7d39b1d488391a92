module @m {
  func.func public @main(%arg0: tensor<8xf32> {mhlo.sharding}) -> (tensor<8xf32>) {
    return %arg0 : tensor<8xf32>
  }
}
