package control

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var agreeing = flag.Int("control.programs", 40, "how many generated programs TestReductionAgrees explores")

// TestReductionAgrees generates programs, and executes each under all schedules, and under those that are left by
// source sets. Both have to show the same outcomes: what the threads have seen, who waits for good, and which panics
// there are.
func TestReductionAgrees(t *testing.T) { agrees(t, program) }

// TestReductionAgreesInBubbles is TestReductionAgrees for programs that sleep and wait in a bubble of testing/synctest.
func TestReductionAgreesInBubbles(t *testing.T) { agrees(t, bubble) }

func agrees(t *testing.T, program func(*rand.Rand) string) {
	n := *agreeing
	if testing.Short() {
		n = 12
	}
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString(agreePrelude)
	for i := range n {
		fmt.Fprintf(&b, "\nfunc TestP%d(t *testing.T) {\n%s}\n", i, program(rand.New(rand.NewPCG(uint64(i), 1))))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/agree\n\ngo 1.25\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "agree_test.go"), []byte(b.String()), 0o666))
	built, err := Prepare(t.Context(), Config{Dir: dir})
	require.NoError(t, err)
	defer built.Close()
	require.Empty(t, built.Failed())

	const most = 10000
	all := map[string]*Test{}
	opts := Options{
		Strategy: "all", Preemptions: -1, Executions: most, Failures: most, All: true, Releases: true, Memory: true,
	}
	for x, err := range built.Explore(t.Context(), opts) {
		require.NoError(t, err)
		all[x.Name] = x
	}
	require.Len(t, all, n)
	opts.Strategy = "source"
	compared, executions, reduced := 0, 0, 0
	for x, err := range built.Explore(t.Context(), opts) {
		require.NoError(t, err)
		full := all[x.Name]
		require.False(t, x.Differs || full.Differs, x.Name)
		require.Equal(t, full.Outside, x.Outside)
		if !full.Complete { // there are too many schedules
			continue
		}
		require.True(t, x.Complete || strings.Contains(x.Why, "ended early"), "%s: %s", x.Name, x.Why)
		compared++
		executions += full.Executions
		reduced += x.Executions
		i := 0
		fmt.Sscanf(x.Name, "TestP%d", &i)
		require.Equal(t, outcomes(full.Shown), outcomes(x.Shown), "%s\n%s", x.Name,
			program(rand.New(rand.NewPCG(uint64(i), 1))))
		require.LessOrEqual(t, x.Executions, full.Executions, x.Name)
	}
	t.Logf("%d of %d programs compared: %d executions instead of %d", compared, n, reduced, executions)
	require.Greater(t, compared, n/4)
}

const agreePrelude = `package agree

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var (
	_ = synctest.Test
	_ = time.Sleep
)

// A state is what threads share.
type state struct {
	mu   [2]sync.Mutex
	rw   sync.RWMutex
	wg   sync.WaitGroup
	once sync.Once
	cond *sync.Cond
	x    [2]atomic.Int32
	ch   [2]chan int
	seen [3][]int // by thread
	over [3]atomic.Bool
	y    [2]int // without protection
	m    sync.Map
}

func newState() *state {
	s := &state{ch: [2]chan int{make(chan int), make(chan int, 1)}}
	s.cond = sync.NewCond(&s.mu[0])
	return s
}

func (s *state) see(thread, v int) { s.seen[thread] = append(s.seen[thread], v) }

// end says what the threads have seen that have ended.
func (s *state) end(t *testing.T, threads int) {
	text := fmt.Sprint(s.seen[0])
	for i := 1; i < threads; i++ {
		if s.over[i].Load() {
			text += fmt.Sprint(i, s.seen[i])
		}
	}
	t.Error(text)
}
`

// program is the body of a test with two or three threads of a few operations each.
func program(r *rand.Rand) string { return threads(r, operation) }

// bubble is such a body in a bubble. Its first thread ends when the others do, or are blocked.
func bubble(r *rand.Rand) string {
	body := threads(r, func(r *rand.Rand, thread int) string {
		switch n := r.IntN(9); {
		case n == 0 && thread == 0:
			return "\t\tsynctest.Wait()\n"
		case n <= 1:
			return fmt.Sprintf("\t\ttime.Sleep(%d)\n", 1+r.IntN(2))
		case n == 2:
			return fmt.Sprintf("\t\ttime.AfterFunc(%d, func() { s.x[0].Add(1) })\n", r.IntN(2))
		}
		return operation(r, thread)
	})
	body = strings.Replace(body, "\ts.end(", "\tsynctest.Wait()\n\ts.end(", 1)
	return "\tsynctest.Test(t, func(t *testing.T) {\n" + body + "\t})\n"
}

func threads(r *rand.Rand, operation func(*rand.Rand, int) string) string {
	var b strings.Builder
	b.WriteString("\ts := newState()\n")
	threads := 2 + r.IntN(2)
	perThread := 4 - threads + r.IntN(2)
	group := r.IntN(2) == 0
	if group {
		fmt.Fprintf(&b, "\ts.wg.Add(%d)\n", threads-1)
	}
	for t := 1; t < threads; t++ {
		b.WriteString("\tgo func() {\n")
		for range perThread {
			b.WriteString(operation(r, t))
		}
		if group {
			b.WriteString("\t\ts.wg.Done()\n")
		}
		fmt.Fprintf(&b, "\t\ts.over[%d].Store(true)\n\t}()\n", t)
	}
	for range perThread {
		b.WriteString(operation(r, 0))
	}
	if group && r.IntN(3) > 0 {
		b.WriteString("\ts.wg.Wait()\n")
	}
	fmt.Fprintf(&b, "\ts.end(t, %d)\n", threads)
	return b.String()
}

// operation is one that a thread may make, or a few that belong together.
func operation(r *rand.Rand, thread int) string {
	k := r.IntN(2)
	x := fmt.Sprintf("s.see(%d, int(s.x[%d].Add(1)))", thread, k)
	text := ""
	switch r.IntN(19) {
	case 0:
		text = x
	case 1:
		text = fmt.Sprintf("s.see(%d, int(s.x[%d].Load()))", thread, k)
	case 2, 3:
		text = fmt.Sprintf("s.mu[%d].Lock(); %s; s.mu[%[1]d].Unlock()", k, x)
	case 4:
		text = fmt.Sprintf("s.mu[%d].Lock(); s.mu[%d].Lock(); s.mu[%[2]d].Unlock(); s.mu[%[1]d].Unlock()", k, 1-k)
	case 5:
		text = fmt.Sprintf("if s.mu[%d].TryLock() { %s; s.mu[%[1]d].Unlock() }", k, x)
	case 6:
		text = fmt.Sprintf("s.rw.RLock(); s.see(%d, int(s.x[%d].Load())); s.rw.RUnlock()", thread, k)
	case 7:
		text = fmt.Sprintf("s.rw.Lock(); %s; s.rw.Unlock()", x)
	case 8:
		text = fmt.Sprintf("if s.rw.TryRLock() { s.see(%d, 7); s.rw.RUnlock() }", thread)
	case 9:
		text = fmt.Sprintf("if s.rw.TryLock() { s.see(%d, 8); s.rw.Unlock() }", thread)
	case 10:
		text = fmt.Sprintf("s.ch[%d] <- %d", k, thread)
	case 11:
		text = fmt.Sprintf("s.see(%d, <-s.ch[%d])", thread, k)
	case 12:
		text = fmt.Sprintf("select { case v := <-s.ch[0]: s.see(%d, v); case v := <-s.ch[1]: s.see(%[1]d, v+10)", thread)
		if k == 0 {
			text += fmt.Sprintf("; default: s.see(%d, 9)", thread)
		}
		text += " }"
	case 13:
		text = fmt.Sprintf("s.once.Do(func() { %s })", x)
	case 14:
		text = fmt.Sprintf("s.y[%d]++", k)
	case 15:
		text = fmt.Sprintf("s.see(%d, s.y[%d])", thread, k)
	case 16:
		text = fmt.Sprintf("s.m.Store(%d, %d); s.m.Range(func(a, b any) bool { s.see(%[2]d, b.(int)); return true })", k,
			thread)
	case 17:
		text = "s.wg.Add(1); s.wg.Done()"
	case 18:
		text = "s.mu[0].Lock(); s.cond.Wait(); s.mu[0].Unlock()"
		if k == 0 {
			text = "s.cond.Broadcast()"
		}
	}
	return "\t\t" + text + "\n"
}
