package lineartest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// Options say what is executed. The zero value is that of Check.
type Options struct {
	// Executions is how many there are, each of a program and a schedule of its own: 3,000 if zero, and a fifth of that
	// with "go test -short". With strategies that search it is how many there are of each program.
	Executions int
	// Strategy is one of explore.Names. Those that search (dpor, all) execute all schedules of a program. If it is empty,
	// schedules are drawn by pct, walk and pos, a third by each.
	Strategy string
	// Programs is how many there are with strategies that search, 20 if zero.
	Programs int
	// Threads is how many call commands side by side at most, 3 if zero, and Calls how many calls each makes, 3 if zero.
	// Before and After are how many calls are made before and after at most, 2 if zero, and none if negative.
	Threads, Calls, Before, After int
	// Seed is what is drawn from: the same programs and schedules each time.
	Seed uint64
	// BuildFlags are passed to the go command that builds the test again, such as -tags.
	BuildFlags []string
}

// Check checks that the object that f makes is linearizable, with Options that are zero. It is the only call of Check
// in its test or subtest. What the test does before is done in each execution.
func Check(t *testing.T, f func(*T)) {
	t.Helper()
	Options{}.Check(t, f)
}

// Check checks that the object that f makes is linearizable.
func (o Options) Check(t *testing.T, f func(*T)) {
	t.Helper()
	o = o.withDefaults()
	if random, is := controlled(t); is {
		o.execute(t, f, random)
		return
	}
	found, said, err := o.find(t, f)
	switch {
	case err != nil:
		t.Fatal(err)
	case found != nil:
		t.Error(found.String())
	default:
		t.Log(said)
	}
}

func (o Options) withDefaults() Options {
	if o.Executions == 0 {
		o.Executions = 3000
		if testing.Short() {
			o.Executions /= 5
		}
	}
	o.Programs, o.Threads, o.Calls = cmp.Or(o.Programs, 20), max(cmp.Or(o.Threads, 3), 2), cmp.Or(o.Calls, 3)
	o.Before, o.After = max(cmp.Or(o.Before, 2), 0), max(cmp.Or(o.After, 2), 0)
	return o
}

// What a process is told that is controlled: the program and the test, and to which file to write what happens. That is
// done at the end, as what is written at once orders threads, and hides data races. But executions that do not come to
// their end need it.
const (
	envProgram = "PARALLAX_LINEAR_PROGRAM"
	envEvents  = "PARALLAX_LINEAR_EVENTS"
	atOnce     = "now:"
	toDraw     = "*" // in place of a program
)

// controlled reports whether the test is executed under control, and gives the execution's random number. Package
// testing of such a program has this method.
func controlled(t *testing.T) (random uint64, is bool) {
	if c, ok := any(t).(interface{ Controlled() (uint64, bool) }); ok {
		return c.Controlled()
	}
	return 0, false
}

// execute makes one execution, under control.
func (o Options) execute(t *testing.T, f func(*T), random uint64) {
	t.Helper()
	text, test, _ := strings.Cut(os.Getenv(envProgram), "|")
	if test != "" && test != t.Name() {
		return // another test's program, of which this one is a part
	}
	var p program
	var err error
	if test == "" || text == toDraw {
		p, err = o.draw(t, f, random)
	} else {
		p, err = parse(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	name, now := strings.CutPrefix(os.Getenv(envEvents), atOnce)
	var file *os.File
	if name != "" {
		if file, err = os.Create(name); err != nil {
			t.Fatal(err)
		}
		defer file.Close()
	}
	tell := func(e event) {
		line, err := json.Marshal(e)
		if err == nil {
			_, err = file.Write(append(line, '\n'))
		}
		if err != nil {
			t.Error(err)
		}
	}
	soon := tell
	if !now {
		soon = nil
	}
	h, err := p.perform(t, f, soon)
	if err != nil {
		t.Fatal(err)
	}
	if file != nil && !now {
		for _, e := range h.events() {
			tell(e)
		}
	}
	if _, ok := h.linearize(t, f, p.draws); !ok {
		t.Errorf("%s\n%s", notLinearizable, table(h.events(), len(p.threads)))
	}
}

const notLinearizable = "not linearizable: in no sequential order these calls have these results"

// draw draws the program of an execution.
func (o Options) draw(t *testing.T, f func(*T), random uint64) (p program, err error) {
	rng := rand.New(rand.NewPCG(random, o.Seed))
	sizes := size{o.Before, o.Threads, o.Calls, o.After}
	if o.Before+o.Threads*o.Calls+o.After > maxCalls {
		return p, fmt.Errorf("lineartest: programs may have more than %d calls", maxCalls)
	}
	drawn := 0
	p = randomProgram(rng, sizes, func(draws []int) []*Command {
		x, e := object(t, f, draws)
		if err = errors.Join(err, e); err != nil {
			return nil
		}
		x.cleanup()
		drawn = len(x.drawn)
		return x.commands
	})
	p.draws = p.draws[:min(drawn, len(p.draws))]
	return p, err
}
