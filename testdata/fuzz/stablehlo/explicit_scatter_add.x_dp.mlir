module @jit_explicit_scatter_add attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<256x512xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}]> : tensor<256x512xf32>
    %1 = stablehlo.iota dim = 0 : tensor<64xi32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{}]> : tensor<64xi32>
    %3 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}]> : tensor<64x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{}]> : tensor<64xi32>
    %6 = stablehlo.compare LT, %2, %5, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %8 = sdy.sharding_constraint %7 <@mesh, [{}]> : tensor<64xi32>
    %9 = stablehlo.add %2, %8 : tensor<64xi32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{}]> : tensor<64xi32>
    %11 = stablehlo.select %6, %10, %2 : tensor<64xi1>, tensor<64xi32>
    %12 = sdy.sharding_constraint %11 <@mesh, [{}]> : tensor<64xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %14 = sdy.sharding_constraint %13 <@mesh, [{}, {}]> : tensor<64x1xi32>
    %15 = "stablehlo.scatter"(%0, %14, %3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %17 = sdy.sharding_constraint %arg2 <@mesh, []> : tensor<f32>
      %18 = sdy.sharding_constraint %arg3 <@mesh, []> : tensor<f32>
      %19 = stablehlo.add %17, %18 : tensor<f32>
      %20 = sdy.sharding_constraint %19 <@mesh, []> : tensor<f32>
      stablehlo.return %20 : tensor<f32>
    }) : (tensor<256x512xf32>, tensor<64x1xi32>, tensor<64x512xf32>) -> tensor<256x512xf32>
    %16 = sdy.sharding_constraint %15 <@mesh, [{}, {}]> : tensor<256x512xf32>
    return %16 : tensor<256x512xf32>
  }
}
