package waiting_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// keeps is an analyzer that tells who is kept waiting for what while a thread waits.
func keeps() *dataflow.Analyzer {
	return dataflow.NewAnalyzer("keeps", "tells what threads wait for while they keep others waiting",
		func(r *dataflow.Requires) dataflow.Analysis[*waiting.State] {
			c := &checker{}
			c.Follower = waiting.Follow(r, false, c.told)
			return c.Analysis(r, c)
		})
}

type checker struct{ waiting.Follower }

func (c *checker) told(env envs.Env, s waiting.Step) (again bool) {
	from, to := c.Ask.LockName(s.From.Lock()), c.Ask.LockName(s.To.Lock())
	env.Report(envs.Report{Kind: "waits", Subject: from + " -> " + to})
	return true // what is reported at a visit is in the stead of what was at the one before
}

// A thread keeps others waiting for a lock that it holds, and for its end.
func Example() {
	program, err := ir.Parse("x.plx", `
class Lock { }
final a = new Lock
final b = new Lock
func take() { sync b { } }
func work() { sync a { } }
func main() {
	t = spawn work()
	sync a {
		take()
		join t
	}
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	paths, err := keeps().Fixpoint(context.Background(), program, dataflow.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range paths.Findings {
		fmt.Printf("line %d: %s\n", f.Pos.Line, f.Subject)
	}
	// Output:
	// line 5: a -> b
	// line 6: the end of a thread -> a
	// line 11: a -> the end of a thread
}
