package lockorder_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestText(t *testing.T) { checkertest.Text(t, checker, "testdata/*.plx") }
