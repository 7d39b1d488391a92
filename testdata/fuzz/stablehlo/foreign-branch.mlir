func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "my.if"(%a) ({
    %1 = stablehlo.add %a, %a : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
