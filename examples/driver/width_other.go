//go:build !unix || aix || solaris

package driver

import "os"

// columns is how wide the lines of a terminal are, 0 if that is not known.
func columns(*os.File) int { return 0 }
