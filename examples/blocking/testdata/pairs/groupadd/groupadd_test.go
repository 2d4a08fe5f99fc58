package groupadd

import "testing"

func TestSum(t *testing.T) {
	if sum := Sum(1, 2, 3); sum > 6 {
		t.Error(sum)
	}
}
