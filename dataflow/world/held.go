package world

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// The locks that a frame holds are a stack of holds: a lock is a path, and a block the place that opened it. Runs,
// which know locks and blocks by themselves, follow the same rules (package held).

// Block numbers with a meaning of their own.
const (
	pendingSite   = 0  // reopened when a release leads back to it
	looseSite     = -1 // not certain which
	inheritedSite = -2 // the block current in the caller; -3, -4, ... those outside it
)

// hold is one lock held.
type hold struct {
	path  *envs.Path // nil if unknown
	loc   *envs.Loc  // class of memory that it lies in, nil if unknown
	site  int64      // the block opened, or one of the constants above
	at    envs.Point // where it was opened; zero if unknown
	count int32      // acquisitions not yet released, at least
	from  int32      // 1 + index in the stack the frame was entered with; 0 if taken here
	try   envs.Reg   // the register that tells whether a TryAcquire got it
	read  bool       // held on the shared side
	maybe bool       // perhaps not held
	more  bool       // perhaps acquired more than count times

	several bool // stands for more than one lock of the callers
}

func (h *hold) is(path *envs.Path) bool { return path != nil && h.path.Same(path) }

// stack is the locks held, outermost first.
type stack []hold

// block is the current monitor block as a token.
func (s stack) block(canon func(int64) int64) envs.Block {
	if len(s) == 0 {
		return envs.Block{}
	}
	top := &s[len(s)-1]
	if top.maybe && top.site > inheritedSite {
		return envs.Loose()
	}
	return siteBlock(top.site, canon)
}

func siteBlock(site int64, canon func(int64) int64) envs.Block {
	switch {
	case site == looseSite, site == pendingSite:
		return envs.Loose()
	case site <= inheritedSite:
		return envs.OuterBlock(int(inheritedSite - site))
	}
	if canon != nil {
		site = canon(site)
	}
	return envs.OpenedBlock(site)
}

// find is the index of the innermost hold of the lock, or -1.
func (s stack) find(path *envs.Path) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].is(path) {
			return i
		}
	}
	return -1
}

// before is the stack without the lock that an operation has taken, unless it was held already. Who waits has given it
// back, however often it was held.
func (s stack) before(op *envs.Op) stack {
	if op.Kind != envs.Acquire && op.Kind != envs.Wait {
		return s
	}
	if i := s.find(op.Path); i >= 0 && (op.Kind == envs.Wait || s[i].count <= 1) {
		return slices.Concat(s[:i], s[i+1:])
	}
	return s
}

// acquire takes the lock of h; it reports whether h.site was opened.
func (s stack) acquire(h hold) (stack, bool) {
	if i := s.find(h.path); i >= 0 {
		switch e := &s[i]; {
		case !e.maybe && !h.maybe:
			if e.count++; e.count > maxCount+1 {
				e.count, e.more = maxCount+1, true
			}
		case !e.maybe:
			e.more = true
		default:
			// Taken now for the first time, it is the innermost; otherwise it stays
			// where it was. Either way it is not certain which block this is.
			n := *e
			n.maybe, n.try, n.site, n.at, n.count, n.more = h.maybe, 0, looseSite, h.at, 1, true
			s = append(slices.Delete(s, i, i+1), n)
		}
		return s, false
	}
	h.count = 1
	return append(s, h), true
}

// drop takes hold i away and reports whether that opened block site. If i was the innermost, the block outside is
// current again. Otherwise a new block is, since this set of locks is new (thesis, figure 2.7).
func (s stack) drop(i int, site int64, at envs.Point) (stack, bool) {
	top := i == len(s)-1
	s = slices.Delete(s, i, i+1)
	if len(s) == 0 {
		return s, false
	}
	if top && s[len(s)-1].site != pendingSite {
		return s, false
	}
	for j := i; j < len(s)-1; j++ {
		s[j].site = pendingSite
	}
	last := &s[len(s)-1]
	last.site, last.at = site, at
	return s, true
}

// giveBack releases hold i once.
func (s stack) giveBack(i int, site int64, at envs.Point) (stack, bool) {
	switch h := &s[i]; {
	case h.count > 1:
		h.count--
		return s, false
	case h.more:
		h.maybe = true
		for j := i; j < len(s); j++ { // if it is given back, what follows is a new block
			s[j].site = looseSite
		}
		return s, false
	}
	return s.drop(i, site, at)
}

// release gives the lock back; it reports whether that opened block site. A lock that goes by no name in the stack may
// be any of those held; guess takes it for the likeliest.
func (s stack) release(path *envs.Path, read, guess bool, site int64, at envs.Point) (stack, bool) {
	if len(s) == 0 {
		return s, false
	}
	i := -1
	for j := len(s) - 1; j >= 0; j-- {
		if s[j].is(path) && s[j].read == read {
			i = j
			break
		}
	}
	if i < 0 {
		i = s.find(path)
	}
	if i >= 0 {
		return s.giveBack(i, site, at)
	}
	if !guess {
		for j := range s {
			s[j].maybe, s[j].site = true, looseSite
		}
		return s, false
	}
	// A lock of unknown name: most likely the innermost that has none either.
	for j := len(s) - 1; j >= 0; j-- {
		if s[j].path == nil || path == nil {
			i = j
			break
		}
	}
	if i < 0 {
		i = len(s) - 1
	}
	if s[i].several {
		s[i].maybe = true
		for j := i; j < len(s); j++ {
			s[j].site = looseSite
		}
		return s, false
	}
	if len(s) == 1 {
		return s.giveBack(0, site, at)
	}
	if s[i].count > 1 {
		s[i].count--
	} else {
		s = slices.Delete(s, i, i+1)
	}
	for j := range s {
		s[j].site, s[j].path, s[j].at = looseSite, nil, envs.Point{}
	}
	return s, false
}

// wait releases the lock and takes it again: block site is opened.
func (s stack) wait(path *envs.Path, site int64, at envs.Point) (stack, bool) {
	if len(s) == 0 {
		return s, false
	}
	i := s.find(path)
	if i < 0 {
		i = 0 // any of them
	}
	for j := i; j < len(s)-1; j++ {
		s[j].site = pendingSite
	}
	last := &s[len(s)-1]
	last.site, last.at = site, at
	return s, true
}

// names reports whether an operation defines a register that a name starts at.
func (s stack) names(op *envs.Op) bool {
	return slices.ContainsFunc(s, func(h hold) bool {
		return h.path != nil && h.path.Root == envs.AtReg && op.Defines(h.path.Reg) || h.try != 0 && op.Defines(h.try)
	})
}

// forget removes names that start at the registers an operation defines: a path
// means the register's value as of its latest definition.
func (s stack) forget(op *envs.Op) {
	for i := range s {
		if p := s[i].path; p != nil && p.Root == envs.AtReg && op.Defines(p.Reg) {
			s[i].path = nil
		}
		if s[i].try != 0 && op.Defines(s[i].try) {
			s[i].try = 0
		}
	}
}

// maxCount is how many acquisitions of one lock are counted across calls.
const maxCount = 2

// maxNamed is how many locks of its callers a frame tells apart.
const maxNamed = 4

// enter is the stack with which a callee starts, and for each hold of s the one that stands for it there. Locks that
// the callee has a name for stand for themselves; all others, which it can hardly release, are one hold.
func (s stack) enter(args []*envs.Path) (in stack, to []int) {
	if len(s) == 0 {
		return nil, nil
	}
	to = make([]int, len(s))
	named, group := 0, -1
	for i := len(s) - 1; i >= 0; i-- {
		h := s[i]
		n := hold{path: h.path.Into(args), loc: h.loc, count: 1, read: h.read, maybe: h.maybe}
		if n.path != nil {
			n.count = min(h.count, maxCount)
			n.more = h.more || h.count > n.count
		}
		if n.path != nil && named == maxNamed {
			n.path = nil
		}
		// Whatever block the caller is in, it is one block for the callee until the callee changes it.
		n.site = inheritedSite - int64(len(s)-1-i)
		if h.site == pendingSite {
			n.site = pendingSite
		}
		if n.path != nil {
			named++
		} else {
			n.read, n.maybe = false, false
			if group >= 0 {
				g := &in[group]
				g.several, g.loc = true, nil
				to[i] = group
				continue
			}
			group = len(in)
		}
		to[i] = len(in)
		in = append(in, n)
	}
	slices.Reverse(in)
	for i := range to {
		to[i] = len(in) - 1 - to[i]
	}
	for i := range in {
		in[i].from = int32(i + 1)
	}
	return in, to
}

// key is an entered stack as a calling context. It leaves out what the entry state of the context may as well merge.
func (s stack) key() string {
	if len(s) == 0 {
		return ""
	}
	var b strings.Builder
	for i := range s {
		h := &s[i]
		if h.path == nil {
			b.WriteByte('?')
			continue
		}
		b.WriteByte("rpg"[h.path.Root])
		b.WriteString(h.path.Global)
		b.WriteString(strconv.Itoa(int(h.path.Reg)))
		b.WriteString(h.path.Steps)
		if h.read {
			b.WriteString("/r")
		}
		if h.count > 1 {
			b.WriteByte('*')
		}
		if h.more {
			b.WriteByte('+')
		}
		b.WriteByte(' ')
	}
	if s[len(s)-1].maybe {
		b.WriteByte('~')
	}
	return b.String()
}

// declared is the stack with which a function is entered from outside the program: callers are taken to
// hold what it asks them to.
func declared(fn *envs.Func) stack {
	if fn == nil {
		return nil
	}
	var s stack
	guards := fn.Contract.Held()
	for _, g := range guards {
		if g.Path != nil && s.find(g.Path) < 0 {
			s = append(s, hold{path: g.Path, loc: g.Loc, count: 1, read: g.Read})
		}
	}
	for i := range s {
		s[i].site, s[i].from = inheritedSite-int64(len(s)-1-i), int32(i+1)
	}
	return s
}
