package blocking

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/callers"
	"github.com/seed38182bad/parallax/examples/blocking/internal/channels"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/expiry"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// A state is what was done on the paths to a point of a frame with the channels and groups that the frame has made. It
// never changes. Nil is that of a frame that makes none.
type state struct {
	objects []*exchange.Object
	// paths are by object: none if it is not made yet. The last ones are those of the frame, without any object.
	paths [][]path
}

// A path is what was done with an object on some paths.
type path struct {
	own     exchange.Often // by the frame, and what it calls, at most
	sure    exchange.Often // at least
	threads [maxThreads]uint8
	lost    bool // there are too many paths to tell
	early   bool // a loop that receives was left before it came to its end
	// facts are what the path has decided, such as which case of a select was taken.
	facts    flow.Facts
	plain    bool // there were too many paths to keep facts, of this one and the others
	deferred flow.Deferred
}

// maxThreads is how many operations that start threads are told apart, and maxPaths how many paths.
const (
	maxThreads = 8
	maxPaths   = 64
)

func (p path) compare(q path) int {
	return cmp.Or(slices.Compare(p.own[:], q.own[:]), slices.Compare(p.sure[:], q.sure[:]),
		slices.Compare(p.threads[:], q.threads[:]),
		p.facts.Compare(&q.facts), cmp.Compare(btoi(p.plain), btoi(q.plain)), cmp.Compare(btoi(p.early), btoi(q.early)),
		cmp.Compare(p.deferred, q.deferred))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Clone is the state itself.
func (s *state) Clone() *state { return s }

// Merge has the paths of both.
func (s *state) Merge(o *state) (*state, bool) {
	if s == o || o == nil {
		return s, false
	}
	if s == nil {
		return o, true
	}
	merged, grew := &state{objects: s.objects, paths: make([][]path, len(s.paths))}, false
	for i := range s.paths {
		all := united(slices.Concat(s.paths[i], o.paths[i]))
		merged.paths[i], grew = all, grew || len(all) != len(s.paths[i]) || !slices.Equal(all, s.paths[i])
	}
	if !grew {
		return s, false
	}
	return merged, true
}

// united is a set of paths in order, or that of nothing known if there are too many.
func united(ps []path) []path {
	slices.SortFunc(ps, path.compare)
	ps = slices.Compact(ps)
	if len(ps) > maxPaths || slices.ContainsFunc(ps, func(p path) bool { return p.plain }) {
		for i := range ps {
			ps[i].facts, ps[i].plain = flow.Facts{}, true
		}
		slices.SortFunc(ps, path.compare)
		ps = slices.Compact(ps)
	}
	if len(ps) > maxPaths || slices.ContainsFunc(ps, func(p path) bool { return p.lost }) {
		return []path{{lost: true}}
	}
	return ps
}

// entry is the state in which a frame begins.
func (c *checker) entry(env envs.Env, fn *envs.Func) *state {
	if c.table == nil {
		c.table, c.roll = exchange.New(env.Program()), rollOf(env.Program())
		c.callers = callers.Of(env.Program())
		c.channels = channels.New(c.callers)
		c.expiry = expiry.Find(env.Program(), c.table)
	}
	all := c.table.Objects(fn)
	if len(all) == 0 || len(all) > exchange.MaxObjects {
		return nil
	}
	s := &state{objects: all, paths: make([][]path, len(all)+1)}
	s.paths[len(all)] = []path{{}}
	return s
}

// follow is the effect of an operation on what was done.
func (c *checker) follow(env envs.Env, op *envs.Op, s *state) *state {
	switch op.Kind {
	case envs.Catch: // what an exception has left undone is not judged
		return s.each(func(path) path { return path{lost: true} })
	case envs.Defer:
		return s.each(func(p path) path {
			p.deferred = p.deferred.With(op.Deferred)
			return p
		})
	case envs.Return:
		c.judgeEnd(env, s)
		return s
	}
	if c.table.Asks(env.Func(), op) {
		s = s.each(func(p path) path {
			if !p.lost && !p.plain {
				p.facts = c.table.Learn(env.Func(), p.facts, op)
			}
			return p
		})
	}
	var next *state
	for i, x := range s.objects {
		use, uses := x.At[op.PC]
		makes := op.PC == x.Made
		if !makes && !uses {
			continue
		}
		before := s.paths[i]
		if makes {
			for _, p := range before {
				c.reportLeft(env, x, c.left(env, x, p, nil))
			}
			before = s.begin(x)
		}
		after := make([]path, 0, len(before))
		for _, p := range before {
			switch {
			case p.lost || !uses:
			case use.By == nil:
				c.judgeOwn(env, s, x, p, use)
			default:
				c.judgeCall(env, x, p, use)
			}
			if uses {
				p = p.after(x, op.PC, use)
			}
			after = append(after, p)
		}
		if next == nil {
			next = &state{objects: s.objects, paths: slices.Clone(s.paths)}
		}
		next.paths[i] = united(after)
	}
	if next == nil {
		return s
	}
	return next
}

// begin are the paths of an object where it is made: those on which the frame has come there.
func (s *state) begin(x *exchange.Object) []path {
	switch all := s.paths[len(s.objects)]; {
	case x.Threads() > maxThreads:
		return []path{{lost: true}}
	case len(all) > 0 && !all[0].lost:
		return all
	}
	return []path{{plain: true}}
}

// each is the state with each path changed.
func (s *state) each(f func(path) path) *state {
	var next *state
	for i, ps := range s.paths {
		changed := slices.Clone(ps)
		for j := range changed {
			changed[j] = f(changed[j])
		}
		if slices.Equal(changed, ps) {
			continue
		}
		if next == nil {
			next = &state{objects: s.objects, paths: slices.Clone(s.paths)}
		}
		next.paths[i] = united(changed)
	}
	if next == nil {
		return s
	}
	return next
}

// branch leaves out the paths that have decided otherwise, as on another case of a select. It notes that a loop is left
// early.
func (c *checker) branch(env envs.Env, op *envs.Op, taken int, s *state) (*state, bool) {
	if s == nil {
		return s, true
	}
	fn := env.Func()
	s, some := s.declined(fn, op, fn.Targets(op)[taken])
	if !some {
		return s, false
	}
	s = s.absent(env, op, taken)
	s = c.leave(env, op, taken, s)
	if n, executes := fn.Deferred(op, taken); n != 0 { // a deferred call is executed if its Defer was
		return s.without(func(p path) bool { return !p.lost && !p.deferred.Allows(n, executes) })
	}
	s, some = s.without(func(p path) bool {
		_, ok := c.table.Decide(fn, p.facts, op, taken)
		return !ok
	})
	if !some {
		return s, false
	}
	return s.each(func(p path) path {
		if !p.lost && !p.plain {
			p.facts, _ = c.table.Decide(fn, p.facts, op, taken)
		}
		return p
	}), true
}

// absent leaves out the paths of objects that are found to be nil: they are not made on the way to there.
func (s *state) absent(env envs.Env, op *envs.Op, taken int) *state {
	on := env.Program().Detail(envs.At(env.Func().ID, op.PC)).On
	if taken >= len(on) {
		return s
	}
	for i, x := range s.objects {
		if len(s.paths[i]) == 0 || !slices.ContainsFunc(on[taken], func(c envs.Condition) bool {
			r, isNil := c.NilTest()
			return isNil && x.In(r)
		}) {
			continue
		}
		s = &state{objects: s.objects, paths: slices.Clone(s.paths)}
		s.paths[i] = nil
	}
	return s
}

// declined notes that a select would have sent to objects, and found no room; false if it always does.
func (s *state) declined(fn *envs.Func, op *envs.Op, to int32) (*state, bool) {
	for i, x := range s.objects {
		if len(s.paths[i]) == 0 || !x.Full(fn, op, to) {
			continue
		}
		if x.Roomy {
			return s, false
		}
		next := &state{objects: s.objects, paths: slices.Clone(s.paths)}
		ps := slices.Clone(s.paths[i])
		for j := range ps {
			if once := (exchange.Often{exchange.Fills: 1}); !ps[j].lost {
				ps[j].own, ps[j].sure = ps[j].own.Plus(once), ps[j].sure.Plus(once)
			}
		}
		next.paths[i] = united(ps)
		s = next
	}
	return s, true
}

// without leaves out paths, and reports whether any is left of each object that was made.
func (s *state) without(excluded func(path) bool) (*state, bool) {
	var next *state
	for i, ps := range s.paths {
		if !slices.ContainsFunc(ps, excluded) {
			continue
		}
		if next == nil {
			next = &state{objects: s.objects, paths: slices.Clone(s.paths)}
		}
		if next.paths[i] = slices.DeleteFunc(slices.Clone(ps), excluded); len(next.paths[i]) == 0 {
			return s, false
		}
	}
	if next == nil {
		return s, true
	}
	return next, true
}

// leave notes that a loop is left early which receives from an object.
func (c *checker) leave(env envs.Env, op *envs.Op, taken int, s *state) *state {
	to := env.Func().Targets(op)[taken]
	for i, x := range s.objects {
		if len(s.paths[i]) == 0 || !c.table.LeavesEarly(env.Func(), x, op.PC, to) {
			continue
		}
		next := &state{objects: s.objects, paths: slices.Clone(s.paths)}
		ps := slices.Clone(s.paths[i])
		for j := range ps {
			ps[j].early = !ps[j].lost
		}
		next.paths[i] = united(ps)
		s = next
	}
	return s
}

// after is the path after an operation.
func (p path) after(x *exchange.Object, pc int32, use exchange.Use) path {
	if p.lost {
		return p
	}
	if use.Threads != nil {
		i := x.Thread(pc)
		if p.threads[i]++; use.Again {
			p.threads[i] = exchange.Many
		}
	}
	p.own, p.sure = p.own.Plus(use.Most()), p.sure.Plus(use.Least())
	p.early = p.early && use.Most()[exchange.Receives] == 0
	return p
}

// A supply is what is done with an object on a path, by all who know it.
type supply struct {
	*exchange.Object
	path
	all     exchange.Often // at most, with cases of selects
	sure    exchange.Often // at least: by the frame, and by threads that come to their end
	asked   exchange.Often // by threads, without cases of selects
	rounds  uint8          // sends that are asked for in each round in which a part of the buffer is used
	started []started
	counted bool // threads are started in a loop that goes round a constant number of times
}

// started are threads of which one operation has started as many as are counted.
type started struct {
	by int32 // the operation
	*exchange.Effect
	number uint8
}

// supplyOf sums up what is done with an object on a path, so far by the frame and in the end by the threads that were
// started. Those that wait for good somewhere do less.
//
// What a loop does that control has passed is done as often as others need it, also on the path on which the loop does
// nothing: such loops mostly go over the same.
func (c *checker) supplyOf(env envs.Env, x *exchange.Object, p path, stuck stuck) *supply {
	s := &supply{Object: x, path: p, all: p.own, sure: p.sure}
	if p.early { // more may be sent than was received
		s.all[exchange.Receives], s.sure[exchange.Receives] = 0, 0
	}
	fills := func(most exchange.Often) { s.all, s.sure = s.all.Plus(most), s.sure.Plus(most) }
	for _, pc := range x.Order() {
		use := x.At[pc]
		passed := use.Again && c.table.Leads(env.Func(), pc, env.Point().PC())
		if passed && !(p.early && use.Role == exchange.Receives && use.By == nil) {
			fills(use.Most())
		}
		if use.Threads == nil {
			continue
		}
		n := p.threads[x.Thread(pc)]
		if n == exchange.Many && use.Rounds > 0 {
			n = use.Rounds
		}
		if n == 0 && passed {
			fills(use.MostOfThreads())
		}
		by := c.table.Until(use.Threads, elsewhere(use.Threads, stuck[pc]))
		for range n {
			s.all, s.sure, s.asked = s.all.Plus(by.Most), s.sure.Plus(by.Least), s.asked.Plus(by.Asked)
		}
		if n > 0 {
			s.started = append(s.started, started{pc, by, n})
			s.counted = s.counted || use.Again && use.Rounds == 0 && !c.endless(env.Func(), pc)
		}
		if n > 0 && use.Round {
			s.rounds = min(s.rounds+by.Asked[exchange.Sends], exchange.Many)
		}
	}
	return s
}

// elsewhere are the places where a thread waits for good that are not about the object itself: who waits at it serves
// those at its other side.
func elsewhere(thread *exchange.Effect, stuck []envs.Point) (at []envs.Point) {
	for _, p := range stuck {
		if !slices.ContainsFunc(thread.Sites, func(s exchange.Site) bool { return s.At == p }) {
			at = append(at, p)
		}
	}
	return at
}

// serves reports whether a thread that was started may do something for ever.
func (s *supply) serves(r exchange.Role) bool {
	return slices.ContainsFunc(s.started, func(t started) bool { return !t.Returns && t.Most[r] == exchange.Many })
}

// fewer reports whether so much is certainly less than is needed. If any number is needed, a buffer with room for
// several may be as large as it takes.
func fewer(have uint8, room int, need uint8) bool {
	if room < 0 || have == exchange.Many {
		return false
	}
	if need == exchange.Many {
		return room < 2
	}
	return int(have)+room < int(need)
}

// judgeOwn reports a wait of the frame that those who know the object cannot end.
func (c *checker) judgeOwn(env envs.Env, all *state, x *exchange.Object, p path, use exchange.Use) {
	if use.Chosen || use.Role == exchange.Receives && len(x.Order()) == 1 { // the latter is meant: it keeps a thread
		return
	}
	s := c.supplyOf(env, x, p, nil)
	need := min(p.sure[use.Role]+1, exchange.Many)
	switch use.Role {
	case exchange.Receives:
		answers := exchange.Answers
		if s.room() > 0 || s.Each > 0 { // who finds the buffer full leaves something to be received
			answers = exchange.Fills
		}
		if s.all[exchange.Closes] > 0 {
			if s.all[exchange.Sends] == 0 && p.sure[exchange.Receives] > 0 {
				return // what was received shows that it is closed
			}
			if s.sure[answers] < need && !use.Again && s.ends(answers) {
				c.mayWait(env, s, use.Site, "a thread may end without a send or a close")
			}
			return
		}
		switch {
		case use.Until && !s.serves(exchange.Sends):
			c.mayWait(env, s, use.Site, "nobody closes it")
		case use.Again:
		case fewer(s.all[answers], 0, need):
			c.mayWait(env, s, use.Site, "nobody sends to it any more")
		case fewer(s.sure[answers], 0, need) && s.ends(answers):
			c.mayWait(env, s, use.Site, "a thread may end without a send")
		}
	case exchange.Sends:
		if use.Again {
			need = exchange.Many
		}
		switch room := s.room(); {
		case fewer(s.all[exchange.Receives], room, need):
			c.mayWait(env, s, use.Site, "nobody receives from it any more")
		case !use.Again && fewer(s.sure[exchange.Receives], room, need) && s.ends(exchange.Receives):
			c.mayWait(env, s, use.Site, "a thread may end without a receive")
		}
	case exchange.Waits:
		c.judgeGroup(env, c.supplyOf(env, x, p, c.stuckAt(env, all, x)), use.Site)
	}
}

// stuckAt is where threads wait for other objects than a group as long as the frame waits for that.
func (c *checker) stuckAt(env envs.Env, s *state, group *exchange.Object) stuck {
	gone := stuck{}
	for i, x := range s.objects {
		if x != group {
			for _, l := range c.leftOnAll(env, x, s.paths[i], nil) {
				if !l.site.Again { // in a loop it has done something before
					gone.add(l)
				}
			}
		}
	}
	return gone
}

// judgeCall reports a send of what is called for which a buffer may have no room.
func (c *checker) judgeCall(env envs.Env, x *exchange.Object, p path, use exchange.Use) {
	s := c.supplyOf(env, x, p, nil)
	for _, site := range use.By.Sites {
		if site.Role == exchange.Sends && !site.Chosen && !site.Again && !use.Again &&
			fewer(s.sure[exchange.Receives], s.room(), min(p.sure[exchange.Sends]+1, exchange.Many)) &&
			s.ends(exchange.Receives) {
			c.mayWait(env, s, site, "the buffer may be full, and nobody receives any more")
		}
	}
}

// judgeGroup reports a wait for a group that is told less often than was announced.
func (c *checker) judgeGroup(env envs.Env, s *supply, site exchange.Site) {
	switch added := s.all[exchange.Adds]; {
	case added < exchange.Many && fewer(s.all[exchange.Tells], 0, added):
		c.mayWait(env, s, site, "it is told less often than was announced")
	case s.mayMiss():
		c.mayWait(env, s, site, "a thread may end without telling the group")
	}
}

// mayMiss reports whether a thread that tells the group may also end without that.
func (s *supply) mayMiss() bool {
	return slices.ContainsFunc(s.started, func(t started) bool { return t.Misses })
}

// ends reports whether of all threads that were started it is known how often they do something at least: always, or
// since they come to an end without waiting for anybody. What makes another one end may come later.
func (s *supply) ends(r exchange.Role) bool {
	return !slices.ContainsFunc(s.started, func(t started) bool {
		return !t.Returns || !t.Idle && t.Least[r] != t.Most[r]
	})
}

// room is how much a channel has room for; -1 if that is not known.
func (s *supply) room() int {
	if s.Loc != nil && s.Loc.Unbuffered {
		return 0
	}
	return s.Room
}

// mayWait reports a wait of the frame.
func (c *checker) mayWait(env envs.Env, s *supply, site exchange.Site, why string) {
	env.Report(envs.Report{At: site.At, Kind: Kind, Cause: site.At, Rank: 50, Why: []string{why},
		Message:  "a thread may wait for good " + doing(s.Object, site.Role),
		Evidence: append(s.evidence(env), envs.Evidence{At: site.At, Text: "it waits: " + why})})
}

// evidence is where threads were started that know the object.
func (s *supply) evidence(env envs.Env) (all []envs.Evidence) {
	for _, t := range s.started {
		all = append(all, envs.Evidence{At: envs.At(env.Func().ID, t.by), Text: "a thread is started that knows it"})
	}
	return all
}

// doing says what a thread does that waits.
func doing(x *exchange.Object, r exchange.Role) string {
	name := "a channel"
	switch {
	case x.Loc != nil:
		name = x.Loc.Name
	case x.Group:
		name = "a group"
	}
	switch r {
	case exchange.Sends:
		return "to send to " + name
	case exchange.Receives:
		return "to receive from " + name
	}
	return "for the threads of " + name
}
