module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["batch"=2, "model"=4]>
  func.func public @main(%arg0: tensor<64x256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}]>}, %arg1: tensor<64x256xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}]>}) -> tensor<64xi32> {
    %0 = stablehlo.custom_call @sampling(%arg0, %arg1) {api_version = 2 : i32} : (tensor<64x256xbf16>, tensor<64x256xi32>) -> tensor<64xi32>
    return %0 : tensor<64xi32>
  }
}
