module @jit_paged_attention attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["model"=4]> {stablehlo.mesh = {axes = [{name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<16x8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg1: tensor<256x16x2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg2: tensor<16x32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<16x2x4x64xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x32xi32>
    %1 = stablehlo.compare LT, %arg2, %0, SIGNED : (tensor<16x32xi32>, tensor<16x32xi32>) -> tensor<16x32xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x32xi32>
    %3 = stablehlo.add %arg2, %2 : tensor<16x32xi32>
    %4 = stablehlo.select %1, %3, %arg2 : tensor<16x32xi1>, tensor<16x32xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16x32xi32>) -> tensor<16x32x1xi32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3, 4], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16, 2, 64>}> : (tensor<256x16x2x64xf32>, tensor<16x32x1xi32>) -> tensor<16x32x16x2x64xf32>
    %7 = stablehlo.reshape %6 : (tensor<16x32x16x2x64xf32>) -> tensor<16x512x2x64xf32>
    %8 = stablehlo.reshape %arg0 : (tensor<16x8x64xf32>) -> tensor<16x2x4x64xf32>
    %9 = stablehlo.dot_general %8, %7, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x2x4x64xf32>, tensor<16x512x2x64xf32>) -> tensor<16x2x4x512xf32>
    %10 = stablehlo.iota dim = 0 : tensor<512xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [3] : (tensor<512xi32>) -> tensor<1x1x1x512xi32>
    %12 = stablehlo.broadcast_in_dim %arg3, dims = [0] : (tensor<16xi32>) -> tensor<16x1x1x1xi32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xi32>) -> tensor<16x1x1x512xi32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<16x1x1x1xi32>) -> tensor<16x1x1x512xi32>
    %15 = stablehlo.compare LT, %13, %14, SIGNED : (tensor<16x1x1x512xi32>, tensor<16x1x1x512xi32>) -> tensor<16x1x1x512xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %16 = call @_where(%15, %9, %cst) : (tensor<16x1x1x512xi1>, tensor<16x2x4x512xf32>, tensor<f32>) -> tensor<16x2x4x512xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_1) applies stablehlo.maximum across dimensions = [3] : (tensor<16x2x4x512xf32>, tensor<f32>) -> tensor<16x2x4xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x2x4xf32>
    %19 = stablehlo.maximum %18, %17 : tensor<16x2x4xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<16x2x4xf32>) -> tensor<16x2x4x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<16x2x4x1xf32>) -> tensor<16x2x4x512xf32>
    %22 = stablehlo.subtract %16, %21 : tensor<16x2x4x512xf32>
    %23 = stablehlo.exponential %22 : tensor<16x2x4x512xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<16x2x4x512xf32>, tensor<f32>) -> tensor<16x2x4xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<16x2x4xf32>) -> tensor<16x2x4x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<16x2x4x1xf32>) -> tensor<16x2x4x512xf32>
    %27 = stablehlo.divide %23, %26 : tensor<16x2x4x512xf32>
    %28 = stablehlo.dot_general %27, %7, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x2x4x512xf32>, tensor<16x512x2x64xf32>) -> tensor<16x2x4x64xf32>
    return %28 : tensor<16x2x4x64xf32>
  }
  func.func private @_where(%arg0: tensor<16x1x1x512xi1>, %arg1: tensor<16x2x4x512xf32>, %arg2: tensor<f32>) -> tensor<16x2x4x512xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<16x1x1x512xi1>) -> tensor<16x2x4x512xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x2x4x512xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<16x2x4x512xi1>, tensor<16x2x4x512xf32>
    return %3 : tensor<16x2x4x512xf32>
  }
}
