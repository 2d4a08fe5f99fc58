package atomtypes_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs programs")
	}
	checkertest.Go(t, checker(), "testdata/module")
}
