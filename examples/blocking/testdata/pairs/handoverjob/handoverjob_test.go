package handoverjob

import (
	"errors"
	"strings"
	"testing"
	"time"
)

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestExport(t *testing.T) {
	l := new(Ledger)
	l.Post(Posting{"rent", -600})
	var text strings.Builder
	l.Export(&text)
	l.Post(Posting{"salary", 2000})
	if text.String() != "rent\t-600\n" {
		t.Error(text.String())
	}
	l.Export(full{})
	posted := make(chan bool)
	go func() {
		l.Post(Posting{"food", -90})
		close(posted)
	}()
	select {
	case <-posted:
	case <-time.After(20 * time.Millisecond):
		t.Log("it takes long to post")
	}
}
