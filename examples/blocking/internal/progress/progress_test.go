package progress_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/blocking/internal/progress"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

const text = `package p

import (
	"os"
	"sync"
)

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Add() bool {
	c.mu.Lock() // ends
	defer c.mu.Unlock()
	if c.n > 9 {
		return false
	}
	c.n++
	return true
}

func (c *Counter) AddOnce(short bool) {
	if c.mu.TryLock() {
		c.mu.Unlock()
	}
	if short {
		c.mu.Lock() // ends
		defer c.mu.Unlock()
	}
}

type Twice struct{ mu sync.Mutex }

func (t *Twice) Outer() {
	t.mu.Lock() // who holds it may wait for good
	defer t.mu.Unlock()
	t.Inner()
}

func (t *Twice) Inner() {
	t.mu.Lock() // who holds it may wait for good
	t.mu.Unlock()
}

type File struct {
	mu sync.RWMutex
	of *os.File
}

func (f *File) Name() string {
	f.mu.RLock() // who holds it calls what is not known
	defer f.mu.RUnlock()
	return f.of.Name()
}

type Kept struct{ mu sync.Mutex }

func (k *Kept) Begin() {
	k.mu.Lock() // it may be kept for good
}

func Channels(c chan int) {
	c <- 1 // nothing shows that a partner comes
	<-c // nothing shows that a partner comes
}

func Group() {
	var g sync.WaitGroup
	g.Go(func() {})
	g.Wait() // nothing shows that the group is told often enough
}
`

// In Go, locks with a class of memory are told apart by that. Deferred calls are followed, and what takes a lock twice
// waits for itself.
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("loads a package of Go")
	}
	prog := gotext.Load(t, text)
	proof, lines := progress.Of(prog), strings.Split(text, "\n")
	waits := 0
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for i := range fn.Ops {
			if !fn.Ops[i].Waits() {
				continue
			}
			waits++
			at, got := envs.At(id, int32(i)), "ends"
			if d := proof.Doubt(at); d != nil {
				got = d.Why
			}
			line := lines[prog.Position(at).Line-1]
			_, want, _ := strings.Cut(line, "// ")
			require.Equal(t, want, got, line)
		}
	}
	require.Equal(t, 9, waits)
}

// A Doubt tells where that is on which a wait depends.
func TestDoubt(t *testing.T) {
	prog, err := ir.Parse("x.plx", `
final a = new Object
var v = 1
func keeps() {
	acquire a
	if v { return }
	release a
}
func main() {
	t = spawn keeps()
	u = spawn keeps()
	join t
}`)
	require.NoError(t, err)
	proof := progress.Of(prog)
	var got []string
	for id := range envs.FuncID(prog.NumFuncs()) {
		for pc := range prog.Func(id).Ops {
			at := envs.At(id, int32(pc))
			if d := proof.Doubt(at); d != nil {
				got = append(got, fmt.Sprint(prog.Position(at).Line, " ", d.Why, " ", prog.Position(d.At).Line))
			}
		}
	}
	require.Equal(t, []string{"5 it may be kept for good 5", "12 the thread may wait for good 5"}, got)
}
