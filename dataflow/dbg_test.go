package dataflow

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed38182bad/parallax/envs/gosrc"
)

func TestDbg(t *testing.T) {
	p, err := gosrc.Load(context.Background(), gosrc.Config{Dir: "/tmp", Patterns: []string{"std"}})
	if err != nil {
		t.Fatal(err)
	}
	c, _ := SolveContexts(context.Background(), p)
	e := newEngine[unit](context.Background(), p, countChecker{}, Options{}.withDefaults())
	e.strat = &checkStratum[unit]{c: c}
	for _, r := range c.roots {
		if err := e.root(e.instanceOf(instKey{fn: c.frames[r].fn, below: r})); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	byName := map[string]int{}
	for _, in := range c.eng.insts {
		if in.key.ctx == "" && in.hasExit && (len(in.exit.held) > 0 || in.exit.many) {
			n++
			h := ""
			for _, x := range in.exit.held {
				h += fmt.Sprintf("%v maybe=%v site=%d at=%v; ", x.path, x.maybe, x.site, x.at)
			}
			if n < 80 {
				fmt.Println(in.fn.Name, h, in.exit.many)
			}
			for _, x := range in.exit.held {
				byName[fmt.Sprint(x.at)]++
			}
		}
	}
	fmt.Println(n, len(c.eng.insts))
	for k, v := range byName {
		if v > 20 {
			fmt.Println(k, v)
		}
	}
	for _, k := range []string{""} {
		cnt := map[string]int{}
		for _, in := range c.eng.insts {
			cnt[in.key.ctx]++
		}
		for k, v := range cnt {
			if v > 100 {
				fmt.Println("ctx", k, v)
			}
		}
		_ = k
	}
}
