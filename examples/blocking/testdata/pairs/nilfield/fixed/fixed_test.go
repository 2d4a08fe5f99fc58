package fixed

import (
	"testing"
	"time"
)

func TestStart(t *testing.T) {
	i := Start("a = 1\n#\nb = 2")
	var records []Record
	for limit := time.After(30 * time.Millisecond); ; {
		select {
		case r := <-i.Records:
			records = append(records, r)
		case w := <-i.Wrongs:
			if w.Line != 2 {
				t.Error(w)
			}
		case <-i.Done:
			if len(records) != 2 {
				t.Error(records)
			}
			return
		case <-limit:
			t.Log("the import takes long")
			return
		}
	}
}
