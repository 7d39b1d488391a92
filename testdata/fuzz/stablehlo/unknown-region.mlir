module @m {
  func.func public @main(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %n:2 = "sdy.unheard_of"(%a) ({
    ^bb0(%r: tensor<4x8xf32>):
      %s = "stablehlo.reduce"(%r, %z) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %t = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %t : tensor<f32>
      }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%r, %s) : (tensor<4x8xf32>, tensor<f32>) -> ()
    }) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>)
    return %n#0 : tensor<4x8xf32>
  }
}
