module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, %arg1: tensor<4x128x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>}, %arg2: tensor<16x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) -> (tensor<4x64x128xf32> {jax.result_info = "result['w1']"}, tensor<4x128x64xf32> {jax.result_info = "result['w2']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x32x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:5 = stablehlo.while(%iterArg = %arg0, %iterArg_6 = %arg1, %iterArg_7 = %c, %iterArg_8 = %arg2, %iterArg_9 = %0) : tensor<4x64x128xf32>, tensor<4x128x64xf32>, tensor<i32>, tensor<16x32x64xf32>, tensor<4x16x32x64xf32>
    cond {
      %c_10 = stablehlo.constant dense<4> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg_7, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_7) : (tensor<4x64x128xf32>, tensor<i32>) -> tensor<64x128xf32>
      %11 = func.call @dynamic_index_in_dim_0(%iterArg_6, %iterArg_7) : (tensor<4x128x64xf32>, tensor<i32>) -> tensor<128x64xf32>
      %12:2 = func.call @closed_call(%iterArg_8, %10, %11) : (tensor<16x32x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>) -> (tensor<16x32x64xf32>, tensor<16x32x64xf32>)
      %13 = func.call @dynamic_update_index_in_dim(%iterArg_9, %12#1, %iterArg_7) : (tensor<4x16x32x64xf32>, tensor<16x32x64xf32>, tensor<i32>) -> tensor<4x16x32x64xf32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_7, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %14, %12#0, %13 : tensor<4x64x128xf32>, tensor<4x128x64xf32>, tensor<i32>, tensor<16x32x64xf32>, tensor<4x16x32x64xf32>
    }
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %3 = stablehlo.multiply %2, %1#3 : tensor<16x32x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<3.276800e+04> : tensor<f32>
    %4 = stablehlo.divide %cst_1, %cst_2 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<16x32x64xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<16x32x64xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x64x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x128x64xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %9:7 = stablehlo.while(%iterArg = %arg0, %iterArg_6 = %arg1, %iterArg_7 = %1#4, %iterArg_8 = %c_5, %iterArg_9 = %6, %iterArg_10 = %7, %iterArg_11 = %8) : tensor<4x64x128xf32>, tensor<4x128x64xf32>, tensor<4x16x32x64xf32>, tensor<i32>, tensor<16x32x64xf32>, tensor<4x64x128xf32>, tensor<4x128x64xf32>
    cond {
      %c_12 = stablehlo.constant dense<4> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg_8, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %c_12 = stablehlo.constant dense<4> : tensor<i32>
      %10 = stablehlo.subtract %c_12, %iterArg_8 : tensor<i32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.subtract %10, %c_13 : tensor<i32>
      %12 = func.call @dynamic_index_in_dim(%iterArg, %11) : (tensor<4x64x128xf32>, tensor<i32>) -> tensor<64x128xf32>
      %13 = func.call @dynamic_index_in_dim_0(%iterArg_6, %11) : (tensor<4x128x64xf32>, tensor<i32>) -> tensor<128x64xf32>
      %14 = func.call @dynamic_index_in_dim_1(%iterArg_7, %11) : (tensor<4x16x32x64xf32>, tensor<i32>) -> tensor<16x32x64xf32>
      %15:3 = func.call @closed_call_2(%iterArg_9, %12, %13, %14) : (tensor<16x32x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<16x32x64xf32>) -> (tensor<16x32x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>)
      %16 = func.call @dynamic_update_index_in_dim_4(%iterArg_10, %15#1, %11) : (tensor<4x64x128xf32>, tensor<64x128xf32>, tensor<i32>) -> tensor<4x64x128xf32>
      %17 = func.call @dynamic_update_index_in_dim_5(%iterArg_11, %15#2, %11) : (tensor<4x128x64xf32>, tensor<128x64xf32>, tensor<i32>) -> tensor<4x128x64xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %18 = stablehlo.add %iterArg_8, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_6, %iterArg_7, %18, %15#0, %16, %17 : tensor<4x64x128xf32>, tensor<4x128x64xf32>, tensor<4x16x32x64xf32>, tensor<i32>, tensor<16x32x64xf32>, tensor<4x64x128xf32>, tensor<4x128x64xf32>
    }
    return %9#5, %9#6 : tensor<4x64x128xf32>, tensor<4x128x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x64x128xf32>, %arg1: tensor<i32>) -> tensor<64x128xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 128] : (tensor<4x64x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x128xf32>) -> tensor<64x128xf32>
    return %1 : tensor<64x128xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x128x64xf32>, %arg1: tensor<i32>) -> tensor<128x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 128, 64] : (tensor<4x128x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x128x64xf32>) -> tensor<128x64xf32>
    return %1 : tensor<128x64xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x32x64xf32>, %arg1: tensor<64x128xf32>, %arg2: tensor<128x64xf32>) -> (tensor<16x32x64xf32>, tensor<16x32x64xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x128xf32>) -> tensor<16x32x128xf32>
    %1 = call @relu(%0) : (tensor<16x32x128xf32>) -> tensor<16x32x128xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x128xf32>, tensor<128x64xf32>) -> tensor<16x32x64xf32>
    %3 = stablehlo.add %arg0, %2 : tensor<16x32x64xf32>
    return %3, %arg0 : tensor<16x32x64xf32>, tensor<16x32x64xf32>
  }
  func.func private @relu(%arg0: tensor<16x32x128xf32>) -> tensor<16x32x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x32x128xf32>
    return %1 : tensor<16x32x128xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x16x32x64xf32>, %arg1: tensor<16x32x64xf32>, %arg2: tensor<i32>) -> tensor<4x16x32x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<16x32x64xf32>) -> tensor<1x16x32x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x16x32x64xf32>, tensor<1x16x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x32x64xf32>
    return %1 : tensor<4x16x32x64xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x16x32x64xf32>, %arg1: tensor<i32>) -> tensor<16x32x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 16, 32, 64] : (tensor<4x16x32x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x32x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x32x64xf32>) -> tensor<16x32x64xf32>
    return %1 : tensor<16x32x64xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<16x32x64xf32>, %arg1: tensor<64x128xf32>, %arg2: tensor<128x64xf32>, %arg3: tensor<16x32x64xf32>) -> (tensor<16x32x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>) {
    %0:4 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg0 : tensor<64x128xf32>, tensor<128x64xf32>, tensor<16x32x64xf32>, tensor<16x32x64xf32>
    %1 = stablehlo.dot_general %0#2, %0#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<64x128xf32>) -> tensor<16x32x128xf32>
    %2 = call @relu_3(%1) : (tensor<16x32x128xf32>) -> tensor<16x32x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x128xf32>
    %4 = stablehlo.compare GT, %1, %3, FLOAT : (tensor<16x32x128xf32>, tensor<16x32x128xf32>) -> tensor<16x32x128xi1>
    %5 = stablehlo.dot_general %0#3, %2, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<16x32x128xf32>) -> tensor<64x128xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
    %7 = stablehlo.dot_general %0#3, %0#1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x64xf32>, tensor<128x64xf32>) -> tensor<16x32x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x32x128xf32>
    %9 = stablehlo.select %4, %7, %8 : tensor<16x32x128xi1>, tensor<16x32x128xf32>
    %10 = stablehlo.dot_general %9, %0#2, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x128xf32>, tensor<16x32x64xf32>) -> tensor<128x64xf32>
    %11 = stablehlo.transpose %10, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
    %12 = stablehlo.dot_general %9, %0#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x128xf32>, tensor<64x128xf32>) -> tensor<16x32x64xf32>
    %13 = stablehlo.add %0#3, %12 : tensor<16x32x64xf32>
    return %13, %11, %6 : tensor<16x32x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>
  }
  func.func private @relu_3(%arg0: tensor<16x32x128xf32>) -> tensor<16x32x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x32x128xf32>
    return %1 : tensor<16x32x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<4x64x128xf32>, %arg1: tensor<64x128xf32>, %arg2: tensor<i32>) -> tensor<4x64x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x128xf32>) -> tensor<1x64x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x64x128xf32>, tensor<1x64x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x64x128xf32>
    return %1 : tensor<4x64x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<4x128x64xf32>, %arg1: tensor<128x64xf32>, %arg2: tensor<i32>) -> tensor<4x128x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<128x64xf32>) -> tensor<1x128x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x128x64xf32>, tensor<1x128x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x128x64xf32>
    return %1 : tensor<4x128x64xf32>
  }
}
