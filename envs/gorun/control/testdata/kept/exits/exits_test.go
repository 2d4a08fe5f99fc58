// Package exits ends the program if it is initialised twice.
package exits

import (
	"os"
	"testing"
)

func init() {
	if os.Getenv("KEPT_EXITS") != "" {
		os.Exit(1)
	}
	os.Setenv("KEPT_EXITS", "1")
}

func TestSet(t *testing.T) {}
