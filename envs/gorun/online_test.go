package gorun_test

import (
	"context"
	"flag"
	"math"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/views"
)

var (
	onlineModule   = flag.String("gorun.module", "", "directory of a module whose tests run in TestOnline")
	onlinePatterns = flag.String("gorun.patterns", "./...", "comma-separated patterns for its packages")
	onlineStd      = flag.String("gorun.std", "", "comma-separated packages of the standard library whose tests do")
	onlineCalls    = flag.Int("gorun.calls", 8,
		"how many calls of a function a goroutine tells in any case; 0 means all")
	onlineCheckers = flag.String("gorun.checkers", "eraser race views lockorder eraser,race,views,lockorder",
		"sets of checkers to run with")
)

// TestOnline compares what it costs to look at tests while they run with what the race detector costs over running them
// natively: time of processors, ours included, and memory.
//
//	go test -run TestOnline -v -gorun.module /tmp/memberlist -gorun.run '-short -run Queue' -gorun.rounds 3
//	go test -run TestOnline -v -gorun.std container/list,encoding/json
//
// The module is left as it is, but what its tests write is written: give a copy.
func TestOnline(t *testing.T) {
	if *onlineModule == "" && *onlineStd == "" {
		// It takes minutes, and a module that is not part of this one.
		t.Skip("no module given with -gorun.module and no packages with -gorun.std")
	}
	o := online{t: t, rounds: max(1, *suiteRounds), flags: strings.Fields(*suiteRun), bare: map[string][2]usage{}}
	if *suiteSkip != "" {
		o.flags = append(o.flags, "-skip", *suiteSkip)
	}
	if *onlineModule != "" {
		o.packages(*onlineModule, strings.Split(*onlinePatterns, ","))
	}
	if *onlineStd != "" {
		for _, p := range strings.Split(*onlineStd, ",") {
			o.packages(t.TempDir(), []string{p})
		}
	}
	for _, names := range strings.Fields(*onlineCheckers) {
		if m := o.means[names]; m != nil {
			t.Logf("%s: geometric means over %d packages: of (observed-native)/(race-native) %.2f, in the program alone %.2f; "+
				"memory %.2f times native", names, m.n, m.mean(m.all), m.mean(m.program), m.mean(m.memory))
		}
	}
}

type online struct {
	t      *testing.T
	rounds int
	flags  []string
	bare   map[string][2]usage // by package: native, and with -race
	means  map[string]*means
}

// means are sums of logarithms.
type means struct {
	n                    int
	all, program, memory float64
}

func (m *means) mean(sum float64) float64 { return math.Exp(sum / float64(m.n)) }

// least is the cost of the race detector below which nothing is compared, and the least cost of ours that is
// told apart from none.
const leastRace, leastOurs = 20 * time.Millisecond, time.Millisecond

func (o *online) packages(dir string, patterns []string) {
	t, ctx := o.t, context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Patterns: patterns, Tests: true, KeepSyntax: true})
	require.NoError(t, err)
	for _, names := range strings.Fields(*onlineCheckers) {
		c := gorun.Config{Dir: dir, Tests: true, TestFlags: o.flags}
		asks(&c, names)
		c.Selects = dataflow.NewWatch(prog, checkers(names)...).Selects
		c.Repeats, c.Elements, c.Calls = true, 64, *onlineCalls
		b, err := gorun.Prepare(ctx, prog, c)
		require.NoError(t, err)
		for i, pkg := range b.Runs() {
			if out, err := exec.Command("go", "-C", dir, "list", "-f", "{{len .TestGoFiles}}{{len .XTestGoFiles}}",
				pkg).Output(); err != nil || string(out) == "00\n" {
				continue
			}
			o.run(ctx, prog, b, i, dir, pkg, names)
		}
		require.NoError(t, b.Close())
	}
}

// run compares the tests of one package.
func (o *online) run(ctx context.Context, prog *gosrc.Program, b *gorun.Build, i int, dir, pkg, names string) {
	t := o.t
	plain, known := o.bare[pkg]
	if !known {
		plain = [2]usage{bare(t, dir, pkg, o.flags, o.rounds, false), bare(t, dir, pkg, o.flags, o.rounds, true)}
		o.bare[pkg] = plain
	}
	if plain[0] == (usage{}) {
		return
	}
	require.NoError(t, b.Compile(ctx, i))
	var program usage
	observer := time.Duration(math.MaxInt64)
	var events, findings int
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the command does
	for range o.rounds {
		limited, cancel := context.WithTimeout(ctx, *suiteLimit)
		s := b.Session(limited, i)
		w := dataflow.NewWatch(prog, checkers(names)...)
		events = 0
		once, ours, err := observe(s, func(ev *envs.Event) {
			events++
			w.Event(ev)
		})
		observer, program = min(observer, ours), program.least(once)
		cancel()
		if err != nil {
			t.Logf("%s with %s: %v", pkg, names, err)
		}
		if exit, err := s.Wait(); err != nil || exit != 0 {
			t.Logf("%s with %s: exit %d: %v", pkg, names, exit, err)
		}
		findings = len(w.Findings())
	}
	native, race := plain[0], plain[1]
	over := race.cpu - native.cpu
	ratio := func(d time.Duration) float64 { return float64(max(d, leastOurs)) / float64(over) }
	all, alone := ratio(program.cpu+observer-native.cpu), ratio(program.cpu-native.cpu)
	memory := float64(program.rss) / float64(native.rss)
	t.Logf("%s with %s: native %v, race %v, program %v and observer %v; %d events, %d findings; memory %d, %d and %d MB",
		pkg, names, round(native.cpu), round(race.cpu), round(program.cpu), round(observer), events, findings,
		native.rss>>20, race.rss>>20, program.rss>>20)
	if over < leastRace {
		t.Logf("%s is too short to be compared", pkg)
		return
	}
	t.Logf("%s with %s: (observed-native)/(race-native) %.2f, in the program alone %.2f; memory %.2f times native", pkg,
		names, all, alone, memory)
	if o.means == nil {
		o.means = map[string]*means{}
	}
	m := o.means[names]
	if m == nil {
		m = &means{}
		o.means[names] = m
	}
	m.n++
	m.all += math.Log(all)
	m.program += math.Log(alone)
	m.memory += math.Log(memory)
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// checkers are new ones of these names.
func checkers(names string) (as []*dataflow.Analyzer) {
	for _, name := range strings.Split(names, ",") {
		switch name {
		case "eraser":
			as = append(as, eraser.Analyzer())
		case "race":
			as = append(as, race.Analyzer())
		case "views":
			as = append(as, views.Analyzer())
		case "lockorder":
			as = append(as, lockorder.Analyzer())
		default:
			panic("-gorun.checkers: no checker " + name)
		}
	}
	return as
}

// asks asks for what checkers have to see of a run.
func asks(c *gorun.Config, names string) {
	for _, a := range checkers(names) {
		runs := func(facets ...dataflow.AnyFacet) bool { return a.Requires(dataflow.OnRuns, facets...) }
		c.Accesses = c.Accesses || runs(world.Memory, world.Races)
		c.Order = c.Order || runs(world.Races, world.Segments, world.Sequence)
		c.Meetings = c.Meetings || runs(world.Meetings)
	}
}
