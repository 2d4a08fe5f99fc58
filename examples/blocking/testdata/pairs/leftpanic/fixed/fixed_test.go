package fixed

import "testing"

func TestHas(t *testing.T) {
	l := &List{names: []string{"ada"}}
	if !l.Has(0) {
		t.Error("ada is missing")
	}
	if l.Has(1) {
		t.Error("there is one name only")
	}
}
