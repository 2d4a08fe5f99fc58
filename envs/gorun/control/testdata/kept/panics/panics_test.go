// Package panics cannot be initialised twice: what a package of the standard library knows is not forgotten.
package panics

import (
	"runtime/pprof"
	"testing"
)

var profile = pprof.NewProfile("example.com/kept/panics")

func TestSet(t *testing.T) {
	if profile.Count() != 0 {
		t.Error(profile.Count())
	}
}
