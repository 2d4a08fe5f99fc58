package rounds

import "testing"

func TestRounds(t *testing.T) {
	var l Lab
	best := l.Rounds([]Trial{{1, 3}, {2, 9}}, []Trial{{3, 5}, {4, 4}}, []Trial{{5, 8}})
	if best.Number != 2 {
		t.Error(best)
	}
}
