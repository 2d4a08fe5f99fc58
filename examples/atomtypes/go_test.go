package atomtypes_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker(), "testdata/module")
}
