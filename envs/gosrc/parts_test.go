package gosrc

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
)

const partsSource = `
import (
	"sync"
	"time"
)

type P struct { x, y int32 }

type S struct {
	mu   sync.Mutex
	in   P
	_    int
	none struct{}
	arr  [3]P
	when time.Time
	P
	last bool
}

type Alone struct { a, b, c string }

type Large struct {
	bytes [100]byte
	rows  [8][8]int16
	end   int
}

var big Large

func Fields(s *S, l *Large) bool {
	s.in.x, s.in.y = 1, 2
	s.when = time.Time{}
	l.bytes[1] = 1
	l.rows[0][0] = 1
	l.end = 1
	s.mu.Lock()
	return s.last
}

func (s *S) Load() S         { return *s }
func (s *S) Store()          { *s = S{} }
func (s *S) Field(p P)       { s.in = p }
func (s *S) Element(i int) P { return s.arr[i] }
func (s *S) Fixed() P        { return s.arr[1] }
func (s *S) Array() [3]P     { return s.arr }
func (s *S) Time() time.Time { return s.when }
func (a *Alone) Load() Alone { return *a }
func Whole() Large           { return big }

func Appended(list []P, p P) []P { return append(list, p) }
func Generic[T any](p *T) T      { return *p }
func Instance(s *P) P            { return Generic(s) }

func Captured(p P) func() P {
	return func() P {
		p = P{}
		return p
	}
}

func Local(s *S) int32 {
	p := s.in
	q := p
	q.x++
	return q.x
}
`

// Who loads or stores a struct accesses what it consists of. Each part has its own class, where it lies, and the name
// of the object that it belongs to.
func TestParts(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, partsSource)
	parts := func(name string) (list []string) {
		fn := p.fn(t, name)
		require.NoError(t, fn.Check())
		last := int32(-1)
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Splits() {
				last = op.PC
			}
			if !op.IsPart() {
				continue
			}
			at := envs.At(fn.ID, op.PC)
			require.Equal(t, fn.Ops[last].Kind, op.Kind)
			require.Equal(t, fn.Ops[last].Uses[0], op.Uses[0])
			require.Zero(t, op.Results)
			require.Zero(t, op.Value())
			require.Equal(t, p.Position(envs.At(fn.ID, last)), p.Position(at))
			require.True(t, p.Detail(at).Empty())
			require.False(t, p.Knows().MayRefer(at))
			require.Zero(t, p.Offset(envs.At(fn.ID, last)))
			list = append(list, fmt.Sprintf("%d %s of %s", p.Offset(at), op.Loc.Name, p.Knows().Base(at)))
		}
		return list
	}
	whole := []string{
		"0 m.S.mu of s",
		"8 m.P.x of s.in", "12 m.P.y of s.in",
		"24 m.P.x of s.arr[0]", "28 m.P.y of s.arr[0]", "32 m.P.x of s.arr[1]", "36 m.P.y of s.arr[1]",
		"40 m.P.x of s.arr[2]", "44 m.P.y of s.arr[2]",
		"48 m.S.when of s",
		"72 m.P.x of s.P", "76 m.P.y of s.P",
		"80 m.S.last of s",
	}
	require.Equal(t, whole, parts("(*m.S).Load"))
	require.Equal(t, whole, parts("(*m.S).Store"))
	require.Equal(t, []string{"0 m.P.x of s.in", "4 m.P.y of s.in"}, parts("(*m.S).Field"))
	require.Equal(t, []string{"0 m.P.x of s.arr[i]", "4 m.P.y of s.arr[i]"}, parts("(*m.S).Element"))
	require.Equal(t, []string{"0 m.P.x of s.arr[1]", "4 m.P.y of s.arr[1]"}, parts("(*m.S).Fixed"))
	require.Len(t, parts("(*m.S).Array"), 3*2)
	require.Equal(t, []string{"0 m.P.x of list[]", "4 m.P.y of list[]"}, parts("Appended"))
	require.Equal(t, []string{"0 m.P.x of s.in", "4 m.P.y of s.in"}, parts("Local"), "the copy is nobody else's")

	// Of what nobody accesses alone the first field stands for all.
	require.Equal(t, []string{"0 m.Alone.a of a"}, parts("(*m.Alone).Load"))
	p.requireOps(t, "(*m.Alone).Load", `
		0: r2 = load r1 (*m.Alone) split
		1: load r1 (m.Alone.a) part
		2: nop
		3: nop
		4: return r2
	`)

	large := parts("Whole")
	require.Len(t, large, memory.MaxSplit)
	require.Equal(t, "7 []byte of m.big.bytes", large[memory.MaxElements-1])
	require.Equal(t, "100 []int16 of m.big.rows[0]", large[memory.MaxElements])
	require.Equal(t, "146 []int16 of m.big.rows[2]", large[memory.MaxSplit-1])

	// These are accessed as a whole only, or never alone.
	for _, name := range []string{"(*m.S).Time", "Generic", "Captured", "Captured$1", "Instance"} {
		require.Empty(t, parts(name), name)
	}
	for id := range p.NumFuncs() {
		if f := p.Func(envs.FuncID(id)); f.Name == "m.Generic" {
			for pc := range f.Ops {
				require.False(t, f.Ops[pc].Is(envs.Split), "an instance has the parts of its generic function")
			}
		}
	}
}

// What a struct is loaded for is found at the first operation.
func TestSplitKeepsValue(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, partsSource)
	p.requireOps(t, "(*m.S).Field", `
		0: store r1, r2 (m.S.in) split
		1: store r1, r0 (m.P.x) part
		2: store r1, r0 (m.P.y) part
		3: return
	`)
	p.requireOps(t, "Appended", `
		0: r3 = new
		1: store r3, r0, r2 ([]m.P) local
		2: r4 = addr r3 ([]m.P)
		3: store r1, r0, r2 ([]m.P) split
		4: store r1, r0, r0 (m.P.x) part
		5: store r1, r0, r0 (m.P.y) part
		6: r5 = compute r1
		7: return r5
	`)
	fn := p.fn(t, "(*m.S).Load")
	require.Len(t, p.Detail(envs.At(fn.ID, 0)).Checks, 1, "that s is not nil")
	require.True(t, fn.Ops[0].Is(envs.Copied), "the lock")
}
