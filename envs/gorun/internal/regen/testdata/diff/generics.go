package main

import (
	"cmp"
	"fmt"
)

type number interface{ ~int | ~float64 }

type list[T any] struct {
	val  T
	next *list[T]
}

func (l *list[T]) push(v T) *list[T] { return &list[T]{v, l} }
func (l *list[_]) length() (n int) {
	for ; l != nil; l = l.next {
		n++
	}
	return
}

func (l *list[T]) all() func(func(int, T) bool) {
	return func(yield func(int, T) bool) {
		i := 0
		for p := l; p != nil; p = p.next {
			if !yield(i, p.val) {
				return
			}
			i++
		}
	}
}

func sum[T number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return s + 1
}

func apply[S ~[]E, E, R any](s S, f func(E) R) []R {
	type box struct {
		r R
		n int
	}
	var boxes []box
	for i, e := range s {
		boxes = append(boxes, box{f(e), i})
	}
	var out []R
	for _, b := range boxes {
		out = append(out, b.r)
	}
	return out
}

func keysOf[M ~map[K]V, K cmp.Ordered, V any](m M) (min K) {
	first := true
	for k := range m {
		if first || k < min {
			min, first = k, false
		}
	}
	return min
}

func equalMaps[K, V comparable](a, b map[K]V) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return true
}

func zero[T any]() T {
	var z T
	return z
}

func convert[To, From number](x From) To { return To(x) }

type sequence interface{ ~string | ~[]byte }

func last[S sequence](s S) byte { return s[len(s)-1] }

type ids []int

func init() {
	add("generics", func() {
		var l *list[string]
		l = l.push("a").push("b")
		fmt.Println(l.length(), sum(1, 2, 3), sum(1.5), apply(ids{1, 2}, func(i int) string { return fmt.Sprint(i, "!") }))
		for i, v := range l.all() {
			fmt.Print(i, v, " ")
		}
		fmt.Println(keysOf(map[string]int{"z": 1, "y": 2}), equalMaps(map[int]int{1: 2}, map[int]int{1: 2}),
			equalMaps(map[int]int{1: 2}, map[int]int{1: 3}))
		fmt.Println(zero[int](), zero[*int]() == nil, convert[int](3.9), last("abc"), last([]byte{7}))
		f := sum[float64]
		fmt.Println(f(2))
	})
}
