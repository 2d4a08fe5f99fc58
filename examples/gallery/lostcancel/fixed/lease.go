// Package fixed defers the cancel: the lease is released however the work ends.
package fixed

import (
	"context"
	"fmt"
)

// A Beat says that it is time to renew a lease.
type Beat struct{}

// An Owner of something leases it out.
type Owner interface {
	Renew()
	Release()
}

type lease struct {
	owner Owner
	stop  context.CancelFunc
}

// Work does some work while it holds a lease, which it renews at each beat.
func Work(owner Owner, beats <-chan Beat, work func() error) error {
	var ctx context.Context
	l := &lease{owner: owner}
	ctx, l.stop = context.WithCancel(context.Background())
	defer l.stop()
	go l.renew(ctx, beats)
	if err := work(); err != nil {
		return fmt.Errorf("while the lease was held: %w", err)
	}
	return nil
}

func (l *lease) renew(ctx context.Context, beats <-chan Beat) {
	defer l.owner.Release()
	for {
		select {
		case <-beats:
			l.owner.Renew()
		case <-ctx.Done():
			return
		}
	}
}
