package copies

import "testing"

func TestSet(t *testing.T) {
	if n := new(Pool).Set(1); n != 4 {
		t.Fatal(n)
	}
}
