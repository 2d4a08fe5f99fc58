package main

import "fmt"

// Lines of panics in what is written where it is used, and of calls that the source does not write.
func init() {
	small, none := num(-3), []int(nil)
	add("line of make used on the next", func() {
		list := make([]int, small+1)
		fmt.Println(len(list))
	})
	add("line of a quotient among others", func() {
		a := small +
			1/
				num(0)
		fmt.Println(a)
	})
	add("line of an index whose operand stands before", func() {
		s := "abc"[num(1):]
		c := s[num(4)]
		fmt.Println(c)
	})
	add("line of a conversion to an array", func() {
		fmt.Println(small)

		fmt.Println(-small, [3]int(none))
	})
	add("line of a conversion to a pointer", func() {
		p := (*[3]int)(none)
		fmt.Println(p[1])
	})
	add("line of a conversion of a captured variable", func() {
		list := none
		func() { list = list[:0] }()
		fmt.Println(-small, [3]int(list))
	})
	add("line of a load that is not written", func() {
		var p *grid
		q := &small
		*q = 4
		fmt.Println(p.sum(*q))
	})
	add("first of two failures", func() {
		defer func() { fmt.Println("deferred") }()
		fmt.Println(two(none))
	})
	add("line of a range over a literal", func() {
		all := func(yield func(int) bool) {
			_ = yield(1) && yield(2)
		}
		for i := range all {
			fmt.Println(10 / (i - 1))
		}
	})
	add("line of an end without return", func() {
		fmt.Println(small)
		defer func() {
			if small < 0 {
				panic("deferred")
			}
		}()
	})
	add("line of an end after recover", func() {
		fmt.Println(small)
		defer func() {
			if r := recover(); r != nil {
				defer func() {
					_ = []int(nil)[small+3]
				}()
				fmt.Println(r)
			}
		}()
		_ = []int(nil)[small]
	})
}

func two(list []int) (s string, a [3]int) {
	defer func() {
		if s == "" {
			s = "two"
		}
	}()
	n := list[len(list)+1]
	return string(rune(n)), [3]int(list)
}

type grid struct{ x, y int }

func (p grid) sum(n int) int { return p.x + p.y + n }
