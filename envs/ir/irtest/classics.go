package irtest

import (
	"fmt"
	"strings"
)

// Philosophers is a program in which n philosophers each take two forks, eat, and put them back: first the left one, or
// with swapped true first the right one for the last of them.
func Philosophers(n int, swapped bool) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "final fork%d = new Object\n", i)
	}
	b.WriteString("func eats(left, right) {\n\tsync left {\n\t\tsync right { skip }\n\t}\n}\nfunc main() {\n")
	for i := range n {
		left, right := i, (i+1)%n
		if swapped && i == n-1 {
			left, right = right, left
		}
		fmt.Fprintf(&b, "\tspawn eats(fork%d, fork%d)\n", left, right)
	}
	b.WriteString("}\n")
	return b.String()
}

// BoundedBuffer is a program in which producers and consumers share a buffer, for ever. Who has put something in, or
// taken it out, notifies one that waits, or with all true each. Who was notified begins anew.
func BoundedBuffer(producers, consumers, size int, all bool) string {
	notify := "notify"
	if all {
		notify = "notifyall"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `final buffer = new Object
var n
func produces() {
	while true {
		sync buffer {
			if n == %d { wait buffer } else {
				n = n + 1
				%[2]s buffer
			}
		}
	}
}
func consumes() {
	while true {
		sync buffer {
			if n == 0 { wait buffer } else {
				n = n - 1
				%[2]s buffer
			}
		}
	}
}
func main() {
`, size, notify)
	b.WriteString(strings.Repeat("\tspawn produces()\n", producers))
	b.WriteString(strings.Repeat("\tspawn consumes()\n", consumers) + "}\n")
	return b.String()
}

// MissedSignal is a program of two threads, each of which waits for events that the other one signals. It looks
// without a lock whether there was one since it looked last, so that it may miss it (JPF's example oldclassic).
const MissedSignal = `class Event { count }
final first = new Event
final second = new Event
sync func signal(e) {
	e.count = (e.count + 1) % 3
	notifyall e
}
sync func await(e) { wait e }
func task1() {
	count = first.count
	while true {
		if count == first.count { await(first) }
		count = first.count
		signal(second)
	}
}
func task2() {
	count = second.count
	while true {
		signal(first)
		if count == second.count { await(second) }
		count = second.count
	}
}
func main() {
	spawn task1()
	spawn task2()
}
`

// LockOrder is a program with a thread for each pair of locks, which takes the first one and then the second one, and
// stores to a variable with both. With gate true all of that is under another lock.
func LockOrder(gate bool, pairs ...string) string {
	var b strings.Builder
	b.WriteString("final a = new Object\nfinal b = new Object\nfinal c = new Object\nfinal gate = new Object\nvar x\n" +
		"func locks(first, second) {\n\tsync first {\n\t\tsync second { x = 1 }\n\t}\n}\n" +
		"sync func gated(outer, first, second) { locks(first, second) }\nfunc main() {\n")
	for _, p := range pairs {
		if gate {
			fmt.Fprintf(&b, "\tspawn gated(gate, %c, %c)\n", p[0], p[1])
		} else {
			fmt.Fprintf(&b, "\tspawn locks(%c, %c)\n", p[0], p[1])
		}
	}
	b.WriteString("}\n")
	return b.String()
}
