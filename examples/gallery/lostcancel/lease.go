// Package lostcancel holds a lease while it works, and renews it in the background. It returns early if the work fails,
// and does not cancel the context of the one who renews.
//
//	Work                  renew
//	fails: it returns
//	                      renews the lease
//	                      waits
//	                      renews the lease
//
// The lease is held for good, and nobody else can work. The test has a work that fails.
package lostcancel

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
	go l.renew(ctx, beats)
	if err := work(); err != nil {
		return fmt.Errorf("while the lease was held: %w", err)
	}
	l.stop()
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
