package lineartest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A program is what is executed: calls before, then threads side by side, then calls after. Its values are drawn by
// generators, each from a small number: equal numbers mean equal values of one generator.
type program struct {
	draws   []int // of Draw, in the order of its calls; 0 where there are no more
	before  []call
	threads [][]call
	after   []call
}

// A call is that of a command, with the numbers of its arguments.
type call struct {
	command string
	args    []int
}

// numbers is how many numbers there are from which values are drawn.
const numbers = 256

// A size bounds what a program has.
type size struct{ before, threads, calls, after int }

// randomProgram draws a program. The commands are those that the function under test names with these draws. A program
// has few of them, so that it is more often about what two of them have to do with each other (swarm testing: Groce,
// Zhang, Eide, Chen and Regehr, ISSTA 2012).
func randomProgram(rng *rand.Rand, of size, setup func(draws []int) []*Command) program {
	pool := make([]int, 1+rng.IntN(4)) // few, so that calls meet at the same values
	for i := range pool {
		pool[i] = rng.IntN(numbers)
	}
	var p program
	for range 4 {
		p.draws = append(p.draws, rng.IntN(numbers))
	}
	commands := slices.Clone(setup(p.draws))
	rng.Shuffle(len(commands), func(i, j int) { commands[i], commands[j] = commands[j], commands[i] })
	commands = commands[:min(len(commands), 1+rng.IntN(4))]
	calls := func(n int) (list []call) {
		for range n {
			if len(commands) == 0 {
				break
			}
			c := commands[rng.IntN(len(commands))]
			next := call{command: c.name}
			for range c.args {
				next.args = append(next.args, pool[rng.IntN(len(pool))])
			}
			list = append(list, next)
		}
		return list
	}
	p.before = calls(rng.IntN(of.before + 1))
	for range 2 + rng.IntN(of.threads-1) {
		p.threads = append(p.threads, calls(1+rng.IntN(of.calls)))
	}
	p.after = calls(rng.IntN(of.after + 1))
	return p
}

// String is the program in one line, which parse reads. Each word is a part, with a number for each value:
//
//	draw=7 before=Put:3,12 thread=Get:3;Get:4 thread=Len after=Len
func (p program) String() string {
	var words []string
	if len(p.draws) > 0 {
		words = append(words, "draw="+text(p.draws))
	}
	part := func(name string, calls []call) {
		var list []string
		for _, c := range calls {
			if len(c.args) == 0 {
				list = append(list, c.command)
			} else {
				list = append(list, c.command+":"+text(c.args))
			}
		}
		if len(list) > 0 {
			words = append(words, name+"="+strings.Join(list, ";"))
		}
	}
	part("before", p.before)
	for _, t := range p.threads {
		part("thread", t)
	}
	part("after", p.after)
	return strings.Join(words, " ")
}

func text(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
}

// parse reads what String writes.
func parse(s string) (p program, err error) {
	ints := func(s string) (list []int) {
		for word := range strings.SplitSeq(s, ",") {
			n, e := strconv.Atoi(word)
			if e != nil && err == nil {
				err = fmt.Errorf("lineartest: the program has %q where a number should be", word)
			}
			list = append(list, n)
		}
		return list
	}
	for word := range strings.FieldsSeq(s) {
		part, rest, _ := strings.Cut(word, "=")
		if part == "draw" {
			p.draws = ints(rest)
			continue
		}
		var calls []call
		for c := range strings.SplitSeq(rest, ";") {
			name, args, some := strings.Cut(c, ":")
			next := call{command: name}
			if some {
				next.args = ints(args)
			}
			calls = append(calls, next)
		}
		switch part {
		case "before":
			p.before = calls
		case "thread":
			p.threads = append(p.threads, calls)
		case "after":
			p.after = calls
		default:
			return p, fmt.Errorf("lineartest: the program has a part %q: want draw, before, thread or after", part)
		}
	}
	return p, err
}

func (p program) clone() program {
	q := program{draws: slices.Clone(p.draws), before: cloneCalls(p.before), after: cloneCalls(p.after)}
	for _, t := range p.threads {
		q.threads = append(q.threads, cloneCalls(t))
	}
	return q
}

func cloneCalls(list []call) (out []call) {
	for _, c := range list {
		out = append(out, call{c.command, slices.Clone(c.args)})
	}
	return out
}

// parts are the sequences of calls: those before, of each thread, and after.
func (p *program) parts() []*[]call {
	list := []*[]call{&p.before}
	for i := range p.threads {
		list = append(list, &p.threads[i])
	}
	return append(list, &p.after)
}
