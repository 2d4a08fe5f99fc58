package explore

import "embed"

// Source has the files of this package, for programs that compile it into others. That takes no file that imports
// package embed.
//
//go:embed *.go
var Source embed.FS
