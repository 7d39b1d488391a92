module @IrToHlo.242 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<10xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<10x32xf32> {mhlo.sharding = "{replicated}"}, %arg2: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg3: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg4: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg5: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg6: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg7: tensor<32x32x3x3xf32> {mhlo.sharding = "{replicated}"}, %arg8: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg9: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg10: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg11: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg12: tensor<32xf32> {mhlo.sharding = "{replicated}"}, %arg13: tensor<32x3x7x7xf32> {mhlo.sharding = "{replicated}"}, %arg14: tensor<8x3x64x64xf32> {mhlo.sharding = "{replicated}"}) -> tensor<8x10xf32> {
    %cst = stablehlo.constant dense<3.906250e-03> : tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<8x32x16x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<8x32x32x32xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.convolution(%arg14, %arg13) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[3, 3], [3, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x3x64x64xf32>, tensor<32x3x7x7xf32>) -> tensor<8x32x32x32xf32>
    %1 = stablehlo.broadcast_in_dim %arg12, dims = [1] : (tensor<32xf32>) -> tensor<8x32x32x32xf32>
    %2 = stablehlo.add %0, %1 : tensor<8x32x32x32xf32>
    %3 = "stablehlo.batch_norm_inference"(%2, %arg11, %arg10, %arg9, %arg8) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<8x32x32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<8x32x32x32xf32>
    %4 = stablehlo.maximum %3, %cst_1 : tensor<8x32x32x32xf32>
    %5 = stablehlo.pad %4, %cst_2, low = [0, 0, 1, 1], high = [0, 0, 1, 1], interior = [0, 0, 0, 0] : (tensor<8x32x32x32xf32>, tensor<f32>) -> tensor<8x32x34x34xf32>
    %6 = "stablehlo.reduce_window"(%5, %cst_2) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    ^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
      %19 = stablehlo.maximum %arg15, %arg16 : tensor<f32>
      stablehlo.return %19 : tensor<f32>
    }) : (tensor<8x32x34x34xf32>, tensor<f32>) -> tensor<8x32x16x16xf32>
    %7 = stablehlo.convolution(%6, %arg7) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x32x16x16xf32>, tensor<32x32x3x3xf32>) -> tensor<8x32x16x16xf32>
    %8 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<32xf32>) -> tensor<8x32x16x16xf32>
    %9 = stablehlo.add %7, %8 : tensor<8x32x16x16xf32>
    %10 = "stablehlo.batch_norm_inference"(%9, %arg5, %arg4, %arg3, %arg2) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<8x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<8x32x16x16xf32>
    %11 = stablehlo.add %6, %10 : tensor<8x32x16x16xf32>
    %12 = stablehlo.maximum %11, %cst_0 : tensor<8x32x16x16xf32>
    %13 = stablehlo.reduce(%12 init: %cst_3) applies stablehlo.add across dimensions = [3, 2] : (tensor<8x32x16x16xf32>, tensor<f32>) -> tensor<8x32xf32>
    %14 = stablehlo.multiply %13, %cst : tensor<8x32xf32>
    %15 = stablehlo.transpose %arg1, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[32,10]{0,1}"} : (tensor<10x32xf32>) -> tensor<32x10xf32>
    %16 = stablehlo.dot_general %14, %15, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x10xf32>) -> tensor<8x10xf32>
    %17 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<10xf32>) -> tensor<8x10xf32>
    %18 = stablehlo.add %16, %17 : tensor<8x10xf32>
    return %18 : tensor<8x10xf32>
  }
}
