package main

import "iter"

func types(round int) {
	n := round
	use(generic(&n, &n, 5), genericField(&pair[int]{1, 2}, round), genericSlice([]int{1, 2, 3}), genericStore(&[]int{1}))
	use(each(&list[int]{val: round, next: &list[int]{val: 3}}), throughMethod(&list[int]{val: round}),
		named2(ints{1, 2, 3}))
	i := inner{1, 2}
	use(genericStruct(&i, &i.a, inner{3, 4}), sum(ints{1, 2, 3}), sum([]uint8{250, 4, 7}), first("text"),
		first([]byte("bytes")))
	for x := range count[uint8](round) {
		use(x)
	}
	use(keys(map[string]int{"a": 1, "b": 2}), asserted(round), asserted("x"), asserted(nil), asserted(&n))
}

// A type parameter may be any other type.
func generic[T any](p *T, q *int, v T) int {
	a := *q
	*p = v
	return a + *q
}

func genericStruct[T any](p *T, q *int, v T) int {
	a := *q
	*p = v
	return a + *q
}

type pair[T any] struct{ a, b T }

func (p *pair[T]) set(v T) { p.a = v }

func (p *pair[U]) twice(v U) (U, U) {
	x := p.a
	p.set(v)
	return x, p.a
}

func genericField(p *pair[int], v int) int {
	x := p.a
	p.set(v + 5)
	y := p.a
	z, w := p.twice(77)
	return x + y + z + w + p.a
}

func genericSlice[S ~[]E, E any](s S) E {
	x := s[0]
	t := append(s[:0], s[1])
	y := s[0]
	copy(s, s[2:])
	z := s[0]
	clear(s)
	use(x, y, z, t, s[0])
	var e E
	s[0] = e
	return s[0]
}

func genericStore[S ~[]int](p *S) int {
	s := *p
	x := s[0]
	clear(s)
	y := s[0]
	*p = append(s, 3)
	return x + y + len(*p) + len(s)
}

type list[T any] struct {
	val  T
	next *list[T]
}

func (l *list[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) {
		for ; l != nil; l = l.next {
			if !yield(l.val) {
				return
			}
		}
	}
}

func (l *list[A]) put(v A) { l.val = v }

func (l *list[B]) test(v B, p *int) int {
	x, y := *p, l.val
	l.put(v)
	use(y, l.val)
	return x + *p
}

func throughMethod(l *list[int]) int {
	x := l.val
	l.put(9)
	return x + l.val + l.test(10, &l.val)
}

func each(l *list[int]) int {
	t := 0
	for x := range l.all() {
		t += x + l.val
		l.val++
		t += l.val
	}
	return t
}

type ints []int

func named2(s ints) int {
	t := []int(s)
	x := t[0]
	s[0] = x + 1
	y := t[0]
	clear(s)
	return x + y + t[0] + len(t)
}

func sum[S ~[]E, E int | uint8](s S) E {
	var t E
	for i := range s {
		t += s[i]
	}
	return t / E(len(s))
}

func first[T string | []byte](x T) int {
	n := 0
	for i := range len(x) {
		n += int(x[i])
	}
	return n + len(x[1:]) + len(string(x))
}

func count[T uint8 | int](n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		var x T
		for range n {
			x -= 3
			if !yield(x) {
				return
			}
		}
	}
}

func keys[M ~map[K]V, K comparable, V any](m M) int {
	n := len(m)
	for k := range m {
		delete(m, k)
	}
	return n + len(m)
}

func asserted(x any) int {
	if n, ok := x.(int); ok {
		return n
	}
	if p, ok := x.(*int); ok && p != nil {
		return *p
	}
	switch x := x.(type) {
	case nil:
		return 0
	case string:
		return len(x)
	case interface{ get() int }:
		return x.get()
	}
	return 1
}
