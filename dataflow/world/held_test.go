package world

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// stackAsker asks which locks are held, if it is told to.
type stackAsker struct {
	blocks envs.Blocks
	locks  envs.Locks
	known  envs.LockSets

	asks  bool
	block envs.Block
	list  []envs.HeldLock
	set   envs.LockSet
	sets  *lockset.Table[envs.Lock]
}

func (a *stackAsker) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	a.blocks, a.locks, a.known = Blocks.For(r), Locks.For(r), LockSets.For(r)
	return dataflow.Analysis[dataflow.Nothing]{Entry: dataflow.Nothing{}.Entry, Step: a.step}
}

func (a *stackAsker) step(_ envs.Env, _ *envs.Op, n dataflow.Nothing) dataflow.Nothing {
	if a.block = a.blocks.Block(); a.asks {
		list, _ := a.locks.MayLocks()
		a.list, a.set, a.sets = slices.Clone(list), a.known.MustLocks(), a.known.Table()
	}
	return n
}

// The locks that a thread of a run holds follow the rules of the static driver's stack, in whatever order they are
// given back, and also where there are many.
func TestHeldLocksAreAStack(t *testing.T) {
	const take, takeShared, give, wait = 0, 1, 2, 3
	shared, exclusive := op(envs.Acquire, 0), op(envs.Acquire, 0)
	exclusive.Flags = envs.Reentrant
	shared.Flags = envs.Reentrant | envs.Shared
	prog := program(function("f", exclusive, shared, op(envs.Release, 0), op(envs.Wait, 0), op(envs.Return, 0)))
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var s stack
		a := &stackAsker{}
		w := dataflow.NewAnalyzer("asker", "", a.analysis).Replay(prog)
		require.NoError(t, w.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
		locks := make([]*envs.Path, 1+r.IntN(25))
		for i := range locks {
			locks[i] = &envs.Path{Root: envs.AtGlobal, Global: fmt.Sprint(i)}
		}
		blocks := map[string]string{} // those of the stack, by those of the run
		for site := int64(1); site < 200; site++ {
			i := r.IntN(len(locks))
			pc, at, held := int32(0), envs.Point{}, s.find(locks[i])
			switch pc = int32(r.IntN(5)); {
			case pc <= takeShared && held >= 0 && s[held].count > maxCount: // beyond it the stack does not count
				continue
			case pc <= takeShared:
				at = envs.At(0, pc)
				s, _ = s.acquire(hold{path: locks[i], site: site, at: at, read: pc == takeShared})
			case held < 0:
				continue
			case pc <= give+1:
				pc = give
				at = envs.At(0, pc)
				s, _ = s.release(locks[i], false, false, site, at)
			default:
				pc = wait
				at = envs.At(0, pc)
				s, _ = s.wait(locks[i], site, at)
			}
			a.asks = r.IntN(3) == 0 // what is not asked for is caught up with later
			require.NoError(t, w.Event(&envs.Event{Kind: envs.Step, Thread: 1, PC: pc, Obj: uint64(i + 1)}))
			block := s.block(nil)
			require.Equal(t, block.None(), a.block.None(), "seed %d, step %d", seed, site)
			if n := a.block.String(); blocks[n] == "" {
				blocks[n] = block.String()
			} else {
				require.Equal(t, blocks[n], block.String(), "seed %d, step %d", seed, site)
			}
			if !a.asks {
				continue
			}
			d := a.sets.Must()
			set := d.Empty()
			require.Len(t, a.list, len(s))
			for i, x := range s {
				l := a.list[i]
				require.Equal(t, x.read, l.Read)
				require.Equal(t, x.at, l.At)
				require.Equal(t, d.Acquire(d.Empty(), l.Lock, sideOf(x.read)), l.Names)
				set = d.Acquire(set, l.Lock, sideOf(x.read))
			}
			require.Equal(t, set, a.set)
		}
	}
}

func sideOf(read bool) lockset.Side {
	if read {
		return lockset.Read
	}
	return lockset.Write
}
