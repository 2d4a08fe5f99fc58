package lib

import "testing"

func TestNew(t *testing.T) {
	if New(1).N != 1 {
		t.Fatal()
	}
}
