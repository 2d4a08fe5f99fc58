package ir

import (
	"embed"
	"io/fs"
)

//go:embed testdata/conformance/*.plx
var papers embed.FS

// Papers are the programs that the papers use as examples, as files such as
// "T2.10.plx" (Artho's thesis, figure 2.10) and "P1.plx" (von Praun and Gross,
// program 1). Comments in them say what the stale-value checker is to report;
// package irtest reads these.
func Papers() fs.FS {
	sub, err := fs.Sub(papers, "testdata/conformance")
	if err != nil {
		return papers // the name above is valid: this does not happen
	}
	return sub
}
