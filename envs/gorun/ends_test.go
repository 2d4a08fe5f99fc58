package gorun_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

var (
	manyAlive = flag.Int("gorun.alive", 1000, "goroutines at once in the test of many")
	manyShort = flag.Int("gorun.short", 10000, "short goroutines in the test of many")
)

// Each of many goroutines is seen to start and to end, and nothing of it is left:
//
//	go test -run TestManyGoroutines -gorun.alive 10000 -gorun.short 1000000
func TestManyGoroutines(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/many"
	prog := load(t, dir, false, ".")
	var out bytes.Buffer
	s := start(t, prog, gorun.Config{
		Dir: dir, Args: []string{strconv.Itoa(*manyAlive), strconv.Itoa(*manyShort)}, Stdout: &out, Stderr: &out,
		Accesses: true, Order: true,
	})
	waits, live := map[envs.Thread]bool{}, map[envs.Thread]*[]*envs.Func{}
	forks, ends, most := 0, 0, 0
	signals := map[uint64]bool{}
	require.NoError(t, s.Each(func(e *envs.Event) bool {
		stack := live[e.Thread]
		if stack == nil && e.Kind != envs.End {
			stack = new([]*envs.Func)
			live[e.Thread] = stack
			delete(waits, e.Thread)
			most = max(most, len(live))
		}
		switch e.Kind {
		case envs.Enter:
			*stack = append(*stack, prog.Func(e.Func))
		case envs.Leave:
			*stack = (*stack)[:len(*stack)-1]
		case envs.Step:
			if fn := (*stack)[len(*stack)-1]; fn.Ops[e.PC].Kind == envs.Fork {
				require.NotZero(t, e.Obj)
				waits[envs.Thread(e.Obj)] = true
				forks++
			}
		case envs.End:
			if waits[e.Thread] {
				delete(waits, e.Thread)
			}
			delete(live, e.Thread)
			ends++
		case envs.Signal:
			signals[e.Obj] = true
		}
		return true
	}))
	_, err := s.Wait()
	require.NoError(t, err)
	require.Equal(t, *manyAlive+*manyShort, forks)
	require.Greater(t, ends, forks-100) // the last ones may not have come to their end
	require.Less(t, len(waits)+len(live), 120)
	require.Greater(t, most, *manyAlive)
	require.Less(t, len(signals), *manyAlive+1000, "what is signalled grows with the goroutines there have been")
	t.Logf("%d goroutines, at most %d at once, %d objects signalled", forks, most, len(signals))
}

// An onLine keeps what is written, and calls f when something is for the first time.
type onLine struct {
	mu   sync.Mutex
	text bytes.Buffer
	f    func()
}

func (l *onLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f != nil {
		l.f()
		l.f = nil
	}
	return l.text.Write(p)
}

// A onceAgain gives its text to each that reads it to its end.
type onceAgain struct {
	text string
	told bool
}

func (r *onceAgain) Read(p []byte) (int, error) {
	if r.told = !r.told; r.told {
		return copy(p, r.text), nil
	}
	return 0, io.EOF
}

// However a program ends, what it did is there.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir, n = "testdata/ends", 3000
	prog := load(t, dir, false, ".")
	out, in := &onLine{}, &onceAgain{}
	b, err := gorun.Prepare(context.Background(), prog, gorun.Config{
		Dir: dir, Args: []string{strconv.Itoa(n)}, Stdin: in, Stdout: out, Stderr: out, Accesses: true, Order: true,
	})
	require.NoError(t, err)
	defer b.Close()
	for how, want := range map[string]string{
		"exit": "exit status 3", "panic": "exit status 2", "fatal": "exit status 2", "deadlock": "exit status 2",
		"killed": "killed",
	} {
		t.Run(how, func(t *testing.T) {
			in.text = how
			out.f = nil
			if how == "killed" {
				out.f = func() { killChildren(t) }
			}
			s := b.Session(context.Background(), 0)
			c := newClocks(prog)
			stores, held, taken := 0, false, 0
			require.NoError(t, s.Each(func(e *envs.Event) bool {
				c.event(*e)
				if e.Kind != envs.Step {
					return true
				}
				stack := c.stacks[e.Thread]
				switch op := &stack[len(stack)-1].Ops[e.PC]; {
				case op.Kind == envs.Store && op.Loc != nil && op.Loc.Name == "ends.count":
					require.True(t, held)
					require.NotZero(t, e.Obj)
					stores++
				case op.Kind == envs.Acquire:
					held = true
					taken++
				case op.Kind == envs.Release:
					held = false
				}
				return true
			}))
			_, err := s.Wait()
			require.ErrorContains(t, err, want, out.text.String())
			require.Zero(t, s.Misfits())
			require.Equal(t, n, stores)
			if how == "deadlock" {
				require.Equal(t, n+1, taken)
			} else {
				require.Equal(t, n, taken)
			}
		})
	}
}

// killChildren kills the programs that this process runs.
func killChildren(t *testing.T) {
	tasks, err := os.ReadDir("/proc/self/task")
	require.NoError(t, err)
	for _, task := range tasks {
		text, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		require.NoError(t, err)
		for _, field := range strings.Fields(string(text)) {
			pid, err := strconv.Atoi(field)
			require.NoError(t, err)
			p, err := os.FindProcess(pid)
			require.NoError(t, err)
			require.NoError(t, p.Kill())
		}
	}
}
