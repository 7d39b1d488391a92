sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(%arg0: tensor<16x64xf32>, %arg1: tensor<4x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}) -> tensor<16x64xf32> {
%0 = sdy.constant dense<0> : tensor<i32>
%1 = sdy.sharding_constraint %arg1 <@mesh, [{?}, {?}, {?}]> : tensor<4x64x64xf32>
%2:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg0) : tensor<i32>, tensor<16x64xf32>
cond {
%3 = sdy.constant dense<4> : tensor<i32>
%4 = stablehlo.compare LT, %iterArg, %3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %4 : tensor<i1>
} do {
%3 = sdy.constant dense<1> : tensor<i32>
%4 = stablehlo.add %iterArg, %3 : tensor<i32>
%5 = sdy.constant dense<0> : tensor<i32>
%6 = stablehlo.dynamic_slice %1, %iterArg, %5, %5, sizes = [1, 64, 64] : (tensor<4x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
%7 = stablehlo.reshape %6 : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
%8 = stablehlo.dot %iterArg_0, %7, precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
%9 = sdy.constant dense<0.000000e+00> : tensor<f32>
%10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
%11 = stablehlo.maximum %8, %10 : tensor<16x64xf32>
stablehlo.return %4, %11 : tensor<i32>, tensor<16x64xf32>
}
return %2#1 : tensor<16x64xf32>
}
