package threads

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
)

// A Program is a module that was drawn.
type Program struct {
	gogentest.Module
	Scenarios []Scenario
}

// A gen draws one scenario.
type gen struct {
	rnd       *rand.Rand
	number    int
	shapes    []string
	functions []*function
	threads   []*function
	vars      int
	locks     int
	under     int // a bit for each lock around
	takes     int // a bit for each lock that the function takes so far
}

func (g *gen) n(n int) int                { return g.rnd.IntN(n) }
func (g *gen) maybe(percent int) bool     { return g.n(100) < percent }
func (g *gen) pick(list ...string) string { return list[g.n(len(list))] }
func (g *gen) shape(name string)          { g.shapes = append(g.shapes, name) }

const goMod = "module drawn\n\ngo 1.26\n"

// maxEvents is how many steps a scenario has at most.
const maxEvents = 120

// Draw draws a program of n scenarios, the same one for the same seed.
func Draw(seed uint64, n int) *Program {
	p := &Program{Module: gogentest.Module{Files: map[string]string{"go.mod": goMod}, Shapes: map[string]int{}}}
	w := newWriter()
	var schedules strings.Builder
	for i := range n {
		for try := uint64(0); ; try++ {
			g := &gen{rnd: rand.New(rand.NewPCG(seed, uint64(i)<<16|try)), number: i}
			g.script()
			before, first := *w, w.line+1
			w.scenario(g)
			events, ok := g.schedule()
			if !ok {
				*w = before
				continue
			}
			for _, s := range g.shapes {
				p.Shapes[s]++
			}
			name := fmt.Sprintf("scenario%d", i)
			p.Scenarios = append(p.Scenarios, Scenario{Name: name, First: first, Last: w.line, Events: events})
			schedules.WriteString("\t{")
			for _, e := range events {
				if e.Op.step() {
					fmt.Fprintf(&schedules, "%d, ", e.Thread)
				}
			}
			schedules.WriteString("},\n")
			break
		}
	}
	w.main(n)
	p.Files["main.go"] = string(w.out)
	p.Files["baton/baton.go"] = batonText
	p.Files["baton/schedules.go"] = "package baton\n\nvar schedules = [][]uint8{\n" + schedules.String() + "}\n"
	return p
}

const batonText = `// Package baton lets one thread at a time go on, in the order of a schedule.
//
// syscall.Read and syscall.Write order goroutines for the race detector. The system calls themselves do not.
package baton

import (
	"syscall"
	"unsafe"
)

var (
	pipes    [8][2]int
	schedule []uint8
	at       int
)

func init() {
	for i := range pipes {
		if err := syscall.Pipe(pipes[i][:]); err != nil {
			panic(err)
		}
	}
}

// Start begins schedule i.
func Start(i int) {
	schedule, at = schedules[i], 0
	give()
}

// Turn waits until it is the turn of thread t.
func Turn(t int) { transfer(syscall.SYS_READ, pipes[t][0]) }

// Done ends a step.
func Done() {
	at++
	give()
}

func give() {
	if at < len(schedule) {
		transfer(syscall.SYS_WRITE, pipes[schedule[at]][1])
	}
}

// transfer reads or writes one byte.
func transfer(call uintptr, pipe int) {
	var b [1]byte
	for {
		n, _, err := syscall.Syscall(call, uintptr(pipe), uintptr(unsafe.Pointer(&b)), 1)
		if n == 1 {
			return
		}
		if err != syscall.EINTR {
			panic(err)
		}
	}
}
`
