package fixed

import "testing"

func TestWords(t *testing.T) {
	if counts, err := Words("a", "b", "a"); counts["a"] != 2 || err != nil {
		t.Error(counts, err)
	}
	if _, err := Words("a", ""); err == nil {
		t.Error("nothing is no word")
	}
}
