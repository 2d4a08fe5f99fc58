package serial

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// reportFound reports a cycle that has come about, once for each execution of the transaction.
func (c *checker) reportFound(env envs.Env, found *serial.Cycle) {
	if found.Again {
		return
	}
	edges := found.Edges()
	env.Report(envs.Report{
		Kind: Kind, Subject: name(env, found.Transaction.Func), At: edges[len(edges)-1].To.Site, Proved: true,
		Tell: func(env envs.Env, r *envs.Report) {
			r.Message = fmt.Sprintf("%s was not serializable: what other threads did has to come %s", r.Subject,
				transactions.Gap(env, placeOf(edges[0].From), placeOf(edges[len(edges)-1].To)))
			r.Items = items(env, edges)
			for i, e := range edges {
				from := who(env, e.From, found.Transaction)
				if i > 0 && edges[i-1].To.In != e.From.In {
					from = "later by the same thread" + in(env, e.From)
				} else if i > 0 {
					from = "by the same thread" + in(env, e.From)
				}
				r.Evidence = append(r.Evidence,
					envs.Evidence{At: e.From.At, Text: deed(env, e.From) + " " + from},
					envs.Evidence{At: e.To.At, Text: "then " + deed(env, e.To) + " " + who(env, e.To, found.Transaction)})
			}
		},
	})
}

// deed says what an event is.
func deed(env envs.Env, e serial.Event) string {
	if e.Begins {
		return "a transaction is begun"
	}
	return transactions.Deed(env, e.At)
}

// placeOf is where an operation is; of the beginning of a transaction it is zero, as there is no operation.
func placeOf(e serial.Event) envs.Point {
	if e.Begins {
		return envs.Point{}
	}
	return e.At
}

// items are the transactions of a cycle.
func items(env envs.Env, cycle []serial.Edge) (list []string) {
	for _, e := range cycle {
		for _, x := range [...]serial.Event{e.From, e.To} {
			if x.In.ID == 0 { // in no transaction, and so in no function of one
				continue
			}
			if item := "transaction " + name(env, x.In.Func); !slices.Contains(list, item) {
				list = append(list, item)
			}
		}
	}
	return list
}

// who says by whom an event was made.
func who(env envs.Env, e serial.Event, t serial.Transaction) string {
	if e.In.ID == t.ID {
		return "by " + name(env, t.Func)
	}
	return "by another thread" + in(env, e)
}

func in(env envs.Env, e serial.Event) string {
	if e.In.ID == 0 {
		return ""
	}
	return ", in " + name(env, e.In.Func)
}

func name(env envs.Env, fn envs.FuncID) string { return env.Program().Func(fn).Name }
