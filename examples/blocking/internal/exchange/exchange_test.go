package exchange_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
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
`

// Objects that only their maker and its threads know are followed, with what is done to them at least and at most. What
// is stored elsewhere or returned is not.
func TestObjects(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module p\n\ngo 1.26\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.go"), []byte(text), 0o666))
	prog, err := gosrc.Load(context.Background(), gosrc.Config{Dir: dir})
	require.NoError(t, err)
	table := exchange.New(prog)
	var got []string
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for _, x := range table.Objects(fn) {
			line := fmt.Sprint(fn.Name, " group ", x.Group, " room ", x.Room)
			for _, pc := range x.Order() {
				use := x.At[pc]
				what := fmt.Sprint(use.Role, " times ", use.Times)
				if use.By != nil {
					what = fmt.Sprint("thread ", use.Thread, " least ", use.By.Least, " most ", use.By.Most)
					if slices.ContainsFunc(use.By.Sites, func(s exchange.Site) bool { return s.Drains }) {
						what += " drains"
					}
				}
				if use.Again {
					what += " again"
				}
				line += "; " + what
			}
			got = append(got, strings.TrimPrefix(line, "p."))
		}
	}
	require.Equal(t, []string{
		"known group false room 3; thread true least [1 0 0 0 0 0] most [2 0 1 0 0 0]; 1 times 1 again",
		"handed group false room 0; thread true least [0 1 0 0 0 0] most [0 7 0 0 0 0] drains; " +
			"thread true least [1 0 0 0 0 0] most [1 0 0 0 0 0]",
		"handed group true room -1; 3 times 2; thread true least [0 0 0 0 1 0] most [0 0 0 0 1 0]; 5 times 1",
	}, got)
}

// To add stays below what is counted.
func TestOften(t *testing.T) {
	a := exchange.Often{1, 5, exchange.Many}
	require.Equal(t, exchange.Often{2, exchange.Many, exchange.Many}, a.Plus(exchange.Often{1, 5, 1}))
}
