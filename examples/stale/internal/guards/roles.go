package guards

import "github.com/seed38182bad/parallax/envs"

// A role is a thread of which there is one for each object: who makes an object starts it, once, and nobody else
// starts one with the same function. The object is what a parameter is, or leads to it by fields. It is the same
// parameter in all functions that the thread calls, or another one that is handed it. Calls of which the caller has no
// name for what it hands over are those of other threads.
type role struct {
	thread envs.FuncID // with which it begins
	param  envs.Reg    // of the function that executes in it
}

// starts notes that a Fork, or a function that a Call calls, starts a thread that executes a function. made reports
// whether a register holds an object that the function has made itself.
func (b *Book) starts(env envs.Env, op *envs.Op, to *envs.Callee, made func(envs.Reg) bool) {
	fn, at := env.Func(), env.Point()
	for _, f := range to.Funcs {
		args := to.ArgsOf(f)
		var of []envs.Reg
		for i, p := range args {
			if p != nil && p.Root == envs.AtReg && p.Steps == "" && made(p.Reg) {
				of = append(of, envs.Reg(i))
			}
		}
		if len(of) > 0 && fn.After(op.PC)[op.PC] {
			of = nil
		}
		b.site(f, at, &site{caller: fn.ID, forks: true, args: args, of: of})
	}
}

// site adds a call of f, or finds that it is there.
func (b *Book) site(f envs.FuncID, at envs.Point, s *site) (_ *site, found bool) {
	all := inner(&b.calls, f)
	if old := all[at]; old != nil {
		return old, true
	}
	all[at] = s
	return s, false
}

// assign counts for each role the calls of f at which the caller has it. A role counts that most calls of the caller
// have.
func (b *Book) assign(f envs.FuncID, root bool) map[role]share {
	now, all, forks := map[role]share{}, 0, 0
	if root {
		all++
	}
	for _, s := range b.calls[f] {
		if s.forks {
			forks++
		}
	}
	for _, s := range b.calls[f] {
		if s.caller == f && !s.forks || b.early(s) || forks > 0 && b.byValue(s) {
			continue
		}
		all++
		for r := range b.rolesAt(f, s, forks == 1) {
			n := now[r]
			n.held++
			now[r] = n
		}
	}
	for r, n := range now {
		n.all = all
		now[r] = n
	}
	return now
}

// rolesAt are the roles that f has at a call, as far as that one tells; once says that no more than one place starts a
// thread with f.
func (b *Book) rolesAt(f envs.FuncID, s *site, once bool) map[role]bool {
	has := map[role]bool{}
	if s.forks {
		for _, p := range s.of {
			if once {
				has[role{f, p}] = true
			}
		}
		return has
	}
	for r, n := range b.roles[s.caller] {
		for i, p := range s.args {
			if n.mostly() && within(p, r) {
				has[role{r.thread, envs.Reg(i)}] = true
			}
		}
	}
	return has
}

// byValue reports whether a call is one of a function value, or is made by a function that is only called so. Of a
// function that is handed to another one, which starts a thread with it, such a call is what that thread begins with.
func (b *Book) byValue(s *site) bool {
	if s.forks || s.value {
		return !s.forks
	}
	n := 0
	for _, c := range b.calls[s.caller] {
		if n++; !c.value {
			return false
		}
	}
	return n > 0
}

// within reports whether the frame has a name for an object that begins with the parameter of a role.
func within(p *envs.Path, r role) bool {
	return p != nil && p.Root == envs.AtParam && p.Reg == r.param
}

// Alone is a thread of which there is one for each object. In that thread most calls of a function are made, for the
// object from which base starts. In it are most functions that write loc, of the same object. Of several it is the one
// whose function comes first; ok is false if there is none. It takes it that what base leads to belongs to one object
// only, and that functions are called by those callers that are seen, but for exported ones. Nothing is known before
// the book is Settled.
func (b *Book) Alone(fn envs.FuncID, base *envs.Path, loc *envs.Loc) (thread envs.FuncID, ok bool) {
	for r, n := range b.roles[fn] {
		if n.mostly() && within(base, r) && (!ok || r.thread < thread) && b.oneWrites(loc, r.thread) {
			thread, ok = r.thread, true
		}
	}
	return thread, ok
}

// oneWrites reports whether most functions that write loc do so in a thread, of the object that has it.
func (b *Book) oneWrites(loc *envs.Loc, thread envs.FuncID) bool {
	in := map[envs.FuncID]bool{}
	for at := range b.writes[loc] {
		ok, seen := in[at.Func()]
		is, base := false, b.prog.Knows().BaseAt(at)
		for r, n := range b.roles[at.Func()] {
			is = is || r.thread == thread && n.mostly() && within(base, r)
		}
		in[at.Func()] = (ok || !seen) && is
	}
	n := share{all: len(in)}
	for _, ok := range in {
		if ok {
			n.held++
		}
	}
	return n.mostly()
}
