package fixed

import (
	"testing"
	"time"
)

func TestSum(t *testing.T) {
	if sum, err := Sum("1 2\n3\n"); sum != 6 || err != nil {
		t.Error(sum, err)
	}
	if _, err := Sum("1 2\n3 x 4 5\n6\n7\n"); err == nil {
		t.Error("x is no figure")
	}
	time.Sleep(10 * time.Millisecond)
}
