module @m {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"yé㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣é㣣"}]>}) -> (tensor<8xf32>) {
    return %arg0 : tensor<8xf32>
  }
}
