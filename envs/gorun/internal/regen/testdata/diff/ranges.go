package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func init() {
	add("range that is left at once, first in a loop", func() {
		for _, s := range []string{"", "a", "aé"} {
			fmt.Println(firstOf(s, 2))
		}
	})
	add("range over map", func() {
		m := map[string]int{"a": 1, "b": 2, "c": 3}
		sum := 0
		for k, v := range m {
			sum += len(k) + v
		}
		for k := range m {
			delete(m, k)
		}
		fmt.Println(sum, len(m))
		n := 0
		for range map[int]int{1: 1, 2: 2} {
			n++
		}
		fmt.Println(n, first(map[int]string{4: "only"}), find(map[int]bool{2: true}, 2), find(nil, 1))
		var k, v int
		for k, v = range map[int]int{7: 8} {
		}
		fmt.Println(k, v)
	})
	add("range over map with insertion", func() {
		m := map[int]bool{0: true}
		for i := range m {
			if i < 3 {
				delete(m, i)
				m[i+1] = true
			}
			if len(m) != 1 {
				fmt.Println("bad")
			}
		}
	})
	add("range over string", func() {
		for i, r := range "aé\xff世" {
			fmt.Print(i, " ", r, " ")
		}
		for i := range "é!" {
			fmt.Print(i, " ")
		}
		fmt.Println(validPort(":80"), validPort(":8x"), validPort("x"))
		type name string
		for _, r := range name("q") {
			fmt.Println(r)
		}
	})
	add("range over numbers and arrays", func() {
		for i := range 3 {
			fmt.Print(i)
		}
		for i := range uint8(2) {
			fmt.Printf("%T%v", i, i)
		}
		arr := [3]int{1, 2, 3}
		for i, v := range arr {
			arr[2] = 10
			fmt.Print(i, v, " ")
		}
		for i, v := range &arr {
			arr[2] = 20
			fmt.Print(i, v, " ")
		}
		s := []int{1, 2, 3}
		for i := range s {
			s = append(s, i)
		}
		fmt.Println(s)
	})
	add("range over channel", func() {
		c := make(chan int, 3)
		c <- 1
		c <- 2
		close(c)
		for v := range c {
			fmt.Print(v)
		}
		fmt.Println()
	})
	add("range over func", func() {
		for i := range count(3) {
			if i == 1 {
				continue
			}
			fmt.Print(i, " ")
		}
		fmt.Println(search(count(10), 4), search(count(2), 4))
		for k, v := range maps.All(map[string]int{"k": 1}) {
			fmt.Println(k, v)
		}
		fmt.Println(slices.Sorted(maps.Keys(map[int]bool{2: true, 1: true})))
	outer:
		for i := range count(3) {
			for j := range count(3) {
				if j == 1 {
					continue outer
				}
				if i == 2 {
					break outer
				}
				fmt.Print(i, j, ";")
			}
		}
		fmt.Println(deferring())
	})
	add("nested loops with labels", func() {
	outer:
		for i := 0; i < 4; i++ {
			for j := 0; j < 4; j++ {
				switch {
				case j == 2:
					continue outer
				case i == 3:
					break outer
				}
				fmt.Print(i, j, " ")
			}
		}
		i := 0
	again:
		if i < 3 {
			i++
			goto again
		}
		fmt.Println(i, irregular(5), collatz(27))
	})
}

func first(m map[int]string) string {
	for k, v := range m {
		return fmt.Sprint(k, v)
	}
	return "none"
}

func find(m map[int]bool, want int) (found bool) {
	for k := range m {
		if k == want {
			found = true
			break
		}
	}
	return found
}

func validPort(s string) bool {
	if s == "" {
		return true
	}
	if s[0] != ':' {
		return false
	}
	for _, b := range s[1:] {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func search(s iter.Seq[int], want int) string {
	for v := range s {
		if v == want {
			return "found"
		}
	}
	return "missing"
}

func deferring() (s string) {
	for i := range count(2) {
		defer func() { s += fmt.Sprint("d", i) }()
	}
	return "r"
}

func irregular(n int) int {
	s := 0
	if n > 3 {
		goto middle
	}
top:
	s += n
middle:
	n--
	if n > 0 {
		goto top
	}
	return s
}

func collatz(n int) (steps int) {
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return
}

func firstOf(s string, n int) (rune, int) {
	for {
		n += len(s) + 1
		for i, r := range s {
			return r + rune(i), n
		}
		if n > 5 {
			return 0, n
		}
	}
}
