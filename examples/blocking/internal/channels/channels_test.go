package channels_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/callers"
	"github.com/seed38182bad/parallax/examples/blocking/internal/channels"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

const text = `package p

type box struct {
	in, out chan int
	Known   chan int
	replies chan chan string
	all     []chan bool
	any     any
}

func newBox() *box {
	return &box{in: make(chan int), out: pair(4), Known: make(chan int), replies: make(chan chan string),
		any: make(chan byte)}
}

func pair(n int) chan int { return make(chan int, 4) }

func (b *box) run() {
	for v := range b.in {                 // in
		b.out <- v                        // out
	}
	close(b.out)                          // out
	reply := <-b.replies                  // replies
	reply <- "a"                          // reply
	<-b.Known                             // Known
	b.any.(chan byte) <- 1                // any
}

func (b *box) ask() string {
	c := make(chan string, 1)
	b.replies <- c                        // replies
	return <-c                            // reply
}

func feed(to chan<- int, n int) {
	for i := range n {
		to <- i                           // in
	}
}

func Use() {
	b := newBox()
	go b.run()
	feed(b.in, 3)
	close(b.in)                           // in
	println(b.ask())
	<-b.any.(chan byte)                   // any
	for range b.out {                     // out
	}
}

func Lent(c chan int) { <-c }             // lent
`

// Channels are followed through fields, parameters, results, messages and interfaces. Those that others may know are
// open.
func TestClasses(t *testing.T) {
	prog := gotext.Load(t, text)
	table := channels.New(callers.Of(prog))
	names, lines := map[*channels.Class][]string{}, strings.Split(text, "\n")
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Send || op.Kind == envs.Receive || op.Kind == envs.Close {
				c := table.Of(id, op.Uses[0])
				require.NotNil(t, c)
				_, name, _ := strings.Cut(lines[prog.Position(envs.At(id, op.PC)).Line-1], "// ")
				names[c] = append(names[c], name)
			}
		}
	}
	var got []string
	for c, of := range names {
		slices.Sort(of)
		name := strings.Join(slices.Compact(of), " and ")
		got = append(got, fmt.Sprintf("%s: %d sends, %d receives, %d closes, %d made, room %d, open %v", name,
			len(c.Sends), len(c.Receives), len(c.Closes), len(c.Made), c.Room, c.Open))
		require.Equal(t, c.Room == 0 && len(c.Made) > 0, c.Unbuffered && len(c.Made) > 0)
	}
	slices.Sort(got)
	require.Equal(t, []string{
		"Known: 0 sends, 1 receives, 0 closes, 1 made, room 0, open false",
		"any: 1 sends, 1 receives, 0 closes, 1 made, room 0, open false",
		"in: 1 sends, 1 receives, 1 closes, 1 made, room 0, open false",
		"lent: 0 sends, 1 receives, 0 closes, 0 made, room 0, open true",
		"out: 1 sends, 1 receives, 1 closes, 1 made, room 4, open false",
		"replies: 1 sends, 1 receives, 0 closes, 1 made, room 0, open false",
		"reply: 1 sends, 1 receives, 0 closes, 1 made, room 1, open false",
	}, got)
}
