//go:build linux

package wire_test

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

func TestCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	s, r := observe(t, build(t, false), "calls")
	require.NoError(t, r.err)
	require.Equal(t, "~main 0 1 +leaf 0 1 2 3 5 . 2 1 +leaf 0 1 4 5 . 2 1 "+
		"+recurse 0 1 +recurse 0 1 +recurse 0 2 . 2 . 2 . 2 1 "+
		"+locked 0 1 2 3 4 . 2 1 +try 0 1 2 3 4 . 2 1 +try 0 1 4 . 2 3 .", s.of(1))
	pid, id := r.ring.Writer()
	require.Equal(t, r.cmd.Process.Pid, pid)
	require.Equal(t, uint64(identity), id)
}

func TestPanics(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	s, r := observe(t, build(t, false), "panics")
	require.NoError(t, r.err)
	const panics, returns = "+mayPanic 0 !", "+mayPanic 0 2 ."
	require.Equal(t, "~main 0 1 "+
		"+guard 0 1 "+returns+" 2 +cleanup 0 1 . 3 . 2 1 "+
		"+guard 0 1 "+panics+" 4 5 6 +cleanup 0 1 . 7 9 . 2 1 "+
		"+guard 0 1 "+panics+" 4 5 6 +cleanup 0 1 . 7 9 . 2 1 "+
		"+deferLock 0 1 "+returns+" 2 3 . 2 1 "+
		"+outer 0 ~callback 0 1 . ~mayPanic 0 ! ~callback 0 1 . 1 "+returns+" 2 . 2 1 "+
		"+outer 0 ~callback 0 1 . ~mayPanic 0 2 . ~callback 0 1 . 1 "+returns+" 2 . 2 1 "+
		"+deferLock 0 1 "+panics+" 2 ! 2 1 "+
		"+leaf 0 1 4 5 . 2 3 .", s.of(1))
}

func TestGoexit(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	s, r := observe(t, build(t, false), "goexit")
	require.NoError(t, r.err)
	require.Equal(t, "~guard 0 1 +mayPanic 0 ! 4 5 6 +cleanup 0 1 . ! $", s.of(2))
	require.Equal(t, "~mayPanic 0 ! $", s.of(3))
}

// Each lock is held by one thread at a time, in the order of events, and all that was done under it is there.
func checkLocks(t *testing.T, path string) {
	prog := program()
	at := map[envs.Thread]envs.FuncID{}
	held, owner, taken := false, envs.Thread(0), 0
	r := start(t, wire.RingOptions{Behind: 4}, path, "locks", "5000")
	r.decode(func(e envs.Event) {
		switch {
		case e.Kind == envs.Enter:
			at[e.Thread] = e.Func
		case e.Kind == envs.Step && at[e.Thread] == fnLocked:
			switch prog[fnLocked].Ops[e.PC].Kind {
			case envs.Acquire:
				require.False(t, held, "thread %d takes the lock of thread %d", e.Thread, owner)
				held, owner = true, e.Thread
				taken++
			case envs.Release:
				require.True(t, held && owner == e.Thread)
				held = false
			}
		}
	})
	require.NoError(t, r.err, r.output())
	require.Equal(t, 8*5000, taken)
	require.Zero(t, r.ring.Stat().Skipped)
}

func TestLocks(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkLocks(t, build(t, false))
}

func TestLocksRace(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library once more")
	}
	checkLocks(t, build(t, true))
	s, r := observe(t, build(t, true), "goexit")
	require.NoError(t, r.err, r.output())
	require.Equal(t, "~guard 0 1 +mayPanic 0 ! 4 5 6 +cleanup 0 1 . ! $", s.of(2))
}

func TestManyGoroutines(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const n = 100000
	r := start(t, wire.RingOptions{Behind: 64}, build(t, false), "many", "100000")
	forks, started, ends, live, most := 0, 0, 0, map[envs.Thread]bool{}, 0
	in := map[envs.Thread]envs.FuncID{}
	d := r.decode(func(e envs.Event) {
		switch e.Kind {
		case envs.Enter:
			if e.Func == fnWorker {
				require.False(t, live[e.Thread])
				require.Greater(t, forks, started, "a goroutine comes before the statement that starts it")
				started++
				live[e.Thread] = true
				most = max(most, len(live))
			}
			in[e.Thread] = e.Func
		case envs.Step:
			if in[e.Thread] == fnSpawn && e.PC == 0 {
				forks++
			}
		case envs.End:
			require.True(t, live[e.Thread])
			delete(live, e.Thread)
			delete(in, e.Thread)
			ends++
		}
	})
	require.NoError(t, r.err, r.output())
	require.Equal(t, n, forks)
	require.GreaterOrEqual(t, ends, n-100) // the last ones may not have come to their end
	require.EqualValues(t, n+1, r.ring.Stat().Goroutines)
	require.Less(t, r.ring.Stat().Chunks, uint64(2000))
	t.Logf("%d records, at most %d goroutines at once, %d chunks", d.Records(), most, r.ring.Stat().Chunks)
}

// Goroutines that wait for ever in code with probes cost a chunk each and do not stop the others.
func TestManyParked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	r := start(t, wire.RingOptions{Behind: 8}, build(t, false), "parked", "20000")
	threads := map[envs.Thread]bool{}
	r.decode(func(e envs.Event) { threads[e.Thread] = true })
	require.NoError(t, r.err, r.output())
	require.Len(t, threads, 20001)
	require.Less(t, r.ring.Stat().Chunks, uint64(20200))
}

func TestDeepStack(t *testing.T) {
	r := start(t, wire.RingOptions{}, build(t, false), "stack", "100000")
	depth, most := 0, 0
	r.decode(func(e envs.Event) {
		switch e.Kind {
		case envs.Enter:
			require.True(t, depth == 0 || e.Direct)
			depth++
			most = max(most, depth)
		case envs.Leave:
			require.True(t, e.Done)
			depth--
		}
	})
	require.NoError(t, r.err, r.output())
	require.Equal(t, 100002, most)
	require.Zero(t, depth)
}

func TestNoRing(t *testing.T) {
	out, err := exec.Command(build(t, false), "panics").CombinedOutput()
	require.NoError(t, err)
	require.Equal(t, "done 0\n", string(out))
}

func TestExitAndCrash(t *testing.T) {
	s, r := observe(t, build(t, false), "exit")
	require.Equal(t, 3, r.cmd.ProcessState.ExitCode())
	require.Equal(t, "~main 0 1 +leaf 0 1 2 3 5 .", s.of(1))

	s, r = observe(t, build(t, false), "crash")
	require.Equal(t, 2, r.cmd.ProcessState.ExitCode())
	require.Contains(t, r.output(), "panic: as asked")
	require.Equal(t, "~main 0 1 +mayPanic 0", s.of(1))
}

// What a process that the program starts does is not seen, though it has the same environment.
func TestChildProcess(t *testing.T) {
	s, r := observe(t, build(t, false), "child")
	require.NoError(t, r.err, r.output())
	require.Equal(t, "done 0\ndone 0\n", r.output())
	require.Equal(t, "~main 0 1 +leaf 0 1 2 3 5 . 2 1 +leaf 0 1 4 5 . 2 3 .", s.of(1))
}

// Nothing that was written is lost when the program is killed.
func TestKill(t *testing.T) {
	const n = 1234
	r := start(t, wire.RingOptions{}, build(t, false), "kill", strconv.Itoa(n))
	require.Eventually(t, func() bool {
		b, _ := os.ReadFile(r.stdout)
		return string(b) == "written\n"
	}, 10*time.Second, time.Millisecond)
	require.NoError(t, r.cmd.Process.Kill())
	<-r.exited
	leaves := 0
	d := r.decode(func(e envs.Event) {
		if e.Kind == envs.Leave && e.Done {
			leaves++
		}
	})
	require.Equal(t, n, leaves)
	require.EqualValues(t, 1+1+3*n, d.Records())
}

// Killed in the middle of things, a program leaves a beginning of what it did.
func TestKillRunning(t *testing.T) {
	for i := range 5 {
		r := start(t, wire.RingOptions{Behind: 16}, build(t, false), "locks", "100000000")
		events := 0
		r.decode(func(envs.Event) {
			if events++; events == 20000*(i+1) {
				require.NoError(t, r.cmd.Process.Kill())
			}
		})
		require.Error(t, r.err)
		require.GreaterOrEqual(t, events, 20000*(i+1))
	}
}

// A slow observer slows the program down and loses nothing; the garbage collector is not held up meanwhile.
func TestSlowObserver(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const n = 50000
	r := start(t, wire.RingOptions{Behind: 2}, build(t, false), "flood", strconv.Itoa(n))
	leaves := 0
	r.decode(func(e envs.Event) {
		if e.Kind == envs.Leave {
			if leaves++; leaves%1000 == 0 {
				time.Sleep(2 * time.Millisecond)
			}
		}
	})
	require.NoError(t, r.err, r.output())
	require.Equal(t, n+1, leaves)
	require.Less(t, r.ring.Stat().Chunks, uint64(20))
}

// When there is no chunk left, records are dropped, the program goes on, and the observer is told.
func TestNoChunkLeft(t *testing.T) {
	r := start(t, wire.RingOptions{Chunks: 100}, build(t, false), "parked", "1000")
	for range r.ring.Batches(r.exited) {
	}
	require.NoError(t, r.err, r.output())
	require.NotZero(t, r.ring.Lost())
}

// An observer that dies leaves the program to run without probes.
func TestObserverDies(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	if os.Getenv("WIRE_TEST_OBSERVER") != "" {
		r := start(t, wire.RingOptions{Behind: 2}, os.Getenv("WIRE_TEST_OBSERVER"), "flood", "200000")
		n := 0
		r.decode(func(envs.Event) {
			if n++; n == 100000 {
				os.Stdout.WriteString(r.stdout + "\n")
				syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
		})
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestObserverDies$")
	cmd.Env = append(os.Environ(), "WIRE_TEST_OBSERVER="+build(t, false))
	out, err := cmd.Output()
	require.ErrorContains(t, err, "killed")
	stdout := strings.TrimSpace(string(out))
	defer os.Remove(stdout)
	require.Eventually(t, func() bool {
		b, _ := os.ReadFile(stdout)
		return string(b) == "done 0\n"
	}, 20*time.Second, 10*time.Millisecond)
}
