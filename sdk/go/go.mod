module github.com/plenum-climate/plenum/sdk/go

go 1.19
