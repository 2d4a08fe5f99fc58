package main

import (
	"fmt"
	"sort"
	"strings"
)

var table = map[string]func(int) int{
	"inc": func(n int) int { return n + 1 },
	"fac": func(n int) int {
		r := 1
		for i := 2; i <= n; i++ {
			r *= i
		}
		return r
	},
}

var computed, also = func() (int, string) {
	type local struct{ x int }
	l := []local{{1}, {2}}
	return l[1].x, fmt.Sprintf("%T", l)
}()

func init() {
	add("closures", func() {
		fmt.Println(table["inc"](1), table["fac"](5), computed, also)
		n := 0
		inc := func() int { n++; return n }
		inc()
		inc()
		fmt.Println(n)
		var fs []func() int
		for i := 0; i < 3; i++ {
			fs = append(fs, func() int { i *= 10; return i })
		}
		for _, f := range fs {
			fmt.Println(f(), f())
		}
		var fib func(int) int
		fib = func(n int) int {
			if n < 2 {
				return n
			}
			return fib(n-1) + fib(n-2)
		}
		fmt.Println(fib(15))
	})
	add("captured by a literal in a literal", func() {
		b := &branch{name: "b"}
		fmt.Println(b.twoDeep("c")()(), b.name)
		var list []int
		func() {
			list = append(list, 1)
			func() {
				defer func() { list = append(list, len(b.name)) }()
				list[0]++
			}()
		}()
		fmt.Println(list)
	})
	add("variable used after its loop", func() {
		var keep []func() string
		for i := 0; ; i++ {
			s := fmt.Sprint("v", i)
			keep = append(keep, func() string { s += "!"; return s })
			p := &s
			if i == 2 {
				*p += "?"
				for _, k := range keep {
					fmt.Println(k())
				}
				break
			}
		}
	})
	add("method values", func() {
		var b strings.Builder
		w := b.WriteString
		w("a")
		w("b")
		fmt.Println(b.String(), strings.ToUpper("x"))
		c := counter{1}
		v, p := c.value, c.bump
		c.n = 7
		p()
		fmt.Println(v(), c.n, counter.value(c))
		var st fmt.Stringer = &c
		f := st.String
		c.n = 9
		fmt.Println(f(), fmt.Stringer.String(st))
		guard(func() { var s fmt.Stringer; g := s.String; fmt.Println(g()) })
	})
	add("function literal used twice", func() {
		less := func(a, b int) bool { return a > b }
		s := []int{3, 1, 2}
		sort.Slice(s, func(i, j int) bool { return less(s[i], s[j]) })
		apply := less
		fmt.Println(s, apply(1, 2), less(2, 1))
	})
	add("captured parameters", func() {
		fmt.Println(capture(3, "x", 1, 2)())
	})
}

type counter struct{ n int }

func (c counter) value() int      { return c.n }
func (c *counter) bump()          { c.n++ }
func (c *counter) String() string { return fmt.Sprint("counter ", c.n) }

func capture(n int, s string, rest ...int) func() string {
	n++
	return func() string { n++; return fmt.Sprint(n, s, rest) }
}

type branch struct{ name string }

func (b *branch) twoDeep(s string) func() func() string {
	return func() func() string {
		return func() string {
			b.name += s
			s += "!"
			return b.name + s
		}
	}
}
