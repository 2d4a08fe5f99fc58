package gorun

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/wire"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// identity says what program a recording is of. Which functions had probes goes with the name: the decoder has to know.
func (b *Build) identity() wire.Program {
	set := make([]byte, (len(b.view.probed)+7)/8)
	for id, p := range b.view.probed {
		if p {
			set[id/8] |= 1 << (id % 8)
		}
	}
	name := strings.Join(b.names, " ") + "\x00" + base64.StdEncoding.EncodeToString(set)
	return wire.Program{Identity: Identity(b.prog), Name: name}
}

// Identity is the same for two programs whose functions, operations and places have the same numbers and names, which is
// what records refer to. It does not depend on where the files are.
func Identity(prog *gosrc.Program) uint64 {
	h := sha256.New()
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		fmt.Fprintf(h, "%d %s %d\n", id, fn.Name, len(fn.Ops))
		for i := range fn.Ops {
			io.WriteString(h, fn.Ops[i].String())
			h.Write([]byte{'\n'})
		}
		io.WriteString(h, prog.Position(envs.At(id, 0)).String())
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// tee writes what is read to the recording, with goroutines and objects of its own for each run.
func (s *Session) tee(src wire.Batches, run uint64) wire.Batches {
	if s.rec == nil {
		return src
	}
	highest := s.streams
	return func(yield func(wire.Batch, error) bool) {
		for b, err := range src {
			if err == nil {
				r := b
				r.Stream += highest
				if run > 0 {
					r.Words = slices.Clone(b.Words)
					for i := 0; i < len(r.Words); i += max(wire.Head(r.Words[i]).Len(), 1) {
						if t := wire.Head(r.Words[i]).Tag(); t == wire.Lock || t == wire.Object {
							r.Words[i+1] |= run << objectBits
						}
					}
				}
				s.streams = max(s.streams, r.Stream)
				if werr := s.rec.Add(r); werr != nil {
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

// A Recording is a recorded session. It implements envs.Run; its events can be read once. Close it after use.
type Recording struct {
	Name string // of the packages that were run
	b    *Build
	f    *wire.File

	misfits, records uint64
	problem          error // the first
}

// Open opens a recording of prog. Another program, or one that has changed, is an error.
func Open(path string, prog *gosrc.Program) (*Recording, error) {
	f, err := wire.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := newRecording(path, f, prog)
	if err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

func newRecording(path string, f *wire.File, prog *gosrc.Program) (*Recording, error) {
	name, text, ok := strings.Cut(f.Name, "\x00")
	set, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil {
		return nil, fmt.Errorf("%s: this is not a recorded run of a Go program", path)
	}
	id := Identity(prog)
	if f.Identity != id || len(set) != (prog.NumFuncs()+7)/8 {
		return nil, fmt.Errorf("%s: the recording is of %s (%016x), not of the program as it is now (%016x): load the packages that were recorded, or record again",
			path, name, f.Identity, id)
	}
	probed := make([]bool, prog.NumFuncs())
	b := &Build{prog: prog}
	var ids []envs.FuncID
	for id := range probed {
		if probed[id] = set[id/8]&(1<<(id%8)) != 0; probed[id] {
			ids = append(ids, envs.FuncID(id))
		}
	}
	b.makePlans(ids)
	b.view = newView(prog, probed)
	return &Recording{Name: name, b: b, f: f}, nil
}

// Events yields what was recorded. A file that was cut off gives all up to the cut, and then an error that names the place.
func (r *Recording) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		stopped := false
		err := r.Each(func(ev *envs.Event) bool {
			stopped = !yield(*ev, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(envs.Event{}, err)
		}
	}
}

// Each is Events without a copy of each event: f must not keep its argument, and returns false to stop.
func (r *Recording) Each(f func(*envs.Event) bool) error {
	d := r.b.decoder(r.f.Batches(), func(err error) { r.problem = errors.Join(r.problem, err) })
	err := d.Each(f)
	r.misfits += d.Misfits()
	r.records += d.Records()
	return err
}

// Misfits is how often a record did not fit the operations of the program: 0 unless there is a defect.
func (r *Recording) Misfits() uint64 { return r.misfits }

// Close closes the file.
func (r *Recording) Close() error { return r.f.Close() }

var _ envs.Run = (*Recording)(nil)
