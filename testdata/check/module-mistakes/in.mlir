module @m {
  sdy.mesh @mesh = <["data"=4, "model"=2]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dat"}, {}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"modl"}, {}]>}, %arg2: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mash, [{}, {}]>}, %arg3: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"data"}]>}, %arg4: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x9xf32>
    %1 = stablehlo.add %0, %argh : tensor<8x8xf32>
    %2 = stablehlo.tanhh %1 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
