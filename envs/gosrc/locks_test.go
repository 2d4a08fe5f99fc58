package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

const locksSource = `
import "sync"

type Conn struct {
	mu sync.Mutex
	rw *sync.RWMutex
	n  int
}

type S struct {
	sync.Mutex
	conn   *Conn
	lk     sync.Locker
	shards [4]Conn
	byName map[string]*Conn
	cond   *sync.Cond
	ready  bool
}

type E struct{ *sync.RWMutex }

var G S

func New() *S {
	s := &S{}
	s.cond = sync.NewCond(&s.Mutex)
	return s
}

func (s *S) Paths() {
	s.Lock()
	s.conn.mu.Lock()
	s.conn.mu.Unlock()
	s.Unlock()
	G.conn.mu.Lock()
	G.conn.mu.Unlock()
}

func (s *S) Sides() {
	s.conn.rw.RLock()
	s.conn.rw.RUnlock()
	l := s.conn.rw.RLocker()
	l.Lock()
	l.Unlock()
}

func (s *S) Locker() {
	s.lk.Lock()
	s.lk.Unlock()
}

func (s *S) Bound() {
	unlock := s.conn.mu.Unlock
	s.conn.mu.Lock()
	unlock()
}

func (s *S) Expressions() {
	(*sync.Mutex).Lock(&s.conn.mu)
	(*S).Lock(s)
}

func (e E) Embedded() {
	e.Lock()
	defer e.Unlock()
}

func (s *S) Elements(i int, k string) {
	s.shards[i].mu.Lock()
	s.shards[i].mu.Unlock()
	s.byName[k].mu.Lock()
	s.byName[k].mu.Unlock()
}

func Variable() {
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
}

func (s *S) Try() int {
	if !s.TryLock() {
		return 0
	}
	n := s.conn.n
	s.Unlock()
	return n
}

func (s *S) Wait() {
	s.cond.L.Lock()
	for !s.ready {
		s.cond.Wait()
	}
	s.cond.L.Unlock()
	s.cond.Signal()
}

func (s *S) Go() {
	go s.conn.mu.Unlock()
}

func boxed(c *Conn) {
	sync.Locker(&c.mu).Lock()
}`

func TestLocks(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, locksSource)
	p.requireOps(t, "New", `
		0: r1 = new
		1: r2 = addr r1 (m.S.Mutex)
		2: r3 = move r2
		3: r4 = call r3 (NewCond) open
		4: store r1, r4 (m.S.cond)
		5: return r1
	`)
	p.requireOps(t, "(*m.S).Paths", `
		0: acquire r1 (s.Mutex)
		1: r2 = load r1 (m.S.conn)
		2: acquire r2 (s.conn.mu)
		3: r3 = load r1 (m.S.conn)
		4: release r3 (s.conn.mu)
		5: release r1 (s.Mutex)
		6: r4 = load r0 (m.S.conn)
		7: acquire r4 (m.G.conn.mu)
		8: r5 = load r0 (m.S.conn)
		9: release r5 (m.G.conn.mu)
		10: return
	`)
	p.requireOps(t, "(*m.S).Sides", `
		0: r2 = load r1 (m.S.conn)
		1: r3 = load r2 (m.Conn.rw)
		2: acquire r3 (s.conn.rw) shared
		3: r4 = load r1 (m.S.conn)
		4: r5 = load r4 (m.Conn.rw)
		5: release r5 (s.conn.rw) shared
		6: r6 = load r1 (m.S.conn)
		7: r7 = load r6 (m.Conn.rw)
		8: r8 = call r7 ((*RWMutex).RLocker) open
		9: acquire r8 (s.conn.rw) shared
		10: release r8 (s.conn.rw) shared
		11: return
	`)
	p.requireOps(t, "(*m.S).Locker", `
		0: r2 = load r1 (m.S.lk)
		1: acquire r2 (s.lk)
		2: r3 = load r1 (m.S.lk)
		3: release r3 (s.lk)
		4: return
	`)
	p.requireOps(t, "(*m.S).Bound", `
		0: r2 = load r1 (m.S.conn)
		1: r3 = addr r2 (m.Conn.mu)
		2: r4 = new r3
		3: r5 = load r1 (m.S.conn)
		4: acquire r5 (s.conn.mu)
		5: release r2 (s.conn.mu)
		6: return
	`)
	p.requireOps(t, "(*m.S).Expressions", `
		0: r2 = load r1 (m.S.conn)
		1: acquire r2 (s.conn.mu)
		2: acquire r1 (s.Mutex)
		3: return
	`)
	p.requireOps(t, "(m.E).Embedded", `
		0: r2 = compute r1
		1: acquire r2 (e.RWMutex)
		2: r3 = compute r1
		3: defer r3 ((*RWMutex).Unlock) open
		4: release r3 (e.RWMutex)
		5: return
	`)
	p.requireOps(t, "(*m.S).Elements", `
		0: acquire r1, r2 (s.shards[i].mu)
		1: release r1, r2 (s.shards[i].mu)
		2: r4 = load r1 (m.S.byName)
		3: r5 = load r4, r3 (map[string]*m.Conn)
		4: acquire r5 (s.byName[k].mu)
		5: r6 = load r1 (m.S.byName)
		6: r7 = load r6, r3 (map[string]*m.Conn)
		7: release r7 (s.byName[k].mu)
		8: return
	`)
	p.requireOps(t, "Variable", `
		0: r1 = new
		1: acquire r1 (mu)
		2: release r1 (mu)
		3: return
	`)
	p.requireOps(t, "(*m.S).Try", `
		0: r2 = tryacquire r1 (s.Mutex)
		1: branch r2 -> 2 6
		2: r3 = load r1 (m.S.conn)
		3: r4 = load r3 (m.Conn.n)
		4: release r1 (s.Mutex)
		5: return r4
		6: return r0
	`)
	p.requireOps(t, "(*m.S).Wait", `
		0: r2 = load r1 (m.S.cond)
		1: r3 = load r2 (sync.Cond.L)
		2: acquire r3 (s.Mutex)
		3: r4 = load r1 (m.S.ready)
		4: branch r4 -> 5 11
		5: r5 = load r1 (m.S.cond)
		6: r6 = load r5 (sync.Cond.L)
		7: release r6 (s.Mutex)
		8: r7 = load r1 (m.S.cond)
		9: notify r7 (s.Mutex)
		10: return
		11: r8 = load r1 (m.S.cond)
		12: wait r8 (s.Mutex)
		13: jump -> 3
	`)
	p.requireOps(t, "(*m.S).Go", `
		0: r2 = load r1 (m.S.conn)
		1: fork r2 ((*Mutex).Unlock) open
		2: return
	`)
	p.requireOps(t, "boxed", `
		0: r2 = addr r1 (m.Conn.mu)
		1: r3 = move r2
		2: acquire r3 (c.mu)
		3: return
	`)
}

// The elements of two arrays at one index are two locks, though the paths of both start at the register of the index.
func TestTwoArraysOneIndex(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"

type E struct{ mu sync.Mutex }

func unlock(a, b *E) {
	a.mu.Unlock()
	b.mu.Unlock()
}

func Both(x, y []*E, i int) {
	x[i].mu.Lock()
	y[i].mu.Lock()
	unlock(x[i], y[i])
}
`)
	var locks []*envs.Path
	var args []*envs.Path
	f := p.fn(t, "Both")
	for i := range f.Ops {
		switch op := &f.Ops[i]; op.Kind {
		case envs.Acquire:
			locks = append(locks, op.Path)
		case envs.Call:
			args = op.Callee.Args
		}
	}
	require.Len(t, locks, 2)
	require.Len(t, args, 2)
	require.Equal(t, locks[0].Reg, locks[1].Reg)
	require.False(t, locks[0].Same(locks[1]))
	for i, lock := range locks {
		inside := lock.Into(args)
		require.NotNil(t, inside, lock)
		require.Equal(t, envs.AtParam, inside.Root)
		require.Equal(t, envs.Reg(i), inside.Reg, "%s is reached through argument %d", lock, i)
		require.True(t, inside.In(args).Same(lock))
	}
	require.Nil(t, locks[0].Into(args[1:]), "the other array's element is no name for it")
}

// A lock that has no shared side says so, whatever it lies in; one that may have one does not.
func TestOneSided(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `import "sync"

type S struct {
	sync.Mutex
	rw sync.RWMutex
	l  sync.Locker
}

func (s *S) Mutex1()   { s.Lock() }
func (s *S) RWMutex1() { s.rw.Lock() }
func (s *S) RWMutex2() { s.rw.RLock() }
func (s *S) Locker1()  { s.l.Lock() }
`)
	for name, want := range map[string]bool{"Mutex1": true, "RWMutex1": false, "RWMutex2": false, "Locker1": false} {
		acquires := 0
		for _, op := range p.fn(t, "(*m.S)."+name).Ops {
			if op.Kind == envs.Acquire {
				acquires++
				require.Equal(t, want, op.Is(envs.OneSided), name)
			}
		}
		require.Equal(t, 1, acquires, name)
	}
}
