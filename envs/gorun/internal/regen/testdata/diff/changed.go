package main

import "fmt"

// Variables of loops, results and captured variables that are changed, whether or not anything reads them then.
func init() {
	add("changed range variables", func() {
		n := 0
		for i := range "añb" {
			i++
			n++
		}
		for _, r := range "añb" {
			r <<= 1
			n++
		}
		for i, r := range "añb" {
			i += int(r)
			r = 'x'
			n += i
		}
		for k, v := range map[string]int{"k": 2} {
			k += "!"
			v--
			n += len(k)
		}
		for i := range 3 {
			i *= 2
			n++
		}
		for i, x := range []int{4, 5} {
			i, x = x, i
			n += i
		}
		for i := range []int{4, 5} {
			i--
		}
		c := make(chan rune, 2)
		c <- 'a'
		close(c)
		for r := range c {
			r++
			n++
		}
		for i := range countTo(3) {
			i++
			n++
		}
		for i, s := range suffixes("ab") {
			i, s = i+1, s+"x"
			n += len(s)
		}
		fmt.Println(n)
	})
	add("changed captured range variables", func() {
		var all []func() int
		for i, r := range "añ" {
			all = append(all, func() int { i++; return i + int(r) }, func() int { r--; return int(r) })
			i += 10
		}
		for i := range 2 {
			all = append(all, func() int { i *= 3; return i })
			i++
		}
		for _, f := range all {
			fmt.Print(f(), f(), " ")
		}
		fmt.Println()
	})
	add("changed and dead", func() {
		fmt.Println(deadResult(2))
		x, y := 1, "a"
		func() { x = 2; y += "b"; x++ }()
		func() {
			x := x
			x++
			func() { x = 7 }()
		}()
		if y := y; len(y) > 1 {
			y = "c"
		}
		switch x := x; {
		case x > 1:
			x = 5
		}
		c := make(chan int, 1)
		c <- 3
		select {
		case x := <-c:
			x++
		}
		switch v := any(x).(type) {
		case int:
			v++
		case string:
			_ = v
		}
		p := &x
		*p = 8
		fmt.Println(x, y)
	})
	add("deferred never", func() {
		fmt.Println(deferNever(1))
		fmt.Println(deferNever(3))
	})
	add("captured and only written", func() {
		switch x := any(n0).(type) {
		default:
			func() { x = "a" }()
		case int:
			func() { func() { x = 3 }() }()
		case string:
			fmt.Println(x)
		}
	})
	add("captured and not read", func() {
		for k4, k5 := range [3]int{} {
			for k7 := range suffixes("xy") {
				k7 = k5
				_ = k7
			}
			func() { func() { k5 = k4 }() }()
		}
	})
}

var n0 = 5

func deferNever(n int) (r int, s string) {
	for {
		if n++; n > 2 {
			break
		}
		continue
		defer recover()
	}
	if n > 3 {
		return n, "a"
	}
	s = "b"
	return
}

func countTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func suffixes(s string) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i := range len(s) {
			if !yield(i, s[i:]) {
				return
			}
		}
	}
}

func deadResult(n int) (r int, s string) {
	defer func() {
		r++
		s = "s"
	}()
	for r = range n {
		s += "t"
	}
	r = 5
	s = "dead"
	return 9, "t"
}
