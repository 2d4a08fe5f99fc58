package lockorder_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs programs")
	}
	t.Parallel()
	checkertest.Go(t, checker, "testdata/module")
}
