package main

import (
	"errors"
	"fmt"
	"unsafe"
)

type tiny int8

type sized interface{ Size() int }

//go:noinline
func num[T any](x T) T { return x }

// faults are the ways to panic at run time, by name; what the panic says must not change.
func faults() []testCase {
	var list []testCase
	add := func(name string, run func()) { list = append(list, testCase{name, run}) }
	for _, n := range []int{-2, 3, 301, 1 << 60} {
		add(fmt.Sprint("make ", n), func() { _ = make([]int8, n) })
		add(fmt.Sprint("make with constant capacity ", n), func() { b := make([]int8, n, 300); fmt.Println(len(b), cap(b)) })
		add(fmt.Sprint("make unused ", n), func() { _ = make([]string, n, 300) })
		add(fmt.Sprint("make with capacity ", n), func() { fmt.Println(cap(make([]int8, 2, num(n)))) })
		add(fmt.Sprint("make both ", n), func() { fmt.Println(len(make([]int8, n, num(300)))) })
		add(fmt.Sprint("make constant length ", n), func() { fmt.Println(len(make([]int8, 5, n))) })
		add(fmt.Sprint("make of type ", n), func() { fmt.Println(len(make([]int8, tiny(n), 9))) })
		add(fmt.Sprint("make of unsigned ", n), func() { fmt.Println(len(make([]int8, uint64(n), 9))) })
		add(fmt.Sprint("make stored ", n), func() { x := struct{ b []int }{make([]int, n, 4)}; fmt.Println(x) })
		add(fmt.Sprint("make captured ", n), func() { b := make([]int, n, 4); func() { b = append(b, 1) }(); fmt.Println(b) })
		add(fmt.Sprint("make channel ", n), func() { fmt.Println(cap(make(chan int, n))) })
		if n < 1<<20 {
			add(fmt.Sprint("make map ", n), func() { fmt.Println(len(make(map[int]int, n))) })
		}
	}
	s, a, str := []int{1, 2, 3}, [3]int{1, 2, 3}, "abc"
	p := &a
	var none []int
	for _, i := range []int{-1, 2, 3, 4} {
		u := uint8(i)
		add(fmt.Sprint("index ", i), func() { fmt.Println(s[i]) })
		add(fmt.Sprint("index of type ", i), func() { fmt.Println(s[u], s[int64(i)]) })
		add(fmt.Sprint("index huge ", i), func() { fmt.Println(s[uint64(i)+1<<63]) })
		add(fmt.Sprint("index array ", i), func() { fmt.Println(a[i]) })
		add(fmt.Sprint("index string ", i), func() { fmt.Println(str[i], "xyz"[i]) })
		add(fmt.Sprint("index pointer ", i), func() { p[i] = 1 })
		add(fmt.Sprint("low ", i), func() { fmt.Println(s[i:]) })
		add(fmt.Sprint("high ", i), func() { fmt.Println(s[:i]) })
		add(fmt.Sprint("low and high ", i), func() { fmt.Println(s[2:i]) })
		add(fmt.Sprint("low above ", i), func() { fmt.Println(s[i:2]) })
		add(fmt.Sprint("three ", i), func() { fmt.Println(s[1:2:i]) })
		add(fmt.Sprint("three, high ", i), func() { fmt.Println(s[1:i:2]) })
		add(fmt.Sprint("three, low ", i), func() { fmt.Println(s[i:2:3]) })
		add(fmt.Sprint("array, low ", i), func() { fmt.Println(a[i:]) })
		add(fmt.Sprint("array, high ", i), func() { fmt.Println(p[1:i]) })
		add(fmt.Sprint("string, low ", i), func() { fmt.Println(str[i:]) })
		add(fmt.Sprint("string, high ", i), func() { fmt.Println(str[2:i]) })
		add(fmt.Sprint("string, of type ", i), func() { fmt.Println(str[u:], str[:u]) })
		add(fmt.Sprint("to array ", i), func() { fmt.Println([2]int(s[:max(i, 0)])) })
		add(fmt.Sprint("to array pointer ", i), func() { fmt.Println(*(*[4]int)(s[:max(i, 0)])) })
		add(fmt.Sprint("shift ", i), func() { fmt.Println(1<<i, uint8(7)>>i) })
		add(fmt.Sprint("shift of type ", i), func() { fmt.Println(u<<tiny(i), int64(5)>>int8(i)) })
		add(fmt.Sprint("unsafe slice ", i), func() { fmt.Println(len(unsafe.Slice(&s[0], i))) })
		add(fmt.Sprint("unsafe string ", i), func() { fmt.Println(len(unsafe.String(unsafe.StringData(str), i))) })
	}
	add("index constant", func() { fmt.Println(none[0]) })
	add("index constant of slice", func() { fmt.Println(s[5]) })
	add("slice constants", func() { fmt.Println(s[4:]) })
	add("slice of three constants", func() { fmt.Println(s[:2:7]) })
	add("slice of string constants", func() { fmt.Println(str[2:5]) })
	add("to empty array", func() { fmt.Println([0]int(none), (*[0]int)(none) == nil) })
	for _, z := range []int{0, 1} {
		add(fmt.Sprint("divide ", z), func() { fmt.Println(7/z, 7%z) })
		add(fmt.Sprint("divide of type ", z), func() { fmt.Println(tiny(7)/tiny(z), uint64(7)%uint64(z)) })
		add(fmt.Sprint("divide unused ", z), func() { _ = int8(3) / int8(z) })
		add(fmt.Sprint("divide float ", z), func() { fmt.Println(1 / float64(z)) })
		add(fmt.Sprint("divide assigned ", z), func() { x := 9; x /= z; x %= z; fmt.Println(x) })
	}
	add("least by minus one", func() { x := tiny(-128); fmt.Println(x/tiny(num(-1)), -x) })
	var m map[string]int
	var c chan int
	var f func()
	var r *struct{ x, y int }
	var e error
	var q *[4]int
	add("nil map", func() { m["a"] = 1 })
	add("nil map, operator", func() { m["a"]++ })
	add("nil map read", func() { fmt.Println(m["a"]); delete(m, "a"); clear(m) })
	add("close nil", func() { close(c) })
	add("close twice", func() { c := make(chan int); close(c); close(c) })
	add("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	add("select closed", func() {
		c := make(chan int)
		close(c)
		select {
		case c <- 1:
		default:
		}
	})
	add("nil function", func() { f() })
	add("nil function deferred", func() { defer f() })
	add("nil pointer", func() { fmt.Println(r.y) })
	add("nil pointer written", func() { r.y = 1 })
	add("nil array", func() { fmt.Println(q[num(1)]) })
	add("nil array ranged", func() {
		for _, x := range q {
			fmt.Println(x)
		}
	})
	add("nil interface", func() { fmt.Println(e.Error()) })
	add("nil interface bound", func() { f := e.Error; fmt.Println(f) })
	for i, x := range []any{nil, 1, "s", tiny(1), errors.New("e"), []int{1}, map[string]int{}, struct{ f func() }{}} {
		add(fmt.Sprint("assert int ", i), func() { fmt.Println(x.(int)) })
		add(fmt.Sprint("assert error ", i), func() { fmt.Println(x.(error)) })
		add(fmt.Sprint("assert sized ", i), func() { fmt.Println(x.(sized).Size()) })
		add(fmt.Sprint("compare ", i), func() { y := x; fmt.Println(x == y) })
		add(fmt.Sprint("key ", i), func() { fmt.Println(map[any]int{}[x]) })
		add(fmt.Sprint("key written ", i), func() { m := map[any]int{}; m[x] = 1; delete(m, x) })
		add(fmt.Sprint("panic ", i), func() { panic(x) })
	}
	return list
}

func init() {
	cases = append(cases, faults()...)
}
