// Command rounds goes round loops that nobody else can tell, and round others.
package main

import (
	"fmt"
	"os"
	"os/exec"
)

type node struct {
	n    int
	next *node
}

var table [300]int

func main() {
	fill(make([]byte, 300))
	down(make([]byte, 300))
	nested(5)
	fmt.Println(swapped(301), branching(300), failing(make([]int, 100)), calling(300))
	links(new(node), 300)
	swapMemory(300)
	fmt.Println(len(exec.Command(crossed(301)).Args), len(exec.Command(passed(300)).Args), left(300))
	a, b := results(301)
	fmt.Println(len(exec.Command(a).Args), len(exec.Command(b).Args), len(exec.Command(fields(300)).Args))
	fmt.Println(last(), keys())
	fmt.Println(sum(), keep(table[:])[299], counted(300), until(300))
}

// fill writes one element after the other.
func fill(b []byte) {
	for i := range b {
		b[i] = 'x'
	}
}

// down comes to the elements with low indices last.
func down(b []byte) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i], table[i] = 'y', i
	}
}

// nested comes to the inner loop n times.
func nested(n int) int {
	s := 0
	for range n {
		for i := range 100 {
			s += i
		}
	}
	return s
}

// swapped has two variables that change places.
func swapped(n int) int {
	a, b := 1, 2
	for range n {
		a, b = b, a
	}
	return a*10 + b
}

// branching has two ways through the loop.
func branching(n int) int {
	s := 0
	for i := range n {
		if i%7 == 0 {
			s++
		}
	}
	return s
}

// failing ends in a round that is not told.
func failing(b []int) (n int) {
	defer func() {
		if recover() != nil {
			n = -n
		}
	}()
	n = 1
	for i := range 200 {
		b[i] = 1
	}
	return n
}

// calling calls in each round.
func calling(n int) int {
	s := 0
	for i := range n {
		s += called(i)
	}
	return s
}

//go:noinline
func called(i int) int { return i }

// links comes to another object in each round.
func links(head *node, n int) {
	for range n {
		head.next = &node{n: n}
		head = head.next
	}
}

// sum reads a variable of the package.
func sum() int {
	s := 0
	for i := range table {
		s += table[i]
	}
	return s
}

var kept [][]int

// keep lets others know what it fills.
func keep(b []int) []int {
	kept = append(kept, b)
	for i := range b {
		b[i] = i
	}
	return b
}

// counted has no condition but the number of rounds.
func counted(n int) int {
	s := 1
	for range n {
		s = s*3 + 1
	}
	return s
}

// until tests at the end of a round.
func until(n int) int {
	s := 0
	for {
		s += n
		n--
		if n == 0 {
			return s
		}
	}
}

// crossed has two variables each of which is computed from what the other one was.
func crossed(n int) string {
	a, b := os.Getenv("HOME"), "x"
	for range n {
		a, b = b+"y", a+"z"
	}
	return b
}

// passed passes what comes from outside through five variables.
func passed(n int) string {
	a, b, c, d, e := os.Getenv("HOME"), "b", "c", "d", "e"
	for range n {
		e, d, c, b = d+"e", c+"d", b+"c", a+"b"
	}
	return e
}

var cells [4]int

// swapMemory has two cells that change places.
func swapMemory(n int) {
	for range n {
		cells[0], cells[1] = cells[1], cells[0]
	}
}

// left leaves its loop in the middle, at an element with a low index.
func left(n int) int {
	i := n - 1
	for {
		table[i] = 1
		if i == 3 {
			return i
		}
		i--
	}
}

// last keeps what it has read last.
func last() int {
	x := 0
	for i := range table {
		x = table[i]
	}
	return x
}

// results has results in memory that change places.
func results(n int) (a, b string) {
	defer func() { _ = recover() }()
	a, b = os.Getenv("HOME"), "b"
	for range n {
		a, b = b, a
	}
	return a, b
}

type ten struct{ a, b, c, d, e, f, g, h, i, j string }

// fields passes what comes from outside through the fields of a variable in memory.
func fields(n int) string {
	s := ten{a: os.Getenv("HOME")}
	p := &s
	for range n {
		p.j, p.i, p.h, p.g, p.f, p.e, p.d, p.c, p.b = p.i, p.h, p.g, p.f, p.e, p.d, p.c, p.b, p.a
	}
	return s.j
}

var sets = map[int]bool{}

// keys ranges over a map that others know.
func keys() int {
	for i := range 100 {
		sets[i] = true
	}
	list, n := make([]int, len(sets)), 0
	for k := range sets {
		list[n] = k
		n++
	}
	return len(list)
}
