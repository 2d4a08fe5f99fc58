package main

import (
	"errors"
	"fmt"
	"runtime"
)

func init() {
	add("defer order and named results", func() {
		fmt.Println(named(3))
		fmt.Println(unnamed(3))
		fmt.Println(recovered(0))
		fmt.Println(recovered(2))
		fmt.Println(nested())
		fmt.Println(reassigned())
	})
	add("defer in loops", func() {
		for i := range 3 {
			defer fmt.Println("outer", i)
		}
		func() {
			for i := 0; i < 3; i++ {
				defer func() { fmt.Println("inner", i) }()
			}
		}()
	})
	add("defer after loop", func() {
		s := 0
		for i := range 10 {
			s += i
		}
		defer fmt.Println("deferred", s)
		s = 1
		fmt.Println("body", s)
	})
	add("panic replaced", func() {
		defer func() { panic(fmt.Sprint("second after ", recover())) }()
		panic("first")
	})
	add("recover not in deferred function", func() {
		defer func() { func() { fmt.Println("too deep", recover()) }() }()
		panic("kept")
	})
	add("goexit runs defers", func() {
		done := make(chan bool)
		go func() {
			defer close(done)
			defer fmt.Println("deferred", recover())
			runtime.Goexit()
		}()
		<-done
	})
	add("deferred builtins", func() {
		m := map[int]int{1: 1, 2: 2}
		c := make(chan int, 1)
		func() {
			defer delete(m, 1)
			defer close(c)
			defer copy(make([]byte, 1), "a")
		}()
		_, ok := <-c
		fmt.Println(m, ok)
		func() {
			defer func() { fmt.Println(recover()) }()
			defer panic("from defer")
		}()
	})
	add("runtime errors", func() {
		guard(func() { var p *pair; fmt.Println(p.b) })
		guard(func() { s := []int{1}; i := 3; fmt.Println(s[i]) })
		guard(func() { z := 0; fmt.Println(1 / z) })
		guard(func() { var m map[string]int; m["a"] = 1 })
		guard(func() { var e any = 3; fmt.Println(e.(string)) })
		guard(func() { var e any; fmt.Println(e.(fmt.Stringer)) })
		guard(func() { n := -1; _ = make([]int, n) })
		guard(func() { s := []int{1, 2}; _ = [3]int(s) })
		guard(func() { var f func(); f() })
		guard(func() { a, b := any([]int{1}), any([]int{1}); fmt.Println(a == b) })
		guard(func() { m := map[any]int{}; m[func() {}] = 1 })
		guard(func() { s := "abc"; i := 2; fmt.Println(s[i:1]) })
		guard(func() { c := make(chan int); close(c); close(c) })
		guard(func() { panic(errors.New("custom")) })
		guard(func() { panic(nil) })
		guard(func() { n := -1; fmt.Println(1 << n) })
	})
}

type pair struct{ a, b int }

func named(n int) (r int, err error) {
	defer func() { r *= 2 }()
	defer func() { err = fmt.Errorf("r was %d", r) }()
	r = n
	return r + 1, nil
}

func unnamed(n int) int {
	defer func() { n = 100 }()
	return n
}

func recovered(d int) (q int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	q = -1
	q = 10 / d
	return
}

func nested() (s string) {
	defer func() {
		defer func() { s += fmt.Sprint("+", recover()) }()
		s += fmt.Sprint(recover())
		panic("b")
	}()
	panic("a")
}

func reassigned() (err error) {
	f := func() { err = errors.New("by closure") }
	f()
	if err := errors.New("shadow"); err != nil {
		_ = err
	}
	return
}
