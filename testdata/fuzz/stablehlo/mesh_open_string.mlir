sdy.mesh @mesh= <['!" tel"=1]>xe
