package main

func slicesAndArrays(round int) {
	for n := range 5 {
		s := make([]int, n, n+round)
		use(elements(s), appended(s, n), copied(s), made(n, n+2), resliced(s))
		use(arrays(n), pointers(&[4]int{1, 2, 3, 4}, n&3), nils(s), nils(nil))
		outOfRange(s, n-1)
	}
	use(matrix(3), literals())
}

func elements(s []int) int {
	t := 0
	for i := range s {
		s[i] = i
		t += s[i]
		s[len(s)-1-i]++
		t += s[i]
	}
	for i, x := range s {
		t += i * x
	}
	for range s {
		t++
	}
	return t
}

func appended(s []int, n int) int {
	a := append(s, 1)
	b := append(s, 1, 2, n)
	c := append(s, b...)
	d := append(s)
	e := append(s[:0:0], a[1:]...)
	f := append([]byte(nil), "text"...)
	g := append([]byte("x"), f...)
	var none []int
	none = append(none, none...)
	return len(a) + len(b) + cap(c) + len(d) + len(e) + len(f) + len(g) + len(none)
}

func copied(s []int) int {
	t := make([]int, 3)
	n := copy(t, s)
	n += copy(s, t[1:])
	b := make([]byte, 2)
	n += copy(b, "abc")
	n += copy(t[:1], []int{1, 2})
	return n
}

func made(n, c int) int {
	a, b := make([]string, n), make([]string, n, c)
	m, h := make(map[int]int, n), make(chan int, n)
	return len(a) + cap(a) + len(b) + cap(b) + len(m) + cap(h) + len(h)
}

func resliced(s []int) int {
	t := s[:cap(s)]
	u := s[:len(s):cap(s)]
	v := t[len(s):]
	w := u[0:]
	t = t[:len(t)]
	return len(t) + cap(u) + len(v) + cap(v) + len(w)
}

func arrays(n int) int {
	a := [4]int{1, 2, 3, 4}
	a[n&3]++
	b := a
	b[0] = a[n&3]
	p := &a
	t := 0
	for i := range p {
		t += p[i]
	}
	for i, x := range b {
		t += i * x
	}
	s := a[:]
	s[1] = 9
	t += a[1] + len(p) + cap(a) + len(s[1:3]) + cap(p[1:2:3])
	q := (*[2]int)(s)
	q[0] = 5
	t += a[0] + [2]int(s)[1]
	return t
}

func pointers(p *[4]int, i int) int {
	p[i] = 3
	s := p[i:]
	s[0] = 4
	return p[i] + len(s) + len(p)
}

func nils(s []int) int {
	if s == nil {
		return len(s)
	}
	if s != nil && len(s) == 0 {
		return cap(s)
	}
	var m map[int]int
	var f func()
	var e any
	if m == nil && f == nil && e == nil {
		return s[0]
	}
	return 0
}

func outOfRange(s []int, i int) (n int) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	n = s[i] + len(s[i:])
	n += len(s[:i+2])
	return n
}

func matrix(n int) int {
	m := make([][]int, n)
	for i := range m {
		m[i] = make([]int, n)
	}
	t := 0
	for i := 0; i < len(m); i++ {
		for j := 0; j < len(m[i]); j++ {
			m[i][j] = i * j
			m[j][i]++
			t += m[i][j]
		}
	}
	m[0], m[1] = m[1], m[2]
	m[0][1] = len(m[0])
	return t + m[0][1]
}

var table = []string{"one", "two", "three"}
var grid = [...]int{3, 1, 2}
var later []int
var word = "word"

var changed = []int{1, 2}
var filled [3]int
var emptied = map[string]int{"a": 1}
var function = func() int { return 3 }
var pointed = "abc"

func init() { pick(&pointed); changed = nil }
func init() { later = append(later, 1, 2) }

func literals() int {
	s := []int{1, 2, 3}
	t := []string{5: "x"}
	return len(s) + len(t) + len(table) + len(table[1]) + grid[len(word)&1] + len(later) +
		len(word) + len(changed) + filled[1] + len(emptied) + function() + len(pointed)
}
