package fixpoint

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Recorder takes in what was solved, so that analyses above can ask for it.
type Recorder[S lattice.Mergeable[S]] interface {
	// After is given the state after the Step of the operation at pc, if way is 0. At a Branch or Switch, way n+1 has the
	// state on the way to target n. At a call, it has the state after the callee with Way n has returned. The state must
	// be cloned to be kept.
	After(f *Frame[S], pc, way int32, s S)
	// Callee is given the frame that the call at pc reaches where c is below.
	Callee(f *Frame[S], pc int32, c Callee, reached *Frame[S])
}

// Record goes once more through all that was solved, and shows it to r: frame by frame, and in a frame each operation
// that control comes to once. The engine must have kept its states (Options.Keep). It is of no other use afterwards.
func (e *Engine[S]) Record(r Recorder[S]) (err error) {
	defer e.recovered(&err)
	e.recorder = r
	for _, f := range e.frames {
		if !f.hasEntry {
			continue
		}
		e.moveTo(f)
		if k := f.at(0); !k.has {
			k.state, k.has = f.entry.Clone(), true
		}
		for i := range f.kept {
			if k := &f.kept[i]; k.has {
				f.queueAt(k)
			}
		}
		for len(f.queue) > 0 {
			if err := e.from(f, f.queue.pop()); err != nil {
				return err
			}
		}
	}
	return nil
}

// step is the effect of an operation.
func (e *Engine[S]) step(f *Frame[S], op *envs.Op, s S) S {
	s = e.an.Step(e.env, op, s)
	if e.recorder != nil {
		e.recorder.After(f, op.PC, 0, s)
	}
	return s
}
