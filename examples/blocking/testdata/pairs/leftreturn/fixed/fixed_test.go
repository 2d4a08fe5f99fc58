package fixed

import "testing"

func TestTurn(t *testing.T) {
	var d Dial
	if err := d.Turn(3); err != nil {
		t.Error(err)
	}
	if err := d.Turn(-3); err == nil {
		t.Error("a negative position")
	}
}
