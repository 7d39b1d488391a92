#loc = loc(unknown)
#loc1 = loc("x")
#loc2 = loc("w")
module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> loc(#loc)
  func.func public @main(%arg0: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"), %arg1: tensor<6x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>} loc("w")) -> (tensor<16x64xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32> loc(#loc)
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<16x64xf32>, tensor<6x64x64xf32>
     cond {
      %c_2 = stablehlo.constant dense<6> : tensor<i32> loc(#loc)
      %1 = stablehlo.compare LT, %iterArg, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(#loc)
      stablehlo.return %1 : tensor<i1> loc(#loc)
    } do {
      %c_3 = stablehlo.constant dense<0> : tensor<i32> loc(#loc)
      %1 = stablehlo.dynamic_slice %iterArg_1, %iterArg, %c_3, %c_3, sizes = [1, 64, 64] : (tensor<6x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32> loc(#loc)
      %2 = stablehlo.reshape %1 : (tensor<1x64x64xf32>) -> tensor<64x64xf32> loc(#loc)
      %3 = stablehlo.dot_general %iterArg_0, %2, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32> loc("jit(f)/while/body/dot_general"(#loc))
      %c_4 = stablehlo.constant dense<1> : tensor<i32> loc(#loc)
      %4 = stablehlo.add %iterArg, %c_4 : tensor<i32> loc(#loc)
      stablehlo.return %4, %3, %iterArg_1 : tensor<i32>, tensor<16x64xf32>, tensor<6x64x64xf32> loc(#loc)
    } loc(#loc)
    return %0#1 : tensor<16x64xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
