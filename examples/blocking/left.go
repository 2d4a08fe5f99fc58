package blocking

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
)

// A left is a wait of a thread for an object that the frame which has started it uses no more.
type left struct {
	by   int32 // the operation that has started the thread
	site exchange.Site
	why  string
	all  bool // all threads that the operation has started come to wait there
}

// stuck is where threads wait for good, by the operation of the frame that has started them.
type stuck map[int32][]envs.Point

// add notes a thread that waits; false if that is known.
func (s stuck) add(l left) bool {
	if !l.all || slices.Contains(s[l.by], l.site.At) {
		return false
	}
	s[l.by] = append(s[l.by], l.site.At)
	return true
}

// judgeEnd reports waits of threads for the objects of a frame that returns. A thread that waits for good serves nobody
// any more. What then waits for it is reported if it does so on all paths, since the paths of one object are not known
// by those of another one.
func (c *checker) judgeEnd(env envs.Env, s *state) {
	if env.Program().Knows().EndsWith(env.Func().ID) {
		return
	}
	gone := stuck{}
	for i, x := range s.objects {
		for _, p := range s.paths[i] {
			all := c.left(env, x, p, nil)
			c.reportLeft(env, x, all)
			for _, l := range all {
				gone.add(l)
			}
		}
	}
	for more := len(gone) > 0; more; {
		more = false
		for i, x := range s.objects {
			for _, l := range c.leftOnAll(env, x, s.paths[i], gone) {
				if gone.add(l) {
					c.reportLeft(env, x, []left{l})
					more = true
				}
			}
		}
	}
}

// leftOnAll are the waits for an object that are left on all paths.
func (c *checker) leftOnAll(env envs.Env, x *exchange.Object, ps []path, gone stuck) (all []left) {
	for i, p := range ps {
		now := c.left(env, x, p, gone)
		if i == 0 {
			all = now
		}
		all = slices.DeleteFunc(all, func(l left) bool { return !slices.Contains(now, l) })
	}
	return all
}

// left are the waits of threads for an object that the frame uses no more.
func (c *checker) left(env envs.Env, x *exchange.Object, p path, gone stuck) (all []left) {
	if p.lost {
		return nil
	}
	s := c.supplyOf(env, x, p, gone)
	for _, t := range s.started {
		if len(gone[t.by]) > 0 {
			continue // it waits elsewhere
		}
		for _, site := range t.Sites {
			if why := s.leaves(site); why != "" && !c.otherwise(env, x, t.by, site) && !s.driven(c, env, site) {
				all = append(all, left{t.by, site, why, t.number == 1 || site.Again})
			}
		}
	}
	return all
}

// driven reports whether a thread sends once for each message that it receives, and some of that is received: how often
// that is, the messages tell.
func (s *supply) driven(c *checker, env envs.Env, site exchange.Site) bool {
	if site.Role != exchange.Sends || !site.Again || s.all[exchange.Receives] == 0 {
		return false
	}
	fn := env.Program().Func(site.At.Func())
	in := c.table.Loop(fn, site.At.PC())
	return slices.ContainsFunc(fn.Ops, func(op envs.Op) bool { return op.Kind == envs.Receive && in(op.PC) })
}

// otherwise reports whether a thread does something else on another path of its function, which the frame serves: one
// of two objects is sent to, and the frame waits for both.
func (c *checker) otherwise(env envs.Env, x *exchange.Object, by int32, site exchange.Site) bool {
	fn := env.Program().Func(site.At.Func())
	serves := func(use exchange.Use) bool { return use.By == nil && use.Threads == nil && use.Role != site.Role }
	for _, y := range c.table.Objects(env.Func()) {
		use := y.At[by]
		if y == x || use.Threads == nil || !slices.ContainsFunc(slices.Collect(maps.Values(y.At)), serves) {
			continue
		}
		if slices.ContainsFunc(use.Threads.Sites, func(o exchange.Site) bool {
			return o.Role == site.Role && o.At.Func() == fn.ID && !c.table.Leads(fn, o.At.PC(), site.At.PC()) &&
				!c.table.Leads(fn, site.At.PC(), o.At.PC())
		}) {
			return true
		}
	}
	return false
}

// leaves says why a thread waits for good at an operation, if it does.
func (s *supply) leaves(site exchange.Site) string {
	if site.Chosen {
		return ""
	}
	switch site.Role {
	case exchange.Sends:
		if s.counted && s.all[exchange.Receives] > 0 {
			return "" // as many may be started as are received from
		}
		need := min(s.asked[exchange.Sends]+s.own[exchange.Sends], exchange.Many)
		if len(s.started) == 1 && s.started[0].number == 1 && s.own[exchange.Sends] == 0 && site.Turn > 0 {
			need = min(need, site.Turn) // those that it sends before are received first
		}
		if fewer(s.all[exchange.Receives], s.room(), need) {
			return "nobody receives from it any more"
		}
		if s.Each > 0 && fewer(s.all[exchange.Receives], s.Each, s.rounds) {
			return "there is less room than may be sent, and nobody receives any more"
		}
	case exchange.Receives:
		switch {
		case s.all[exchange.Closes] > 0 || s.serves(exchange.Sends):
		case site.Until:
			return "nobody closes it"
		case fewer(s.all[exchange.Sends], 0, s.asked[exchange.Receives]):
			return "nobody sends to it any more"
		}
	case exchange.Waits:
		if added := s.all[exchange.Adds]; added < exchange.Many && fewer(s.all[exchange.Tells], 0, added) {
			return "it is told less often than was announced"
		}
	}
	return ""
}

// reportLeft reports waits of threads that the frame has started.
func (c *checker) reportLeft(env envs.Env, x *exchange.Object, all []left) {
	for _, l := range all {
		at, what := l.site.At, doing(x, l.site.Role)
		env.Report(envs.Report{At: at, Kind: Kind, Cause: at, Rank: 50, Why: []string{l.why},
			Message: "a thread may wait for good " + what,
			Evidence: []envs.Evidence{
				{At: envs.At(env.Func().ID, l.by), Text: "the thread is started"},
				{At: at, Text: "it waits " + what},
				{At: env.Point(), Text: "on a path to here " + l.why},
			}})
	}
}
