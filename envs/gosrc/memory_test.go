package gosrc

import "testing"

const memorySource = `
type P struct{ x, y int }

type S struct {
	p     P
	q     []int
	m     map[string]int
	next  *S
	fixed int
	arr   [4]P
}

var table = []int{1, 2}

func New() *S {
	s := &S{fixed: 1}
	s.q = nil
	return s
}

func (s *S) Fixed() int { return s.fixed }

func (s *S) Fields(i int) int {
	s.p.x = 1
	s.arr[i].y = 2
	return s.next.p.x + table[0]
}

func (s *S) Handover() int {
	x := s.q[0]
	s.q = s.q[1:]
	v := s.m["a"]
	delete(s.m, "a")
	n := s.next
	s.next = nil
	return x + v + n.fixed
}

func (s *S) Builtins(x int) {
	s.q = append(s.q, x)
	s.q = append(s.q, s.q...)
	copy(s.q, s.q[1:])
	clear(s.m)
	s.m["x"] = x
}

func Whole() int {
	var p P
	p.x = 3
	d := p
	return d.x
}

func Address(s *S) *int { return &s.p.y }

func Captured() int {
	n, k := 0, 1
	add := func() { n += k }
	add()
	go func() { n++ }()
	return n
}`

func TestMemory(t *testing.T) {
	p := source(t, memorySource)
	p.requireOps(t, "New", `
		0: r1 = new
		1: store r1, r0 (m.S.fixed)
		2: store r1, r0 (m.S.q)
		3: return r1
	`)
	p.requireOps(t, "(*m.S).Fixed", `
		0: r2 = load r1 (m.S.fixed)
		1: return r2
	`)
	p.requireOps(t, "(*m.S).Fields", `
		0: store r1, r0 (m.P.x)
		1: store r1, r2, r0 (m.P.y)
		2: r3 = load r1 (m.S.next)
		3: r4 = load r3 (m.P.x)
		4: r5 = load r0 (m.table)
		5: r6 = load r5, r0 ([]int)
		6: r7 = compute r4, r6
		7: return r7
	`)
	p.requireOps(t, "(*m.S).Handover", `
		0: r2 = load r1 (m.S.q)
		1: r3 = load r2, r0 ([]int) handover
		2: r4 = load r1 (m.S.q)
		3: r5 = addr r4, r0 ([]int)
		4: store r1, r5 (m.S.q)
		5: r6 = load r1 (m.S.m)
		6: r7 = load r6, r0 (map[string]int) handover
		7: r8 = load r1 (m.S.m)
		8: store r8, r0, r0 (map[string]int)
		9: r9 = load r1 (m.S.next) handover
		10: store r1, r0 (m.S.next)
		11: r10 = compute r3, r7
		12: r11 = load r9 (m.S.fixed)
		13: r12 = compute r10, r11
		14: return r12
	`)
	p.requireOps(t, "(*m.S).Builtins", `
		0: r3 = load r1 (m.S.q)
		1: r4 = new
		2: store r4, r0, r2 ([]int) local
		3: r5 = addr r4 ([]int)
		4: store r3, r0, r2 ([]int)
		5: r6 = compute r3
		6: store r1, r6 (m.S.q)
		7: r7 = load r1 (m.S.q)
		8: r8 = load r1 (m.S.q)
		9: r9 = load r8 ([]int)
		10: store r7, r0, r9 ([]int)
		11: r10 = compute r7
		12: store r1, r10 (m.S.q)
		13: r11 = load r1 (m.S.q)
		14: r12 = load r1 (m.S.q)
		15: r13 = addr r12, r0 ([]int)
		16: r14 = load r13 ([]int)
		17: store r11, r0, r14 ([]int)
		18: r15 = compute r11, r13
		19: r16 = load r1 (m.S.m)
		20: store r16, r0, r0 (map[string]int)
		21: r17 = load r1 (m.S.m)
		22: store r17, r0, r2 (map[string]int)
		23: return
	`)
	p.requireOps(t, "Whole", `
		0: r1 = new
		1: store r1, r0 (m.P.x) local
		2: r2 = new
		3: r3 = load r1 (*m.P) local
		4: store r2, r3 (*m.P) local
		5: r4 = load r2 (m.P.x) local
		6: return r4
	`)
	p.requireOps(t, "Address", `
		0: r2 = addr r1 (m.P.y)
		1: return r2
	`)
	p.requireOps(t, "Captured", `
		0: r1 = new
		1: r2 = new
		2: store r1, r0 (m.Captured.n)
		3: store r2, r0 (m.Captured.k) local
		4: r3 = new r1, r2
		5: call r1, r2 (Captured$1)
		6: r4 = new r1
		7: fork r1 (Captured$2)
		8: r5 = load r1 (m.Captured.n)
		9: return r5
	`)
	p.requireOps(t, "Captured$1", `
		0: r3 = load r2 (m.Captured.k) local
		1: r4 = load r1 (m.Captured.n) handover
		2: r5 = compute r4, r3
		3: store r1, r5 (m.Captured.n)
		4: return
	`)
	p.requireOps(t, "Captured$2", `
		0: r2 = load r1 (m.Captured.n) handover
		1: r3 = compute r2, r0
		2: store r1, r3 (m.Captured.n)
		3: return
	`)
}
