module @m attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["model"=4]>
  func.func public @main(%arg0: tensor<9223372036854775807x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> tensor<9223372036854775807x2048xf32> {
    return %arg0 : tensor<9223372036854775807x2048xf32>
  }
}
