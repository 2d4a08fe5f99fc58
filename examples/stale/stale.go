package stale

import (
	"slices"

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
	// Evidence lets the relaxed mode report of a run only that for which there is evidence in
	// the run: another thread writes what was read, and may do so before it is relied on.
	Evidence bool
	// Handover takes a value that was removed from where it was read for the
	// reader's own (thesis, section 4.4.4).
	Handover bool
	// Optimistic leaves out what happens only after the copy was compared with what is there
	// (thesis, figure 10.2). To compute with a copy is then no use yet, and neither is to pass it
	// to a function that does nothing but compute: what comes out of it is a copy, too.
	Optimistic bool
	// ThreadLocal leaves out data that no other thread can reach.
	ThreadLocal bool
	// ReadOnly leaves out data that is never written once it is published.
	ReadOnly bool
	// Answers leaves out errors and lengths that a function returns: they tell what was so.
	Answers bool
	// Channels follows values through channels: to send one is no use, and who receives it has
	// a copy that was read in another thread's block.
	Channels bool
}

// RelaxedOptions are those of the relaxed mode as a list to read.
func RelaxedOptions() Options { return Options{Relaxed: true, Handover: true, Optimistic: true} }

type checker struct {
	relaxed
	sent dataflow.Facts[envs.Lock, *State] // by channel: what was sent, in register 1
	pure map[envs.FuncID]bool              // functions that do nothing but compute, as far as they were looked at
}

func (c *checker) analysis() dataflow.Analysis[*State] {
	return dataflow.Analysis[*State]{
		Entry: c.Entry, Step: c.Step,
		Calls:  dataflow.Calls[*State]{Exit: c.Exit, Return: c.Return},
		Gather: dataflow.Gather{Again: c.Again, Forget: c.Forget, Drop: c.Drop},
		Needs:  c.Needs(), InOrder: c.NeedsInOrder(),
		Tuning: dataflow.Tuning[*State]{Skip: c.Skip},
	}
}

// New makes the checker for one analysis.
func New(opts Options) dataflow.Analysis[*State] {
	c := &checker{relaxed: relaxed{opts: opts}}
	c.strict = opts.Evidence
	return c.analysis()
}

// Needs is to know who can reach what is accessed, and which locks callers hold, where that matters.
func (c *checker) Needs() dataflow.Needs {
	var n dataflow.Needs
	if c.opts.ThreadLocal || c.opts.ReadOnly {
		n |= dataflow.Accesses
	}
	if c.opts.Relaxed {
		n |= dataflow.LockSets
	}
	if c.opts.Channels {
		n |= dataflow.Meetings
	}
	return n
}

// NeedsInOrder is to know who may come in between, in a run.
func (c *checker) NeedsInOrder() dataflow.Needs {
	if c.opts.Relaxed {
		return dataflow.Accesses | dataflow.Segments
	}
	return 0
}

// Again asks for another pass until all is known of what protects what, and of what is sent. What a pass has seen of a
// run is shown to the next one, too.
func (c *checker) Again() bool {
	c.book.Forget()
	gathered := c.opts.Relaxed && c.relaxed.Again() // each is asked each time: it also settles what the pass has shown
	return c.sent.Again() || gathered
}

// Forget begins another run.
func (c *checker) Forget() {
	c.book.Forget()
	c.sent.Forget()
	c.relaxed.Forget()
}

// Entry is the state in which nothing is shared.
func (c *checker) Entry(env envs.Env, fn *envs.Func) *State {
	if c.opts.Relaxed && !c.gathers(env) {
		return &State{flow: c.entry(env, fn)}
	}
	return fresh
}

// Step follows shared data through one operation and reports stale uses.
func (c *checker) Step(env envs.Env, op *envs.Op, s *State) *State {
	if c.opts.Relaxed {
		if c.gathers(env) {
			c.gather(env, op)
			return s
		}
		s = s.flowing()
		c.step(env, op, s.flow)
		if c.opts.Channels {
			s = c.passes(env, op, s)
		}
		return s
	}
	if c.opts.Channels && (op.Kind == envs.Send || op.Kind == envs.Receive) {
		return c.passes(env, op, s)
	}
	switch op.Kind {
	case envs.Release, envs.Wait:
		return s.released(env)
	case envs.Acquire, envs.TryAcquire, envs.Notify, envs.Nop, envs.Jump: // locks are not data
	case envs.Load:
		c.uses(env, op, s)
		if c.shared(env, op) {
			return s.set(op, &Origin{Loc: op.Loc, Block: env.Block(), Read: env.Point(), Acquired: env.Acquired(), Lock: env.LockPath()})
		}
	case envs.Compute, envs.Addr:
		c.uses(env, op, s)
		if c.opts.Optimistic {
			return s.set(op, s.compared(env, op))
		}
		return s.set(op, s.join(op.Uses))
	case envs.Move:
		return s.set(op, s.get(op.Uses[0]))
	case envs.Return: // not a use: the value travels on to the caller
	case envs.Branch, envs.Switch:
		c.uses(env, op, s)
		if c.opts.Optimistic {
			s = s.check(env, op)
		}
		return s
	case envs.Call:
		c.uses(env, op, s)
		if c.opts.Optimistic && c.computes(env, op.Callee) {
			return s.set(op, s.join(op.Uses))
		}
	default:
		c.uses(env, op, s)
	}
	return s.set(op, nil)
}

// shared reports whether op, a load, gives a copy of shared data: it reads memory
// that others may reach, inside a monitor block.
func (c *checker) shared(env envs.Env, op *envs.Op) bool {
	return !env.Block().None() &&
		!op.Is(envs.Local) &&
		!(c.opts.ThreadLocal && !env.MayShare()) &&
		!(c.opts.ReadOnly && !env.MayWrite()) &&
		!(c.opts.Handover && op.Is(envs.Handover))
}

// uses reports the operands of op that are stale.
func (c *checker) uses(env envs.Env, op *envs.Op, s *State) {
	if len(s.vals) == 0 {
		return
	}
	for i, r := range op.Uses {
		if o := s.get(r); o != nil && !o.Block.MustBe(env.Block()) && !slices.Contains(op.Uses[:i], r) && !c.harmless(env, op, s, o) {
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
		return "copy of " + short(env, loc.Name)
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

// short has names of packages for import paths.
func short(env envs.Env, name string) string { return envs.PackageNamesOf(env.Program()).Short(name) }

func report(env envs.Env, o *Origin, message, use string) {
	read := "read here"
	if o.Lock != nil {
		read += " under " + o.Lock.String()
	}
	story := []envs.Evidence{{At: o.Acquired, Text: "monitor block opened"}, {At: o.Read, Text: read}, {At: o.Released, Text: "lock released"}}
	if !o.Sent.IsZero() {
		story = append(story, envs.Evidence{At: o.Sent, Text: "sent to another thread"})
	}
	env.Report(envs.Report{Kind: KindValue, Cause: o.Read, Message: message, Evidence: append(story, envs.Evidence{At: env.Point(), Text: use})})
}

// Exit hands the origins of the results to the caller, in registers 1 and up,
// together with what the function writes.
func (c *checker) Exit(env envs.Env, ret *envs.Op, s *State) *State {
	if s.flow != nil {
		return &State{flow: c.exit(env, ret, s.flow)}
	}
	if s.empty() {
		return s
	}
	x := &State{}
	for i, r := range ret.Uses {
		if o := s.get(r); o != nil && !c.answers(env, ret, i) {
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
func (c *checker) Skip(env envs.Env, fn *envs.Func, steady bool, exits []*State) (*State, bool) {
	if c.opts.Relaxed || !steady || !env.Block().None() && fn.Results > 0 {
		return nil, false
	}
	return fresh, !slices.ContainsFunc(exits, func(x *State) bool { return !x.empty() })
}

// Return gives the call's results the origins that the callee found.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s *State) *State {
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
