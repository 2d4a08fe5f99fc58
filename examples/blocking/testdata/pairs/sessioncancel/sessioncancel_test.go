package sessioncancel

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestOpen(t *testing.T) {
	s, err := Open(context.Background(), "ada", "open ada")
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(context.Background(), "bob", "please"); !errors.Is(err, ErrDenied) {
		t.Error(err)
	}
	time.Sleep(10 * time.Millisecond)
}
