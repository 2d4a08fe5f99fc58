package exchange_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

const text = `package p

import "sync"

func known() {
	a := make(chan int, 3)          // a: room 3
	go func() {                     // thread: sends 1 to 2, closes 0 to 1
		if len(a) > 2 {
			a <- 1
			close(a)
			return
		}
		a <- 2
		a <- 3
	}()
	for range 3 {
		<-a                         // receives, again
	}
}

func drained(c <-chan string) {
	for range c {
	}
}

func handed() {
	c := make(chan string)
	go drained(c)                   // thread: drains
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); c <- "" }()
	wg.Wait()
}

type box struct{ c chan int }

func lost(b *box) chan int {
	kept := make(chan int)
	b.c = kept
	back := make(chan int)
	return back
}

func handsOver(c <-chan int) (int, chan int) {
	results := make(chan int, 2)
	results <- 1
	go func() {                     // captures what it is handed: receives 1
		results <- <-c
	}()
	return 0, results
}

func uses() {
	c := make(chan int)
	_, results := handsOver(c)      // room 2; sends 1; thread: sends 1
	c <- 1
	<-results
}

func either(b bool) chan int {
	one, two := make(chan int), make(chan int)
	if b {
		return one
	}
	return two                      // neither is known to be returned
}

func measured(all []int) {
	c := make(chan int, 3*len(all)) // room for 3 each
	for range all {
		go func() { c <- 1 }()  // in a round
	}
	for range 7 {
		go func() { c <- 2 }()
	}
}

func iterates(all func(func(int) bool)) {
	c := make(chan int)
	go func() {
		for n := range all {    // thread: sends, again
			c <- n
		}
	}()
	<-c
}
`

const loops = `package p

func counted(n int) {
	c := make(chan int)
	for range n {
		if <-c > 2 {
			return // early
		}
	}
}

func ranged(all []int) {
	c := make(chan int)
	for range all {
		if <-c > 2 {
			break // early
		}
	}
}

func closed() {
	c := make(chan int)
	for v := range c {
		if v > 2 {
			break // early
		}
	}
}

func last() {
	c := make(chan int)
	for {
		if <-c > 2 {
			return
		}
	}
}

func drained(n int) {
	c := make(chan int)
	for range n {
		if <-c > 2 {
			for range n {
				<-c
			}
			return
		}
	}
}

func two() {
	c := make(chan int)
	for range 3 {
		<-c
	}
	for range 3 {
		println()
	}
}
`

// A loop that receives is left early by a branch behind the receive, if there is another way out of it.
func TestLeavesEarly(t *testing.T) {
	prog := gotext.Load(t, loops)
	table := exchange.New(prog)
	early := map[string]int{}
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for _, x := range table.Objects(fn) {
			for i := range fn.Ops {
				for _, to := range fn.Targets(&fn.Ops[i]) {
					if fn.Ops[i].Kind == envs.Branch && table.LeavesEarly(fn, x, int32(i), to) {
						early[strings.TrimPrefix(fn.Name, "p.")]++
					}
				}
			}
		}
	}
	require.Equal(t, map[string]int{"counted": 1, "ranged": 1, "closed": 1}, early)
}

func describe(use exchange.Use) string {
	what := fmt.Sprint(use.Role, " times ", use.Times)
	if use.By != nil && use.Threads == nil {
		what = fmt.Sprint("least ", use.By.Least[:exchange.Answers], " most ", use.By.Most[:exchange.Answers])
	}
	if by := use.Threads; by != nil {
		what = strings.TrimPrefix(fmt.Sprint("least ", use.By.Least[:exchange.Answers], " "), "least [0 0 0 0 0 0] ")
		what += fmt.Sprint("thread least ", by.Least[:exchange.Answers], " most ", by.Most[:exchange.Answers])
		if slices.ContainsFunc(by.Sites, func(s exchange.Site) bool { return s.Drains }) {
			what += " drains"
		}
	}
	if use.Again {
		what += " again"
	}
	if use.Round {
		what += " round"
	}
	return what
}

// Objects that only their maker and its threads know are followed, with what is done to them at least and at most. What
// is stored elsewhere or returned is not.
func TestObjects(t *testing.T) {
	prog := gotext.Load(t, text)
	table := exchange.New(prog)
	var got []string
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for _, x := range table.Objects(fn) {
			line := fmt.Sprint(fn.Name, " group ", x.Group, " room ", x.Room)
			if x.Each > 0 {
				line += fmt.Sprint(" each ", x.Each)
			}
			for _, pc := range x.Order() {
				line += "; " + describe(x.At[pc])
			}
			got = append(got, strings.TrimPrefix(line, "p."))
		}
	}
	require.Equal(t, []string{
		"known group false room 3; thread least [1 0 0 0 0 0] most [2 0 1 0 0 0]; 1 times 1 again",
		"handed group false room 0; thread least [0 1 0 0 0 0] most [0 7 0 0 0 0] drains; " +
			"thread least [1 0 0 0 0 0] most [1 0 0 0 0 0]",
		"handed group true room -1; 3 times 2; thread least [0 0 0 0 1 0] most [0 0 0 0 1 0]; 5 times 1",
		"uses group false room 0; thread least [0 1 0 0 0 0] most [0 1 0 0 0 0]; 0 times 1",
		"uses group false room 2; least [1 0 0 0 0 0] thread least [1 0 0 0 0 0] most [1 0 0 0 0 0]; 1 times 1",
		"measured group false room -1 each 3; thread least [1 0 0 0 0 0] most [1 0 0 0 0 0] again round; " +
			"thread least [1 0 0 0 0 0] most [1 0 0 0 0 0] again",
		"iterates group false room 0; thread least [0 0 0 0 0 0] most [7 0 0 0 0 0]; 1 times 1",
	}, got)
}

// To add stays below what is counted.
func TestOften(t *testing.T) {
	a := exchange.Often{1, 5, exchange.Many}
	require.Equal(t, exchange.Often{2, exchange.Many, exchange.Many}, a.Plus(exchange.Often{1, 5, 1}))
}
