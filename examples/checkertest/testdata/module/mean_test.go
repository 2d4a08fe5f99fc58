package checked

import "testing"

func TestMean(t *testing.T) {
	bad() // want call
	if Mean([]int{2, 4}) != 3 {
		t.Error("the mean of 2 and 4 is 3")
	}
}

func pick(s []int, i int) int { return s[i] } // want run: failure

func TestPick(t *testing.T) {
	defer func() { _ = recover() }()
	pick([]int{1}, len(t.Name()))
}
