module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4]>
  func.func public @main(%arg0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<64x64xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"data"}, {}]> : tensor<64x64xf32>
    %3 = stablehlo.tanh %2 : tensor<64x64xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{}, {"data"}]> : tensor<64x64xf32>
    %5 = stablehlo.cosine %arg0 : tensor<64x64xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{"data"}, {}]> : tensor<64x64xf32>
    %7 = stablehlo.dot_general %6, %6, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %8 = sdy.sharding_constraint %7 <@mesh, [{}, {"data"}]> : tensor<64x64xf32>
    return %4, %8 : tensor<64x64xf32>, tensor<64x64xf32>
  }
}
