package stale

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Name is the checker's name in findings, suppressions and flags.
const Name = "stale"

// Options choose what counts as a report. The zero Options are the plain mode.
type Options struct {
	// Relaxed reports only stale values that reach a write to shared data under
	// the lock they were read under, or decide whether such a write happens.
	Relaxed bool
	// Handover takes a value that was removed from where it was read for the
	// reader's own (thesis, section 4.4.4).
	Handover bool
	// ThreadLocal leaves out data that no other thread can reach.
	ThreadLocal bool
	// ReadOnly leaves out data that is never written once it is published.
	ReadOnly bool
}

// Checker is the algorithm. It is a dataflow.Checker and a dataflow.Caller.
type Checker struct {
	opts Options
	relaxed
}

var (
	_ dataflow.Caller[*State] = (*Checker)(nil)
	_ dataflow.Repeater       = (*Checker)(nil)
	_ dataflow.Needer         = (*Checker)(nil)
)

// New makes a checker.
func New(opts Options) *Checker { return &Checker{opts: opts} }

// Needs is to know who can reach what is accessed, and which locks callers hold, where that matters.
func (c *Checker) Needs() dataflow.Needs {
	var n dataflow.Needs
	if c.opts.ThreadLocal || c.opts.ReadOnly {
		n |= dataflow.Accesses
	}
	if c.opts.Relaxed {
		n |= dataflow.LockSets
	}
	return n
}

// Entry is the state in which nothing is shared.
func (c *Checker) Entry(env envs.Env, fn *envs.Func) *State {
	if c.opts.Relaxed && !c.gathers(env) {
		return &State{flow: c.entry(env, fn)}
	}
	return fresh
}

// Step follows shared data through one operation and reports stale uses.
func (c *Checker) Step(env envs.Env, op *envs.Op, s *State) *State {
	if c.opts.Relaxed {
		if c.gathers(env) {
			c.gather(env, op)
			return s
		}
		s = s.flowing()
		c.step(env, op, s.flow)
		return s
	}
	switch op.Kind {
	case envs.Release, envs.Wait:
		return s.released(env)
	case envs.Acquire, envs.TryAcquire, envs.Notify, envs.Nop, envs.Jump: // locks are not data
	case envs.Load:
		c.uses(env, op, s)
		if c.shared(env, op) {
			return s.set(op, &Origin{Block: env.Block(), Read: env.Point(), Acquired: env.Acquired(), Lock: env.LockPath()})
		}
	case envs.Compute, envs.Addr:
		c.uses(env, op, s)
		return s.set(op, s.join(op.Uses))
	case envs.Move:
		return s.set(op, s.get(op.Uses[0]))
	case envs.Return: // not a use: the value travels on to the caller
	case envs.Branch, envs.Switch:
		c.uses(env, op, s)
		return s
	default:
		c.uses(env, op, s)
	}
	return s.set(op, nil)
}

// shared reports whether op, a load, gives a copy of shared data: it reads memory
// that others may reach, inside a monitor block.
func (c *Checker) shared(env envs.Env, op *envs.Op) bool {
	return !env.Block().None() &&
		!op.Is(envs.Local) &&
		!(c.opts.ThreadLocal && !env.MayShare()) &&
		!(c.opts.ReadOnly && !env.MayWrite()) &&
		!(c.opts.Handover && op.Is(envs.Handover))
}

// uses reports the operands of op that are stale.
func (c *Checker) uses(env envs.Env, op *envs.Op, s *State) {
	if len(s.vals) == 0 {
		return
	}
	for i, r := range op.Uses {
		if o := s.get(r); o != nil && !o.Block.MustBe(env.Block()) && !slices.Contains(op.Uses[:i], r) {
			report(env, o, subject(env, r, o)+" is used outside the monitor block in which it was read", "used here")
		}
	}
}

// subject names a stale value: by its variable if that is known, else by what it
// is a copy of.
func subject(env envs.Env, r envs.Reg, o *Origin) string {
	if name := env.Func().RegNames[r]; name != "" {
		return name
	}
	if loc := origin(env, o); loc != nil {
		return "copy of " + short(loc.Name)
	}
	return "copy of shared data"
}

// origin is the class of memory that a value was read from, nil if unknown.
func origin(env envs.Env, o *Origin) *envs.Loc {
	if fn := env.Program().Func(o.Read.Func()); fn != nil {
		return fn.Ops[o.Read.PC()].Loc
	}
	return nil
}

// short leaves out the folders of import paths: "map[string]*b.T" for
// "map[string]*example.org/a/b.T".
func short(name string) string {
	var b strings.Builder
	start := 0
	for i := range len(name) {
		switch c := name[i]; {
		case c == '/':
			start = i + 1
		case strings.IndexByte("[]*(), {}", c) >= 0:
			b.WriteString(name[start : i+1])
			start = i + 1
		}
	}
	b.WriteString(name[start:])
	return b.String()
}

func report(env envs.Env, o *Origin, message, use string) {
	read := "read here"
	if o.Lock != nil {
		read += " under " + o.Lock.String()
	}
	env.Report(envs.Report{Kind: KindValue, Cause: o.Read, Message: message, Evidence: []envs.Evidence{
		{At: o.Acquired, Text: "monitor block opened"},
		{At: o.Read, Text: read},
		{At: o.Released, Text: "lock released"},
		{At: env.Point(), Text: use},
	}})
}

// Exit hands the origins of the results to the caller, in registers 1 and up,
// together with what the function writes.
func (c *Checker) Exit(env envs.Env, ret *envs.Op, s *State) *State {
	if s.flow != nil {
		return &State{flow: c.exit(env, ret, s.flow)}
	}
	if s.empty() {
		return s
	}
	x := &State{}
	for i, r := range ret.Uses {
		if o := s.get(r); o != nil {
			x = x.put(envs.Reg(i+1), o)
		}
	}
	if x.empty() {
		return fresh
	}
	return x
}

// Skip passes over frames that stay in one block: nothing is used outside it. If
// no lock is held nothing is shared, and what has no results hands no copy over. In the
// relaxed mode it matters what is written with no lock held, too.
func (c *Checker) Skip(env envs.Env, fn *envs.Func, steady bool, exits []*State) (*State, bool) {
	if c.opts.Relaxed || !steady || !env.Block().None() && fn.Results > 0 {
		return nil, false
	}
	return fresh, !slices.ContainsFunc(exits, func(x *State) bool { return !x.empty() })
}

// Return gives the call's results the origins that the callee found.
func (c *Checker) Return(env envs.Env, call *envs.Op, exit, s *State) *State {
	if c.opts.Relaxed {
		c.Returned(env, call)
		if c.gathers(env) {
			return s
		}
		s = s.flowing()
		c.call(env, call, exit.flow, s.flow)
		return s
	}
	s = s.released(env)
	for _, v := range exit.vals {
		if int(v.reg) > int(call.Results) {
			continue
		}
		o := *v.Origin
		if o.Lock = o.Lock.In(call.Callee.Args); o.Block.MustBe(env.Block()) {
			// Read under a lock that is held here too, by whatever name.
			if o.Lock == nil {
				o.Lock = env.LockPath()
			}
			if o.Acquired.IsZero() {
				o.Acquired = env.Acquired()
			}
		}
		r, n := call.Dst+v.reg-1, &o
		if old := s.get(r); old != nil {
			n = old.join(n)
		}
		s = s.put(r, n)
	}
	return s
}
