module @jit_explicit_mlp_grad attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["model"=4]> {stablehlo.mesh = {axes = [{name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<512x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<2048x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<512x2048xf32> {jax.result_info = "result[1]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2048x512xf32> {jax.result_info = "result[1]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x512xf32>, tensor<512x2048xf32>) -> tensor<256x2048xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"model"}]> : tensor<256x2048xf32>
    %2 = call @relu(%1) : (tensor<256x2048xf32>) -> tensor<256x2048xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x2048xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{}, {"model"}]> : tensor<256x2048xf32>
    %5 = stablehlo.compare GT, %1, %4, FLOAT : (tensor<256x2048xf32>, tensor<256x2048xf32>) -> tensor<256x2048xi1>
    %6 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x2048xf32>, tensor<2048x512xf32>) -> tensor<256x512xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{}, {}]> : tensor<256x512xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<256x512xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{}, {}]> : tensor<256x512xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256x512xf32>
    %11 = sdy.sharding_constraint %10 <@mesh, [{}, {}]> : tensor<256x512xf32>
    %12 = stablehlo.multiply %11, %7 : tensor<256x512xf32>
    %13 = sdy.sharding_constraint %12 <@mesh, [{}, {}]> : tensor<256x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x512xf32>, tensor<f32>) -> tensor<f32>
    %15 = sdy.sharding_constraint %14 <@mesh, []> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %16 = sdy.sharding_constraint %cst_2 <@mesh, []> : tensor<f32>
    %17 = stablehlo.divide %15, %16 : tensor<f32>
    %18 = sdy.sharding_constraint %17 <@mesh, []> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = sdy.sharding_constraint %cst_3 <@mesh, []> : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %20 = sdy.sharding_constraint %cst_4 <@mesh, []> : tensor<f32>
    %21 = stablehlo.divide %19, %20 : tensor<f32>
    %22 = sdy.sharding_constraint %21 <@mesh, []> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<256x512xf32>
    %24 = sdy.sharding_constraint %23 <@mesh, [{}, {}]> : tensor<256x512xf32>
    %25 = stablehlo.multiply %24, %13 : tensor<256x512xf32>
    %26 = sdy.sharding_constraint %25 <@mesh, [{}, {}]> : tensor<256x512xf32>
    %27 = stablehlo.dot_general %26, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x512xf32>, tensor<256x2048xf32>) -> tensor<512x2048xf32>
    %28 = sdy.sharding_constraint %27 <@mesh, [{}, {"model"}]> : tensor<512x2048xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<512x2048xf32>) -> tensor<2048x512xf32>
    %30 = sdy.sharding_constraint %29 <@mesh, [{"model"}, {}]> : tensor<2048x512xf32>
    %31 = stablehlo.dot_general %26, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x512xf32>, tensor<2048x512xf32>) -> tensor<256x2048xf32>
    %32 = sdy.sharding_constraint %31 <@mesh, [{}, {"model"}]> : tensor<256x2048xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<256x2048xf32>
    %34 = sdy.sharding_constraint %33 <@mesh, [{}, {"model"}]> : tensor<256x2048xf32>
    %35 = stablehlo.select %5, %32, %34 : tensor<256x2048xi1>, tensor<256x2048xf32>
    %36 = sdy.sharding_constraint %35 <@mesh, [{}, {"model"}]> : tensor<256x2048xf32>
    %37 = stablehlo.dot_general %36, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x2048xf32>, tensor<256x512xf32>) -> tensor<2048x512xf32>
    %38 = sdy.sharding_constraint %37 <@mesh, [{"model"}, {}]> : tensor<2048x512xf32>
    %39 = stablehlo.transpose %38, dims = [1, 0] : (tensor<2048x512xf32>) -> tensor<512x2048xf32>
    %40 = sdy.sharding_constraint %39 <@mesh, [{}, {"model"}]> : tensor<512x2048xf32>
    return %18, %40, %30 : tensor<f32>, tensor<512x2048xf32>, tensor<2048x512xf32>
  }
  func.func private @relu(%arg0: tensor<256x2048xf32>) -> tensor<256x2048xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x2048xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"model"}]> : tensor<256x2048xf32>
    %2 = stablehlo.maximum %arg0, %1 : tensor<256x2048xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {"model"}]> : tensor<256x2048xf32>
    return %3 : tensor<256x2048xf32>
  }
}
