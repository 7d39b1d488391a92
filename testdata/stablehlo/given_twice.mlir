module @jit_given_twice attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {jax.result_info = "result[0]"}, tensor<8x4xf32> {jax.result_info = "result[1]"}, tensor<8x4xi32> {jax.result_info = "result[2]"}, tensor<8x4xi32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %2 = call @_where(%1, %arg0, %arg0) : (tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %4 = stablehlo.compare GT, %arg0, %3, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %5 = stablehlo.select %4, %arg0, %arg0 : tensor<8x4xi1>, tensor<8x4xf32>
    %6 = call @"<lambda>"(%arg1, %arg1) : (tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi32>
    %7 = stablehlo.subtract %arg1, %arg1 : tensor<8x4xi32>
    return %2, %5, %6, %7 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi32>, tensor<8x4xi32>
  }
  func.func private @_where(%arg0: tensor<8x4xi1>, %arg1: tensor<8x4xf32>, %arg2: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  func.func private @"<lambda>"(%arg0: tensor<8x4xi32>, %arg1: tensor<8x4xi32>) -> tensor<8x4xi32> {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<8x4xi32>
    return %0 : tensor<8x4xi32>
  }
}
