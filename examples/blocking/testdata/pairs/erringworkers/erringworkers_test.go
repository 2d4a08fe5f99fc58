package erringworkers

import (
	"errors"
	"testing"
	"time"
)

func TestCopy(t *testing.T) {
	d := &Disk{room: 10}
	if err := d.Copy([]File{{"a", 1}, {"b", 2}}); err != nil {
		t.Error(err)
	}
	if err := d.Copy([]File{{"a", 11}, {"b", 12}, {"c", 13}, {"d", 14}}); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	time.Sleep(10 * time.Millisecond)
}
