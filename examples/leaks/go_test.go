package leaks

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestLeaksInGo(t *testing.T) { checkertest.Go(t, leaking, "testdata/module") }
