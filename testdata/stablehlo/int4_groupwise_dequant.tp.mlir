module @jit_int4_groupwise_dequant attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["model"=4]> {stablehlo.mesh = {axes = [{name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<256x2048xui8> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<8x2048xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<16x256x512xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<16x256x2048xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<15> : tensor<ui8>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<256x2048xui8>
    %1 = stablehlo.and %arg0, %0 : tensor<256x2048xui8>
    %2 = stablehlo.convert %1 : (tensor<256x2048xui8>) -> tensor<256x2048xi8>
    %c_0 = stablehlo.constant dense<8> : tensor<i8>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i8>) -> tensor<256x2048xi8>
    %4 = stablehlo.subtract %2, %3 : tensor<256x2048xi8>
    %c_1 = stablehlo.constant dense<4> : tensor<ui8>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui8>) -> tensor<256x2048xui8>
    %6 = stablehlo.shift_right_logical %arg0, %5 : tensor<256x2048xui8>
    %7 = stablehlo.convert %6 : (tensor<256x2048xui8>) -> tensor<256x2048xi8>
    %c_2 = stablehlo.constant dense<8> : tensor<i8>
    %8 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i8>) -> tensor<256x2048xi8>
    %9 = stablehlo.subtract %7, %8 : tensor<256x2048xi8>
    %10 = stablehlo.broadcast_in_dim %4, dims = [0, 2] : (tensor<256x2048xi8>) -> tensor<256x1x2048xi8>
    %11 = stablehlo.broadcast_in_dim %9, dims = [0, 2] : (tensor<256x2048xi8>) -> tensor<256x1x2048xi8>
    %12 = stablehlo.concatenate %10, %11, dim = 1 : (tensor<256x1x2048xi8>, tensor<256x1x2048xi8>) -> tensor<256x2x2048xi8>
    %13 = stablehlo.reshape %12 : (tensor<256x2x2048xi8>) -> tensor<512x2048xi8>
    %14 = stablehlo.reshape %13 : (tensor<512x2048xi8>) -> tensor<8x64x2048xi8>
    %15 = stablehlo.convert %14 : (tensor<8x64x2048xi8>) -> tensor<8x64x2048xbf16>
    %16 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<8x2048xbf16>) -> tensor<8x1x2048xbf16>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<8x1x2048xbf16>) -> tensor<8x64x2048xbf16>
    %18 = stablehlo.multiply %15, %17 : tensor<8x64x2048xbf16>
    %19 = stablehlo.reshape %18 : (tensor<8x64x2048xbf16>) -> tensor<512x2048xbf16>
    %20 = stablehlo.dot_general %arg2, %19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x512xbf16>, tensor<512x2048xbf16>) -> tensor<16x256x2048xbf16>
    return %20 : tensor<16x256x2048xbf16>
  }
}
