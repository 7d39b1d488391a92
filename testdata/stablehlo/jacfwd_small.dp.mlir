module @jit_jacfwd_small attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<64x8x32xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<32x32xi32>
    %1 = stablehlo.iota dim = 1 : tensor<32x32xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32x32xi32>
    %3 = stablehlo.add %0, %2 : tensor<32x32xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %5 = stablehlo.convert %4 : (tensor<32x32xi1>) -> tensor<32x32xf32>
    %6 = stablehlo.slice %5 [0:32, 0:32] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %7 = stablehlo.convert %6 : tensor<32x32xf32>
    %8 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
    %9 = stablehlo.dot_general %7, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %10 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<64x64xf32>
    %12 = stablehlo.add %8, %11 : tensor<64x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %14 = stablehlo.compare GT, %12, %13, FLOAT : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<64x64xi1>) -> tensor<64x32x64xi1>
    %17 = stablehlo.broadcast_in_dim %15, dims = [1] : (tensor<64xf32>) -> tensor<32x64xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<64x32x64xf32>
    %19 = stablehlo.broadcast_in_dim %9, dims = [1, 2] : (tensor<32x64xf32>) -> tensor<64x32x64xf32>
    %20 = stablehlo.select %16, %19, %18 : tensor<64x32x64xi1>, tensor<64x32x64xf32>
    %21 = stablehlo.dot_general %20, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x32x64xf32>, tensor<64x8xf32>) -> tensor<64x32x8xf32>
    %22 = stablehlo.transpose %21, dims = [0, 2, 1] : (tensor<64x32x8xf32>) -> tensor<64x8x32xf32>
    %23 = stablehlo.slice %22 [0:64, 0:8, 0:32] : (tensor<64x8x32xf32>) -> tensor<64x8x32xf32>
    return %23 : tensor<64x8x32xf32>
  }
}
