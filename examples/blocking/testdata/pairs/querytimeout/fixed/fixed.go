// Package fixed loads rows from a slow store. The channel has room for an answer that nobody waits for.
package fixed

import (
	"context"
	"fmt"
	"time"
)

// A Row is what the store keeps.
type Row struct {
	ID   int
	Name string
}

type reply struct {
	row Row
	err error
}

// A Store answers after a while.
type Store struct{ delay time.Duration }

func (s *Store) load(id int) (Row, error) {
	time.Sleep(s.delay)
	if id <= 0 {
		return Row{}, fmt.Errorf("no row has the number %d", id)
	}
	return Row{id, fmt.Sprint("customer ", id)}, nil
}

// Query loads a row. It waits no longer than ctx.
func (s *Store) Query(ctx context.Context, id int) (Row, error) {
	replies := make(chan reply, 1)
	go func() {
		row, err := s.load(id)
		replies <- reply{row, err}
	}()
	select {
	case r := <-replies:
		return r.row, r.err
	case <-ctx.Done():
		return Row{}, fmt.Errorf("row %d: %w", id, ctx.Err())
	}
}
