module @jit_ppo_gae_loss_grad attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<256x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<256x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<32x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<64x129x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg4: tensor<64x128xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg5: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg6: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg7: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<256x6xf32> {jax.result_info = "result[1]['pi']"}, tensor<256x1xf32> {jax.result_info = "result[1]['v']"}, tensor<32x256xf32> {jax.result_info = "result[1]['w']"}) {
    %0 = stablehlo.dot_general %arg3, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x129x32xf32>, tensor<32x256xf32>) -> tensor<64x129x256xf32>
    %1 = stablehlo.tanh %0 : tensor<64x129x256xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x129x256xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<64x129x256xf32>
    %4 = stablehlo.dot_general %1, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x129x256xf32>, tensor<256x6xf32>) -> tensor<64x129x6xf32>
    %5:3 = call @log_softmax(%4) : (tensor<64x129x6xf32>) -> (tensor<64x129x6xf32>, tensor<64x129x6xf32>, tensor<64x129x1xf32>)
    %6 = stablehlo.dot_general %1, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x129x256xf32>, tensor<256x1xf32>) -> tensor<64x129x1xf32>
    %7 = stablehlo.reshape %6 : (tensor<64x129x1xf32>) -> tensor<64x129xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %9 = stablehlo.transpose %arg5, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
    %10 = stablehlo.transpose %arg6, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
    %11 = stablehlo.slice %7 [0:64, 0:128] : (tensor<64x129xf32>) -> tensor<64x128xf32>
    %12 = stablehlo.transpose %11, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
    %13 = stablehlo.slice %7 [0:64, 1:129] : (tensor<64x129xf32>) -> tensor<64x128xf32>
    %14 = stablehlo.transpose %13, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %16:7 = stablehlo.while(%iterArg = %9, %iterArg_23 = %10, %iterArg_24 = %12, %iterArg_25 = %14, %iterArg_26 = %c, %iterArg_27 = %8, %iterArg_28 = %15) : tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>, tensor<i32>, tensor<64xf32>, tensor<128x64xf32>
    cond {
      %c_29 = stablehlo.constant dense<128> : tensor<i32>
      %90 = stablehlo.compare LT, %iterArg_26, %c_29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %90 : tensor<i1>
    } do {
      %c_29 = stablehlo.constant dense<128> : tensor<i32>
      %90 = stablehlo.subtract %c_29, %iterArg_26 : tensor<i32>
      %c_30 = stablehlo.constant dense<1> : tensor<i32>
      %91 = stablehlo.subtract %90, %c_30 : tensor<i32>
      %92 = func.call @dynamic_index_in_dim(%iterArg, %91) : (tensor<128x64xf32>, tensor<i32>) -> tensor<64xf32>
      %93 = func.call @dynamic_index_in_dim(%iterArg_23, %91) : (tensor<128x64xf32>, tensor<i32>) -> tensor<64xf32>
      %94 = func.call @dynamic_index_in_dim(%iterArg_24, %91) : (tensor<128x64xf32>, tensor<i32>) -> tensor<64xf32>
      %95 = func.call @dynamic_index_in_dim(%iterArg_25, %91) : (tensor<128x64xf32>, tensor<i32>) -> tensor<64xf32>
      %96:2 = func.call @closed_call(%iterArg_27, %92, %93, %94, %95) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
      %97 = func.call @dynamic_update_index_in_dim(%iterArg_28, %96#1, %91) : (tensor<128x64xf32>, tensor<64xf32>, tensor<i32>) -> tensor<128x64xf32>
      %c_31 = stablehlo.constant dense<1> : tensor<i32>
      %98 = stablehlo.add %iterArg_26, %c_31 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_23, %iterArg_24, %iterArg_25, %98, %96#0, %97 : tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>, tensor<i32>, tensor<64xf32>, tensor<128x64xf32>
    }
    %17 = stablehlo.transpose %16#6, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
    %18 = stablehlo.slice %5#0 [0:64, 0:128, 0:6] : (tensor<64x129x6xf32>) -> tensor<64x128x6xf32>
    %19 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<64x128xi32>) -> tensor<64x128x1xi32>
    %20:2 = call @take_along_axis(%18, %19) : (tensor<64x128x6xf32>, tensor<64x128x1xi32>) -> (tensor<64x128x1xf32>, tensor<64x128x1x1xi32>)
    %21 = stablehlo.reshape %20#0 : (tensor<64x128x1xf32>) -> tensor<64x128xf32>
    %22 = stablehlo.subtract %21, %arg7 : tensor<64x128xf32>
    %23 = stablehlo.exponential %22 : tensor<64x128xf32>
    %24 = stablehlo.multiply %23, %17 : tensor<64x128xf32>
    %cst_2 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.200000e+00> : tensor<f32>
    %25:3 = call @clip(%23, %cst_2, %cst_3) : (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>)
    %26 = stablehlo.multiply %25#0, %17 : tensor<64x128xf32>
    %27 = stablehlo.minimum %24, %26 : tensor<64x128xf32>
    %28 = stablehlo.compare EQ, %24, %27, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %31 = stablehlo.select %28, %29, %30 : tensor<64x128xi1>, tensor<64x128xf32>
    %32 = stablehlo.compare EQ, %26, %27, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %35 = stablehlo.select %32, %33, %34 : tensor<64x128xi1>, tensor<64x128xf32>
    %36 = stablehlo.divide %31, %35 : tensor<64x128xf32>
    %37 = stablehlo.compare EQ, %26, %27, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %40 = stablehlo.select %37, %38, %39 : tensor<64x128xi1>, tensor<64x128xf32>
    %41 = stablehlo.compare EQ, %24, %27, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %44 = stablehlo.select %41, %42, %43 : tensor<64x128xi1>, tensor<64x128xf32>
    %45 = stablehlo.divide %40, %44 : tensor<64x128xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%27 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
    %cst_13 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %47 = stablehlo.divide %46, %cst_13 : tensor<f32>
    %48 = stablehlo.negate %47 : tensor<f32>
    %49 = stablehlo.slice %7 [0:64, 0:128] : (tensor<64x129xf32>) -> tensor<64x128xf32>
    %50 = stablehlo.slice %7 [0:64, 0:128] : (tensor<64x129xf32>) -> tensor<64x128xf32>
    %51 = stablehlo.add %50, %17 : tensor<64x128xf32>
    %52 = stablehlo.subtract %49, %51 : tensor<64x128xf32>
    %53 = stablehlo.multiply %52, %52 : tensor<64x128xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %55 = stablehlo.multiply %54, %52 : tensor<64x128xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%53 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %57 = stablehlo.divide %56, %cst_16 : tensor<f32>
    %58 = stablehlo.add %48, %57 : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %59 = stablehlo.divide %cst_17, %cst_18 : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %61 = stablehlo.multiply %60, %55 : tensor<64x128xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.pad %61, %cst_19, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<64x128xf32>, tensor<f32>) -> tensor<64x129xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %63 = stablehlo.negate %cst_20 : tensor<f32>
    %cst_21 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %64 = stablehlo.divide %63, %cst_21 : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %66 = stablehlo.multiply %65, %45 : tensor<64x128xf32>
    %67 = stablehlo.multiply %65, %36 : tensor<64x128xf32>
    %68 = stablehlo.multiply %66, %17 : tensor<64x128xf32>
    %69 = call @clip_0(%25#1, %25#2, %68) : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %70 = stablehlo.multiply %67, %17 : tensor<64x128xf32>
    %71 = stablehlo.add %69, %70 : tensor<64x128xf32>
    %72 = stablehlo.multiply %71, %23 : tensor<64x128xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1] : (tensor<64x128xf32>) -> tensor<64x128x1xf32>
    %74 = call @take_along_axis_1(%20#1, %73) : (tensor<64x128x1x1xi32>, tensor<64x128x1xf32>) -> tensor<64x128x6xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.pad %74, %cst_22, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<64x128x6xf32>, tensor<f32>) -> tensor<64x129x6xf32>
    %76 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<64x129xf32>) -> tensor<64x129x1xf32>
    %77 = stablehlo.dot_general %76, %1, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x129x1xf32>, tensor<64x129x256xf32>) -> tensor<1x256xf32>
    %78 = stablehlo.transpose %77, dims = [1, 0] : (tensor<1x256xf32>) -> tensor<256x1xf32>
    %79 = stablehlo.dot_general %76, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x129x1xf32>, tensor<256x1xf32>) -> tensor<64x129x256xf32>
    %80 = call @log_softmax_2(%5#1, %5#2, %75) : (tensor<64x129x6xf32>, tensor<64x129x1xf32>, tensor<64x129x6xf32>) -> tensor<64x129x6xf32>
    %81 = stablehlo.dot_general %80, %1, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x129x6xf32>, tensor<64x129x256xf32>) -> tensor<6x256xf32>
    %82 = stablehlo.transpose %81, dims = [1, 0] : (tensor<6x256xf32>) -> tensor<256x6xf32>
    %83 = stablehlo.dot_general %80, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x129x6xf32>, tensor<256x6xf32>) -> tensor<64x129x256xf32>
    %84 = stablehlo.add %79, %83 : tensor<64x129x256xf32>
    %85 = stablehlo.multiply %84, %3 : tensor<64x129x256xf32>
    %86 = stablehlo.multiply %85, %1 : tensor<64x129x256xf32>
    %87 = stablehlo.add %85, %86 : tensor<64x129x256xf32>
    %88 = stablehlo.dot_general %87, %arg3, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x129x256xf32>, tensor<64x129x32xf32>) -> tensor<256x32xf32>
    %89 = stablehlo.transpose %88, dims = [1, 0] : (tensor<256x32xf32>) -> tensor<32x256xf32>
    return %58, %82, %78, %89 : tensor<f32>, tensor<256x6xf32>, tensor<256x1xf32>, tensor<32x256xf32>
  }
  func.func private @log_softmax(%arg0: tensor<64x129x6xf32>) -> (tensor<64x129x6xf32>, tensor<64x129x6xf32>, tensor<64x129x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<64x129x6xf32>, tensor<f32>) -> tensor<64x129xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x129xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<64x129xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<64x129xf32>) -> tensor<64x129x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<64x129x1xf32>) -> tensor<64x129x6xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<64x129x6xf32>
    %6 = stablehlo.exponential %5 : tensor<64x129x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<64x129x6xf32>, tensor<f32>) -> tensor<64x129xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<64x129xf32>) -> tensor<64x129x1xf32>
    %9 = stablehlo.log %8 : tensor<64x129x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<64x129x1xf32>) -> tensor<64x129x6xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<64x129x6xf32>
    return %11, %6, %8 : tensor<64x129x6xf32>, tensor<64x129x6xf32>, tensor<64x129x1xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<128x64xf32>, %arg1: tensor<i32>) -> tensor<64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 64] : (tensor<128x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64xf32>) -> tensor<64xf32>
    return %1 : tensor<64xf32>
  }
  func.func private @closed_call(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %cst = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %1 = stablehlo.multiply %0, %arg4 : tensor<64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %3 = stablehlo.subtract %2, %arg2 : tensor<64xf32>
    %4 = stablehlo.multiply %1, %3 : tensor<64xf32>
    %5 = stablehlo.add %arg1, %4 : tensor<64xf32>
    %6 = stablehlo.subtract %5, %arg3 : tensor<64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %8 = stablehlo.subtract %7, %arg2 : tensor<64xf32>
    %cst_2 = stablehlo.constant dense<9.405000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<64xf32>
    %11 = stablehlo.multiply %10, %arg0 : tensor<64xf32>
    %12 = stablehlo.add %6, %11 : tensor<64xf32>
    return %12, %12 : tensor<64xf32>, tensor<64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<128x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<i32>) -> tensor<128x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<128x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<128x64xf32>
    return %1 : tensor<128x64xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<64x128x6xf32>, %arg1: tensor<64x128x1xi32>) -> (tensor<64x128x1xf32>, tensor<64x128x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64x128x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<64x128x1xi32>, tensor<64x128x1xi32>) -> tensor<64x128x1xi1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64x128x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<64x128x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<64x128x1xi1>, tensor<64x128x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<64x128x1xi32>) -> tensor<64x128x1x1xi32>
    %c_1 = stablehlo.constant dense<5> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<64x128x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<64x128x1x1xi32>, tensor<64x128x1x1xi32>) -> tensor<64x128x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<64x128x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<64x128x1x1xi32>, tensor<64x128x1x1xi32>) -> tensor<64x128x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<64x128x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<64x128x1x1xi1>, tensor<i1>) -> tensor<64x128x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<64x128x6xf32>, tensor<64x128x1x1xi32>) -> tensor<64x128x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x128x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<64x128x1xi1>, tensor<64x128x1xf32>
    return %15, %5 : tensor<64x128x1xf32>, tensor<64x128x1x1xi32>
  }
  func.func private @clip(%arg0: tensor<64x128xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<64x128xf32>
    %3 = stablehlo.compare EQ, %arg0, %2, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %6 = stablehlo.select %3, %4, %5 : tensor<64x128xi1>, tensor<64x128xf32>
    %7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %8 = stablehlo.compare EQ, %7, %2, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %11 = stablehlo.select %8, %9, %10 : tensor<64x128xi1>, tensor<64x128xf32>
    %12 = stablehlo.divide %6, %11 : tensor<64x128xf32>
    %13 = stablehlo.convert %arg2 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %15 = stablehlo.minimum %14, %2 : tensor<64x128xf32>
    %16 = stablehlo.compare EQ, %2, %15, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %19 = stablehlo.select %16, %17, %18 : tensor<64x128xi1>, tensor<64x128xf32>
    %20 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %21 = stablehlo.compare EQ, %20, %15, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %24 = stablehlo.select %21, %22, %23 : tensor<64x128xi1>, tensor<64x128xf32>
    %25 = stablehlo.divide %19, %24 : tensor<64x128xf32>
    return %15, %12, %25 : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>
  }
  func.func private @clip_0(%arg0: tensor<64x128xf32>, %arg1: tensor<64x128xf32>, %arg2: tensor<64x128xf32>) -> tensor<64x128xf32> {
    %0 = stablehlo.multiply %arg2, %arg1 : tensor<64x128xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<64x128xf32>
    return %1 : tensor<64x128xf32>
  }
  func.func private @take_along_axis_1(%arg0: tensor<64x128x1x1xi32>, %arg1: tensor<64x128x1xf32>) -> tensor<64x128x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x128x6xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<64x128x6xf32>, tensor<64x128x1x1xi32>, tensor<64x128x1xf32>) -> tensor<64x128x6xf32>
    return %1 : tensor<64x128x6xf32>
  }
  func.func private @log_softmax_2(%arg0: tensor<64x129x6xf32>, %arg1: tensor<64x129x1xf32>, %arg2: tensor<64x129x6xf32>) -> tensor<64x129x6xf32> {
    %0 = stablehlo.negate %arg2 : tensor<64x129x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<64x129x6xf32>, tensor<f32>) -> tensor<64x129xf32>
    %2 = stablehlo.reshape %1 : (tensor<64x129xf32>) -> tensor<64x129x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<64x129x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<64x129x1xf32>, tensor<f32>) -> tensor<64x129xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<64x129xf32>) -> tensor<64x129x6xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<64x129x6xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<64x129x6xf32>
    return %7 : tensor<64x129x6xf32>
  }
}
