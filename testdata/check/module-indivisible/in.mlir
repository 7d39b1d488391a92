module @jit_f attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("w")) -> tensor<10x8xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<10x8xf32>
    return %0 : tensor<10x8xf32>
  }
}
