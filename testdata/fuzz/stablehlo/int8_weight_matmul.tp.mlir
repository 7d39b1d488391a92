module @jit_int8_weight_matmul attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["model"=4]> {stablehlo.mesh = {axes = [{name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<512x2048xi8> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<2048xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg2: tensor<16x256x512xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<16x256x2048xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<512x2048xi8>) -> tensor<512x2048xbf16>
    %1 = stablehlo.dot_general %arg2, %0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x512xbf16>, tensor<512x2048xbf16>) -> tensor<16x256x2048xbf16>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<2048xbf16>) -> tensor<1x1x2048xbf16>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x2048xbf16>) -> tensor<16x256x2048xbf16>
    %4 = stablehlo.multiply %1, %3 : tensor<16x256x2048xbf16>
    return %4 : tensor<16x256x2048xbf16>
  }
}
