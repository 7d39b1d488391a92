// A program as other compilers than JAX write it: comments with "quotes and {braces, lists over
// several lines, resources behind it, and arguments whose dims are not divided evenly.
module @reactant_step attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<10x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg1: tensor<16x8xf32>) -> tensor<16x8xf32> {
    // CHECK: %{{.+}} = "stablehlo.sine"(%{{
    %0 = sdy.manual_computation(%arg1)
      in_shardings=[
        <@mesh, [{"x"}, {"y"}]>
      ]
      out_shardings=[<@mesh, [{"x"}, {"y"}]>]
      manual_axes={"x", "y"}
    (
      %arg2: tensor<8x2xf32>
    ) {
      %1 = stablehlo.sine %arg2 : tensor<8x2xf32> // it is "local
      sdy.return %1 : tensor<8x2xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x04000000000000000000803F"
    }
  }
#-}
