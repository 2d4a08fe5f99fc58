package world

import (
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
)

// follow is what the lower stratum follows beside the locks, for checkers that ask for
// it: the threads that may be at a point, and the objects that others cannot reach.
// Callees are told apart by both, as far as there are not too many.
type follow struct {
	facts   *factTable
	knows   *envs.Knowledge
	private bool // objects are followed

	waits waitTable // what frames wait at, by function
	plain []*beside // by fact: nothing else beside it

	seenFacts map[envs.FuncID][]int32  // by function: the facts told apart
	seenKeys  map[envs.FuncID][]string // likewise: which arguments are private
}

// maxApart is how many facts, and how many sets of private arguments, a function is
// analysed with.
const maxApart = 8

func newFollow(prog envs.Program, needs ground.Cost) *follow {
	if needs&(needAccesses|needOrder|needSegments) == 0 {
		return nil
	}
	return &follow{
		facts:     newFactTable(),
		knows:     prog.Knows(),
		private:   needs&ofMemory != 0,
		seenFacts: map[envs.FuncID][]int32{}, seenKeys: map[envs.FuncID][]string{},
		waits: newWaitTable(prog),
	}
}

// entry fills in what fn knows when call starts it from state s, and names it.
func (f *follow) entry(s *locks, call *envs.Op, at envs.Point, fn *envs.Func, in *locks) (key string) {
	fact := f.facts.entered(s.fact)
	if call.Kind == envs.Fork && s.fact != 0 {
		_, fact = f.facts.fork(s.fact, siteOf(at), 0)
	}
	in.beside = f.beside(fact)
	key = f.factKey(fn.ID, fact)
	if call.Kind == envs.Fork || !f.private {
		return key
	}
	if in.mine = s.mine.enter(call, fn); len(in.mine) == 0 {
		return key
	}
	mine := in.mine.key()
	seen := f.seenKeys[fn.ID]
	switch {
	case slices.Contains(seen, mine):
	case len(seen) < maxApart:
		f.seenKeys[fn.ID] = append(seen, mine)
	default:
		in.mine = nil
		return key
	}
	return key + " " + mine
}

// beside is what is known where nothing is but a fact.
func (f *follow) beside(fact int32) *beside {
	for int(fact) >= len(f.plain) {
		f.plain = append(f.plain, nil)
	}
	if f.plain[fact] == nil {
		f.plain[fact] = &beside{follow: f, fact: fact}
	}
	return f.plain[fact]
}

// factKey tells a function's facts apart, as far as there are not too many.
func (f *follow) factKey(fn envs.FuncID, fact int32) string {
	if fact == 0 {
		return ""
	}
	seen := f.seenFacts[fn]
	switch {
	case slices.Contains(seen, fact):
	case len(seen) < maxApart:
		f.seenFacts[fn] = append(seen, fact)
	default:
		return "|*"
	}
	return "|" + strconv.Itoa(int(fact))
}

// followed is the effect of an operation on what is followed beside the locks.
func (l *locks) followed(op *envs.Op, at envs.Point) *locks {
	l = l.stepThreads(op, at)
	if !l.follow.private {
		return l
	}
	mine := l.mine.step(op, referents{l.follow.knows, at})
	return l.owning(mine)
}

// owning is l with other private objects.
func (l *locks) owning(mine privates) *locks {
	if len(mine) == len(l.mine) && (len(mine) == 0 || &mine[0] == &l.mine[0]) {
		return l
	}
	l = l.own()
	l.mine = mine
	return l
}

// interrupted is what is known after an operation was left by an exception.
func (l *locks) interrupted(op *envs.Op) *locks {
	if l.follow == nil {
		return l
	}
	if l.fact != 0 && op.Kind == envs.Call {
		t := l.follow.facts
		x := t.facts[l.fact] // and callees may have started threads that are known
		if fact := t.number(threadFact{facts.ForkUnknown(x.Fact), running{any: true}}); fact != l.fact {
			l = l.own()
			l.being(fact)
		}
	}
	return l.owning(l.mine.publish(op.Uses...))
}

// afterCallee is the effect of a callee on what is followed beside the locks.
func (l *locks) afterCallee(call *envs.Op, exit *locks) *locks {
	if fact := l.afterThreads(exit.fact); fact != l.fact {
		l = l.own()
		l.being(fact)
	}
	if !l.follow.private {
		return l
	}
	return l.owning(l.mine.after(call, exit.mine))
}

// mergeFollowed merges what is followed beside the locks.
func (l *locks) mergeFollowed(o *locks, own func() *locks) {
	if fact := l.follow.facts.join(l.fact, o.fact); fact != l.fact {
		own().being(fact)
	}
	if tells, fewer := commonTells(l.tells, o.tells); fewer {
		own().change().tells = tells
	}
	if len(l.handles) > 0 {
		if h, fewer := commonHandles(l.handles, o.handles); fewer {
			own().change().handles = h
		}
	}
	if l.follow.private {
		if mine, grew := l.mine.merge(o.mine); grew {
			own().mine = mine
		}
	}
}

// DropRegisters forgets private objects to which no register leads any more.
func (l *locks) DropRegisters(dead func(envs.Reg) bool) *locks { return l.owning(l.mine.drop(dead)) }
