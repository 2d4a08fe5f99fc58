package views

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// apart tells of blocks of which another thread does one part without the rest.
type apart struct {
	*book
}

func (c *apart) analysis() dataflow.Analysis[blocks.State] {
	return dataflow.Analysis[blocks.State]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func newApart(r *dataflow.Requires) dataflow.Analysis[blocks.State] {
	c := &apart{}
	c.book = newBook(r, blocks.Options{}, c.seen)
	r.Gather(c)
	return c.analysis()
}

func (c *apart) Step(env envs.Env, op *envs.Op, s blocks.State) blocks.State {
	if op.Accesses() {
		s, _ = c.Add(env, s, c.memory.Variable())
		return s
	}
	return c.Follower.Step(env, op, s)
}

func (c *apart) seen(env envs.Env, p *place) {
	for _, s := range p.Shares {
		for q, n := range s.All() {
			for _, m := range p.Moments {
				if c.segments.MayOverlap(m.Segment, n.Segment) {
					list := s.Facts.Format(c.memory.VariableName)
					env.Report(envs.Report{Kind: "apart", Subject: q.Name(env) + " does " + list + " of " + p.Name(env)})
				}
			}
		}
	}
}

// What a block does is compared with what blocks of other threads do under the same lock.
func TestBook(t *testing.T) {
	program, err := ir.Parse("x.plx", `
class Account { balance, limit }
final account = new Account
func open() { sync account { account.limit = 10; account.balance = 0 } }
func pay() { sync account { account.balance = 1 } }
func main() { spawn open(); pay() }`)
	require.NoError(t, err)
	paths, err := dataflow.NewAnalyzer("apart", "", newApart).Fixpoint(context.Background(), program, dataflow.Options{})
	require.NoError(t, err)
	require.Len(t, paths.Findings, 1)
	require.Equal(t, "account in pay does {Account.balance} of account in open", paths.Findings[0].Subject)
}
