package lineartest

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

func TestCounter(t *testing.T) {
	said := passes(t, Options{Executions: 400}, aCounter)
	if said != "" {
		require.Contains(t, said, "400 executions, each of a program and a schedule of its own")
	}
}

func TestQueue(t *testing.T) {
	slow(t)
	passes(t, Options{Executions: 500, Strategy: "pct"}, func(t *T) { // which has no model but itself
		q := new(queue)
		t.Command("Put", q.Put, rapid.IntRange(1, 3))
		t.Command("Take", q.Take)
	})
}

// TestEverySchedule executes small programs under every schedule.
func TestEverySchedule(t *testing.T) {
	slow(t)
	said := passes(t, Options{Strategy: "dpor", Programs: 5, Threads: 2, Calls: 1, After: -1}, aCounter)
	if said != "" {
		require.Contains(t, said, "every schedule of 5")
	}
}

// TestForgetful has a model that allows for entries that are gone.
func TestForgetful(t *testing.T) {
	slow(t)
	passes(t, Options{Executions: 400}, func(t *T) {
		c, model := new(counter), 0
		t.Command("Add", c.Add, rapid.IntRange(1, 3)).Model(func(n, sum int) bool { model += n; return sum == model })
		t.Command("Get", func() int { return min(c.Get(), 2) }).Model(func(n int) bool { return n <= model })
	})
}

func slow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds its package again and executes it")
	}
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
		return ""
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

func aHastyCounter(t *T) {
	c := new(hasty)
	t.Command("Add", c.Add, rapid.IntRange(1, 3))
	t.Command("Get", c.Get)
}

// TestHasty has two critical sections where one is needed.
func TestHasty(t *testing.T) {
	found := finds(t, Options{}, aHastyCounter, control.Fail, "thread=Add thread=Add", 1)
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
	slow(t)
	finds(t, Options{}, func(t *T) {
		c, model := new(lossy), int64(0)
		t.Command("Get", c.Get).Model(func() int64 { return model })
		t.Command("Inc", c.Inc).Model(func() { model++ })
	}, control.Fail, "thread=Inc thread=Inc after=Get", 1)
}

func TestDeadlock(t *testing.T) {
	slow(t)
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
	slow(t)
	found := finds(t, Options{Executions: 200}, func(t *T) {
		r := new(racy)
		t.Command("Set", r.Set, rapid.IntRange(1, 3))
		t.Command("Get", r.Get)
	}, raced, "thread=(Set thread=Set|Set thread=Get|Get thread=Set)", 1)
	if found != nil {
		require.Regexp(t, `race: a .* at .*\(\*racy\)\..* \(objects_test.go:\d+\) and a`, found.String())
	}
}

// TestSequential has a model that is wrong, or an object: no threads are needed to see it.
func TestSequential(t *testing.T) {
	slow(t)
	finds(t, Options{}, func(t *T) {
		c, model := new(counter), 0
		t.Command("Get", c.Get).Model(func() int { return model })
		t.Command("Add", c.Add, rapid.IntRange(-100, 100)).Model(func(n int) int {
			if model+n > 10 {
				return model
			}
			model += n
			return model
		})
	}, control.Fail, "(before|after)=Add", 0)
}

// TestInvariant has a command that says what is wrong, and an object whose size is drawn.
func TestInvariant(t *testing.T) {
	slow(t)
	found := finds(t, Options{}, func(t *T) {
		c := new(hasty)
		most := Draw(t, rapid.IntRange(3, 9), "most")
		closed := 0
		t.Cleanup(func() { closed++ })
		t.Command("Add", func(n int) {
			if c.Get()+n <= most {
				c.counter.Add(n)
			}
			if sum := c.Get(); sum > most || closed > 0 {
				t.Errorf("the sum is %d, with at most %d", sum, most)
			}
		}, rapid.IntRange(1, 3))
	}, control.Fail, "draw=\\d+ (before=Add(;Add)* )?thread=Add thread=Add", 1)
	if found != nil {
		require.Regexp(t, `the sum is \d+, with at most \d+`, found.String())
		require.Contains(t, found.String(), "failed: the test says so")
	}
}

func TestPanic(t *testing.T) {
	slow(t)
	found := finds(t, Options{}, func(t *T) {
		c := new(lossy)
		places := make([]int, 2)
		t.Command("Next", func() int {
			if c.Get() == 1 {
				c.Inc()
				return places[c.Get()-1]
			}
			c.n.Add(1)
			return 0
		})
		t.Command("Reset", func() { c.n.Store(0) })
	}, control.Panic, "(before=Next )?thread=Next thread=(Next|Reset)", 2)
	if found != nil {
		require.Contains(t, found.String(), "index out of range")
	}
}

// TestAgain sees a failure again, and wants it to be told in the same way.
func TestAgain(t *testing.T) {
	slow(t)
	first := finds(t, Options{}, aHastyCounter, control.Fail, "thread=Add thread=Add", 1)
	if first == nil {
		return
	}
	_, _, err := Options{}.withDefaults().find(t, aHastyCounter)
	require.ErrorContains(t, err, "the second check in its test")
	checked.Delete(t.Name())
	second := finds(t, Options{}, aHastyCounter, control.Fail, "thread=Add thread=Add", 1)
	require.Equal(t, first.String(), second.String(), "it is found in the same way each time")

	command := regexp.MustCompile(`PARALLAX_LINEAR='(.*)' go test`).FindStringSubmatch(first.String())
	require.NotNil(t, command)
	t.Setenv(envAgain, command[1])
	checked.Delete(t.Name())
	again, said, err := Options{}.withDefaults().find(t, aHastyCounter)
	require.NoError(t, err)
	require.NotNil(t, again, said)
	require.Equal(t, first.events, again.events)
	require.Equal(t, first.execution.Schedule, again.execution.Schedule)
	require.Empty(t, again.execution.Diverged)

	checked.Delete(t.Name())
	t.Setenv(envAgain, "thread=Add:0 thread=Add:0|1|0|TestAgain") // the threads one after the other
	passing, said, err := Options{}.withDefaults().find(t, aHastyCounter)
	require.NoError(t, err)
	require.Nil(t, passing)
	require.Equal(t, "the execution does not fail any more", said)

	for text, want := range map[string]string{
		"TestAgain":                  "1 parts",
		"thread=Add:x|1|0|TestAgain": `"x" where a number should be`,
		"thread=Add:1|x|0|TestAgain": `the random number "x"`,
		"thread=Add:1|1|?|TestAgain": `word 1 of the schedule is "?"`,
		"threat=Add:1|1|0|TestAgain": `a part "threat"`,
	} {
		checked.Delete(t.Name())
		t.Setenv(envAgain, text)
		_, _, err := Options{}.withDefaults().find(t, aHastyCounter)
		require.ErrorContains(t, err, want)
	}
}

// TestSubtest has a check in a subtest, beside one that fails.
func TestSubtest(t *testing.T) {
	slow(t)
	t.Run("wrong (1|2)", func(t *testing.T) {
		finds(t, Options{Executions: 100}, aHastyCounter, control.Fail, "thread=Add thread=Add", 1)
	})
	t.Run("right", func(t *testing.T) { passes(t, Options{Executions: 100}, aCounter) })
}
