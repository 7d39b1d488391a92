module @m attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dat"}, {"modle"}]>}, %arg1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"modl"}, {}]>}) -> tensor<8x16xf32> {
    %0 = stablehlo.negate %agr0 : tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}
