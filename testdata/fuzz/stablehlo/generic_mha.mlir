"builtin.module"() <{sym_name = "jit_mha_block"}> ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["data"=4, "model"=2]>, sym_name = "mesh"}> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}} : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}], function_type = (tensor<512xf32>, tensor<512xf32>, tensor<512x2048xf32>, tensor<2048x512xf32>, tensor<512x8x64xf32>, tensor<8x64x512xf32>, tensor<512x8x64xf32>, tensor<512x8x64xf32>, tensor<16x256x512xf32>) -> tensor<16x256x512xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<512xf32>, %arg5: tensor<512xf32>, %arg6: tensor<512x2048xf32>, %arg7: tensor<2048x512xf32>, %arg8: tensor<512x8x64xf32>, %arg9: tensor<8x64x512xf32>, %arg10: tensor<512x8x64xf32>, %arg11: tensor<512x8x64xf32>, %arg12: tensor<16x256x512xf32>):
    %12 = "chlo.square"(%arg12) : (tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.reduce"(%12, %13) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
      %97 = "stablehlo.add"(%arg19, %arg20) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%97) : (tensor<f32>) -> ()
    }) : (tensor<16x256x512xf32>, tensor<f32>) -> tensor<16x256xf32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %16 = "stablehlo.constant"() <{value = dense<5.120000e+02> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x1xf32>
    %18 = "stablehlo.divide"(%15, %17) : (tensor<16x256x1xf32>, tensor<16x256x1xf32>) -> tensor<16x256x1xf32>
    %19 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x1xf32>
    %21 = "stablehlo.add"(%18, %20) : (tensor<16x256x1xf32>, tensor<16x256x1xf32>) -> tensor<16x256x1xf32>
    %22 = "stablehlo.rsqrt"(%21) : (tensor<16x256x1xf32>) -> tensor<16x256x1xf32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<16x256x1xf32>) -> tensor<16x256x512xf32>
    %24 = "stablehlo.multiply"(%arg12, %23) : (tensor<16x256x512xf32>, tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    %25 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 2>}> : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x512xf32>) -> tensor<16x256x512xf32>
    %27 = "stablehlo.multiply"(%24, %26) : (tensor<16x256x512xf32>, tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    %28 = "stablehlo.dot_general"(%27, %arg10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x512xf32>, tensor<512x8x64xf32>) -> tensor<16x256x8x64xf32>
    %29 = "stablehlo.dot_general"(%27, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x512xf32>, tensor<512x8x64xf32>) -> tensor<16x256x8x64xf32>
    %30 = "stablehlo.dot_general"(%27, %arg11) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x512xf32>, tensor<512x8x64xf32>) -> tensor<16x256x8x64xf32>
    %31 = "stablehlo.dot_general"(%28, %29) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x8x64xf32>, tensor<16x256x8x64xf32>) -> tensor<16x8x256x256xf32>
    %32 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %33 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x8x256x256xf32>
    %34 = "stablehlo.divide"(%31, %33) : (tensor<16x8x256x256xf32>, tensor<16x8x256x256xf32>) -> tensor<16x8x256x256xf32>
    %35 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<256x256xi1>
    %37 = "func.call"(%36) <{callee = @tril}> : (tensor<256x256xi1>) -> tensor<256x256xi1>
    %38 = "stablehlo.constant"() <{value = dense<-3.40282347E+38> : tensor<f32>}> : () -> tensor<f32>
    %39 = "func.call"(%37, %34, %38) <{callee = @_where}> : (tensor<256x256xi1>, tensor<16x8x256x256xf32>, tensor<f32>) -> tensor<16x8x256x256xf32>
    %40 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.reduce"(%39, %40) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
      %96 = "stablehlo.maximum"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%96) : (tensor<f32>) -> ()
    }) : (tensor<16x8x256x256xf32>, tensor<f32>) -> tensor<16x8x256xf32>
    %42 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x8x256xf32>
    %44 = "stablehlo.maximum"(%43, %41) : (tensor<16x8x256xf32>, tensor<16x8x256xf32>) -> tensor<16x8x256xf32>
    %45 = "stablehlo.broadcast_in_dim"(%44) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<16x8x256xf32>) -> tensor<16x8x256x1xf32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<16x8x256x1xf32>) -> tensor<16x8x256x256xf32>
    %47 = "stablehlo.subtract"(%39, %46) : (tensor<16x8x256x256xf32>, tensor<16x8x256x256xf32>) -> tensor<16x8x256x256xf32>
    %48 = "stablehlo.exponential"(%47) : (tensor<16x8x256x256xf32>) -> tensor<16x8x256x256xf32>
    %49 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %50 = "stablehlo.reduce"(%48, %49) <{dimensions = array<i64: 3>}> ({
    ^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
      %95 = "stablehlo.add"(%arg15, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%95) : (tensor<f32>) -> ()
    }) : (tensor<16x8x256x256xf32>, tensor<f32>) -> tensor<16x8x256xf32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<16x8x256xf32>) -> tensor<16x8x256x1xf32>
    %52 = "stablehlo.broadcast_in_dim"(%51) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<16x8x256x1xf32>) -> tensor<16x8x256x256xf32>
    %53 = "stablehlo.divide"(%48, %52) : (tensor<16x8x256x256xf32>, tensor<16x8x256x256xf32>) -> tensor<16x8x256x256xf32>
    %54 = "stablehlo.dot_general"(%30, %53) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [3]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x8x64xf32>, tensor<16x8x256x256xf32>) -> tensor<16x8x64x256xf32>
    %55 = "stablehlo.transpose"(%54) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<16x8x64x256xf32>) -> tensor<16x256x8x64xf32>
    %56 = "stablehlo.dot_general"(%55, %arg9) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x8x64xf32>, tensor<8x64x512xf32>) -> tensor<16x256x512xf32>
    %57 = "stablehlo.add"(%arg12, %56) : (tensor<16x256x512xf32>, tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    %58 = "chlo.square"(%57) : (tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    %59 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.reduce"(%58, %59) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %94 = "stablehlo.add"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%94) : (tensor<f32>) -> ()
    }) : (tensor<16x256x512xf32>, tensor<f32>) -> tensor<16x256xf32>
    %61 = "stablehlo.broadcast_in_dim"(%60) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %62 = "stablehlo.constant"() <{value = dense<5.120000e+02> : tensor<f32>}> : () -> tensor<f32>
    %63 = "stablehlo.broadcast_in_dim"(%62) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x1xf32>
    %64 = "stablehlo.divide"(%61, %63) : (tensor<16x256x1xf32>, tensor<16x256x1xf32>) -> tensor<16x256x1xf32>
    %65 = "stablehlo.constant"() <{value = dense<9.99999997E-7> : tensor<f32>}> : () -> tensor<f32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x1xf32>
    %67 = "stablehlo.add"(%64, %66) : (tensor<16x256x1xf32>, tensor<16x256x1xf32>) -> tensor<16x256x1xf32>
    %68 = "stablehlo.rsqrt"(%67) : (tensor<16x256x1xf32>) -> tensor<16x256x1xf32>
    %69 = "stablehlo.broadcast_in_dim"(%68) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<16x256x1xf32>) -> tensor<16x256x512xf32>
    %70 = "stablehlo.multiply"(%57, %69) : (tensor<16x256x512xf32>, tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    %71 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64: 2>}> : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x512xf32>) -> tensor<16x256x512xf32>
    %73 = "stablehlo.multiply"(%70, %72) : (tensor<16x256x512xf32>, tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    %74 = "stablehlo.dot_general"(%73, %arg6) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x512xf32>, tensor<512x2048xf32>) -> tensor<16x256x2048xf32>
    %75 = "stablehlo.multiply"(%74, %74) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %76 = "stablehlo.multiply"(%75, %74) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %77 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x2048xf32>
    %79 = "stablehlo.multiply"(%78, %76) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %80 = "stablehlo.add"(%74, %79) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %81 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x2048xf32>
    %83 = "stablehlo.multiply"(%82, %80) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %84 = "stablehlo.tanh"(%83) : (tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %85 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x2048xf32>
    %87 = "stablehlo.add"(%86, %84) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %88 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %89 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x256x2048xf32>
    %90 = "stablehlo.multiply"(%89, %87) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %91 = "stablehlo.multiply"(%74, %90) : (tensor<16x256x2048xf32>, tensor<16x256x2048xf32>) -> tensor<16x256x2048xf32>
    %92 = "stablehlo.dot_general"(%91, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<16x256x2048xf32>, tensor<2048x512xf32>) -> tensor<16x256x512xf32>
    %93 = "stablehlo.add"(%57, %92) : (tensor<16x256x512xf32>, tensor<16x256x512xf32>) -> tensor<16x256x512xf32>
    "func.return"(%93) : (tensor<16x256x512xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<256x256xi1>) -> tensor<256x256xi1>, res_attrs = [{}], sym_name = "tril", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<256x256xi1>):
    %3 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<256x256xi32>
    %4 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<256x256xi32>
    %6 = "stablehlo.add"(%3, %5) : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi32>
    %7 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<256x256xi32>
    %8 = "stablehlo.compare"(%6, %7) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %9 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<256x256xi1>
    %11 = "stablehlo.select"(%8, %arg3, %10) : (tensor<256x256xi1>, tensor<256x256xi1>, tensor<256x256xi1>) -> tensor<256x256xi1>
    "func.return"(%11) : (tensor<256x256xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<256x256xi1>, tensor<16x8x256x256xf32>, tensor<f32>) -> tensor<16x8x256x256xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<256x256xi1>, %arg1: tensor<16x8x256x256xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 2, 3>}> : (tensor<256x256xi1>) -> tensor<16x8x256x256xi1>
    %1 = "stablehlo.broadcast_in_dim"(%arg2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x8x256x256xf32>
    %2 = "stablehlo.select"(%0, %arg1, %1) : (tensor<16x8x256x256xi1>, tensor<16x8x256x256xf32>, tensor<16x8x256x256xf32>) -> tensor<16x8x256x256xf32>
    "func.return"(%2) : (tensor<16x8x256x256xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
