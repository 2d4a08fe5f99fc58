package gorun

import (
	"github.com/seed38182bad/parallax/envs/gorun/wire"
)

func (b *Build) identity() wire.Program { return wire.Program{} }

func (s *Session) tee(src wire.Batches, run uint64) wire.Batches {
	if s.rec == nil {
		return src
	}
	return func(yield func(wire.Batch, error) bool) {
		for b, err := range src {
			if err == nil {
				if werr := s.rec.Add(b); werr != nil {
					yield(wire.Batch{}, werr)
					return
				}
			}
			if !yield(b, err) {
				return
			}
		}
	}
}
