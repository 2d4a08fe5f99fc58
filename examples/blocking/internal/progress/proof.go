package progress

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Proof is what is proved of the waits of a program.
type Proof struct {
	*prover
	holders map[int32][]wait // by lock: where a thread may wait that holds it
	kept    map[int32][]kept // by lock
	ends    map[wait]bool    // of those that are proved to end
}

// Of looks for a proof of each wait of a program.
func Of(prog envs.Program) *Proof {
	p := &prover{origins: originsOf(prog), sums: make([]*summary, prog.NumFuncs()),
		takes: map[envs.Point]bool{}, after: map[envs.Point][]bool{}, about: map[envs.Point][]who{}}
	p.graph = graphOf(p.origins)
	p.summarise()
	proof := &Proof{prover: p, holders: map[int32][]wait{}, kept: map[int32][]kept{}, ends: map[wait]bool{}}
	proof.gather()
	proof.prove()
	return proof
}

// gather notes of each lock where it may be kept, and where those may wait who hold it.
func (p *Proof) gather() {
	pairs, all := map[pair]bool{}, map[kept]bool{}
	entered := map[envs.FuncID]bool{}
	for _, f := range p.entered {
		entered[f] = true
	}
	for _, f := range p.order {
		sum := p.sums[f]
		for _, x := range sorted(sum.pairs, pair.compare) {
			if p.known(x.held, entered[f]) && p.known(x.of, entered[f]) {
				for _, h := range p.objects(f, []who{x.held}) {
					for _, of := range p.resolved(f, x.of) {
						pairs[pair{who(h), wait{x.at, of}}] = true
					}
				}
			}
		}
		for _, k := range sorted(sum.kept, kept.compare) {
			p.keep(all, f, k, entered[f])
		}
		if entered[f] {
			for _, k := range sum.left() {
				p.keep(all, f, k, true)
			}
		}
	}
	for _, x := range sorted(pairs, pair.compare) {
		if same := x.held == x.of && p.all[x.held].single() && p.lets(x.wait); !same {
			p.holders[int32(x.held)] = append(p.holders[int32(x.held)], x.wait)
		}
	}
	for _, k := range sorted(all, kept.compare) {
		p.kept[int32(k.of)] = append(p.kept[int32(k.of)], k)
	}
}

// known reports whether it is known without callers which lock it is, or no caller is seen.
func (p *Proof) known(w who, entered bool) bool {
	_, ok := w.param()
	return entered || !ok
}

func (p *Proof) keep(all map[kept]bool, f envs.FuncID, k kept, entered bool) {
	if p.known(k.of, entered) {
		for _, x := range p.objects(f, []who{k.of}) {
			all[kept{who(x), k.at}] = true
		}
	}
}

// left are the locks that are held when a thread leaves the function with which it has begun.
func (s *summary) left() (all []kept) {
	ends := []*state{s.exit, s.thrown}
	for _, n := range sorted(s.needs, name.compare) {
		ends = append(ends, s.needs[n].left)
	}
	for _, end := range ends {
		if end == nil {
			continue
		}
		for _, h := range end.holds {
			for _, w := range h.of {
				if h.most > 0 {
					all = append(all, kept{w, h.at})
				}
			}
		}
	}
	return all
}

// resolved is what a wait is about, as all functions know it.
func (p *prover) resolved(f envs.FuncID, w who) (all []who) {
	if w == nobody || w == stuck {
		return []who{w}
	}
	for _, x := range p.objects(f, []who{w}) {
		all = append(all, who(x))
	}
	return all
}

// prove finds the least set of waits that end: each of them depends on such as were found before it.
func (p *Proof) prove() {
	var open []wait
	for _, f := range p.order {
		for pc := range p.prog.Func(f).Ops {
			open = append(open, p.waitsAt(envs.At(f, int32(pc)))...)
		}
	}
	for more := true; more; {
		more = false
		free := map[lock]*Doubt{}
		open = slices.DeleteFunc(open, func(w wait) bool {
			if p.doubt(w, free) != nil {
				return false
			}
			p.ends[w], more = true, true
			return true
		})
	}
}

// waitsAt are the waits of one operation.
func (p *prover) waitsAt(at envs.Point) (all []wait) {
	switch op := p.op(at); {
	case !op.Waits() || op.Kind == envs.Acquire && !p.takes[at]:
	case op.Kind == envs.Acquire:
		for _, x := range p.objects(at.Func(), p.locksOf(p.prog.Func(at.Func()), op)) {
			all = append(all, wait{at, who(x)})
		}
	case op.Kind == envs.Join && !op.Is(envs.Group):
		all = append(all, wait{at, nobody})
	default:
		all = append(all, wait{at, stuck})
	}
	return all
}

// A lock is one that somebody waits for. It may be known that this is a single thread, which does not wait for itself.
type lock struct {
	object int32
	solo   envs.FuncID
}

// by reports whether it is the same single thread that executes an operation.
func (l lock) by(p *Proof, at envs.Point) bool { return l.solo >= 0 && p.solo[at.Func()] == l.solo }

// A Doubt is why it is not proved that a wait ends.
type Doubt struct {
	Why string
	At  envs.Point // where that is; no point if it is at the wait itself
}

// doubt is why it is not proved yet that a wait ends, nil if it is. What is found of locks is kept in free.
func (p *Proof) doubt(w wait, free map[lock]*Doubt) *Doubt {
	op := p.op(w.at)
	switch {
	case op.Kind == envs.Join && w.of == nobody:
		return p.doubtOfThread(w.at.Func(), op)
	case op.Kind == envs.Acquire && w.of >= 0:
		l := lock{int32(w.of), many}
		if op.Is(envs.Reentrant) {
			l.solo = p.solo[w.at.Func()]
		}
		d, known := free[l]
		if !known {
			d = p.doubtOfLock(l)
			free[l] = d
		}
		return d
	case op.Kind == envs.Wait:
		return &Doubt{Why: "nothing shows that somebody notifies of the condition"}
	case op.Kind == envs.Join:
		return &Doubt{Why: "nothing shows that the group is told often enough"}
	}
	return &Doubt{Why: "nothing shows that a partner comes"}
}

// doubtOfLock is why somebody may hold a lock for good.
func (p *Proof) doubtOfLock(l lock) *Doubt {
	for x := range int32(len(p.all)) {
		if !p.mayBe(l.object, x) {
			continue
		}
		for _, k := range p.kept[x] {
			if !l.by(p, k.at) {
				return &Doubt{"it may be kept for good", k.at}
			}
		}
		for _, w := range p.holders[x] {
			if !p.ends[w] && !l.by(p, w.at) {
				return &Doubt{p.waiting(w, "who holds it"), w.at}
			}
		}
	}
	return nil
}

// waiting says of somebody that it may wait.
func (p *Proof) waiting(w wait, who string) string {
	if k := p.op(w.at).Kind; k == envs.Call || k == envs.Fork {
		return who + " calls what is not known"
	}
	return who + " may wait for good"
}

// doubtOfThread is why a thread that is waited for may not end.
func (p *Proof) doubtOfThread(f envs.FuncID, join *envs.Op) *Doubt {
	if len(join.Uses) == 0 || join.Uses[0] == 0 {
		return &Doubt{Why: "it is not known which thread that is"}
	}
	for _, x := range p.of(f, join.Uses[0]) {
		from := []envs.Point{p.all[x].at}
		switch p.all[x].sort {
		case anything:
			from = p.forks
		case started:
		default:
			continue // there is no thread
		}
		for _, at := range from {
			if d := p.doubtOfStart(at); d != nil {
				return d
			}
		}
	}
	return nil
}

// doubtOfStart is why a thread that a Fork starts may not end.
func (p *Proof) doubtOfStart(at envs.Point) *Doubt {
	op := p.op(at)
	if isOpen(p.prog, op) {
		return &Doubt{"it is not known what the thread executes", at}
	}
	for _, id := range op.Callee.Funcs {
		for _, w := range p.sums[id].all() {
			for _, of := range p.prover.instances(op, at.Func(), id, w.of) {
				for _, x := range p.resolved(at.Func(), of) {
					if v := (wait{w.at, x}); !p.ends[v] {
						return &Doubt{p.waiting(v, "the thread"), v.at}
					}
				}
			}
		}
	}
	return nil
}

// Doubt is why it is not proved that a wait ends, nil if it is.
func (p *Proof) Doubt(at envs.Point) *Doubt {
	for _, w := range p.waitsAt(at) {
		if !p.ends[w] {
			return p.doubt(w, map[lock]*Doubt{})
		}
	}
	return nil
}
