module walk

go 1.19

require github.com/plenum-climate/plenum/sdk/go v0.0.0

replace github.com/plenum-climate/plenum/sdk/go => ../../../sdk/go
