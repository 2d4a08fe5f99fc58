package linear

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs/gorun/control"
)

func aCounter(t *T) {
	c, model := new(counter), 0
	t.Command("Add", c.Add, rapid.IntRange(1, 3)).Model(func(n int) int { model += n; return model })
	t.Command("Get", c.Get).Model(func() int { return model })
	t.State(func() any { return model })
}

func TestCounter(t *testing.T) { passes(t, Options{}, aCounter) }

func TestQueue(t *testing.T) {
	passes(t, Options{Executions: 500}, func(t *T) {
		q := new(queue)
		t.Command("Put", q.Put, rapid.IntRange(1, 3))
		t.Command("Take", q.Take)
	})
}

// TestEverySchedule executes small programs under every schedule.
func TestEverySchedule(t *testing.T) {
	if testing.Short() {
		t.Skip("executes programs under every schedule")
	}
	said := passes(t, Options{Strategy: "dpor", Programs: 5, Threads: 2, Calls: 1, After: -1}, aCounter)
	require.Contains(t, said, "every schedule of 5 of them")
}

// inside reports whether the process is one in which a program is executed. Tests then only come to their check.
func inside(t *testing.T) bool {
	_, is := controlled(t)
	return is || os.Getenv(envProgram) != ""
}

// passes wants nothing to be found.
func passes(t *testing.T, o Options, f func(*T)) string {
	if inside(t) {
		o.Check(t, f)
		return "every schedule of 5 of them"
	}
	found, said, err := o.withDefaults().find(t, f)
	require.NoError(t, err)
	require.Nil(t, found)
	t.Log(said)
	return said
}

// finds wants a failure of some kind to be found, with a program that matches, and with so many preemptions at most.
func finds(t *testing.T, o Options, f func(*T), kind, program string, preemptions int) *failure {
	if inside(t) {
		o.Check(t, f)
		return nil
	}
	o = o.withDefaults()
	found, said, err := o.find(t, f)
	require.NoError(t, err)
	require.NotNil(t, found, said)
	t.Log(found)
	require.Equal(t, kind, found.kind)
	require.Regexp(t, "^"+program+"$", regexp.MustCompile(`:[\d,]+`).ReplaceAllString(found.program.String(), ""))
	require.GreaterOrEqual(t, found.preemptions, 0)
	require.LessOrEqual(t, found.preemptions, preemptions)
	require.Empty(t, found.execution.Diverged)
	require.NotEmpty(t, found.events)
	return found
}

// TestHasty has two critical sections where one is needed.
func TestHasty(t *testing.T) {
	found := finds(t, Options{}, func(t *T) {
		c := new(hasty)
		t.Command("Add", c.Add, rapid.IntRange(1, 3))
		t.Command("Get", c.Get)
	}, control.Fail, "thread=Add thread=Add", 1)
	if found != nil {
		require.Contains(t, found.String(), `
        thread 1     thread 2
        Add(1) ...
                     Add(1) = 1
        ... Add = 1
`)
	}
}

// TestLossy has two atomic operations where one is needed. Nobody is told but who looks later.
func TestLossy(t *testing.T) {
	finds(t, Options{}, func(t *T) {
		c, model := new(lossy), int64(0)
		t.Command("Get", c.Get).Model(func() int64 { return model })
		t.Command("Inc", c.Inc).Model(func() { model++ })
	}, control.Fail, "thread=Inc thread=Inc after=Get", 1)
}

func TestDeadlock(t *testing.T) {
	found := finds(t, Options{Executions: 4000}, func(t *T) {
		a := new(accounts)
		account := rapid.IntRange(0, 2)
		t.Command("Move", a.Move, account, account, rapid.IntRange(0, 10))
	}, control.Deadlock, "thread=Move thread=Move", 1)
	if found != nil {
		require.Regexp(t, `waits for a lock: .*\(\*accounts\).Move \(objects_test.go:\d+\)`, found.String())
	}
}

func TestRacy(t *testing.T) {
	found := finds(t, Options{}, func(t *T) {
		r := new(racy)
		t.Command("Set", r.Set, rapid.IntRange(1, 3))
		t.Command("Get", r.Get)
	}, raced, "thread=(Set thread=Set|Set thread=Get|Get thread=Set)", 0)
	if found != nil {
		require.Regexp(t, `race: a .* at .*\(\*racy\)\..* \(objects_test.go:\d+\) and a`, found.String())
	}
}
