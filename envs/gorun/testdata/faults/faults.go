// Command faults makes one mistake after the other. The comment beside a line says
// which check fails there, with the values of its terms ("none" for what is no number).
package main

import "fmt"

type node struct {
	next  *node
	items []int
	table [4]int
}

type stringer interface{ String() string }

var (
	zero    = 0
	minus   = -1
	big     = 300
	huge    = uint64(1) << 63
	nowhere *node
)

func try(name string, f func()) {
	defer func() {
		if e := recover(); e == nil {
			fmt.Println(name, "went on")
		}
	}()
	f()
}

func main() {
	s := []int{1, 2, 3}
	n := &node{items: s}
	try("index", func() { fmt.Println(s[len(s)+zero]) })                          // want index 3 3
	try("negative index", func() { s[minus] = 1 })                                // want index -1 3
	try("unsigned index", func() { fmt.Println(s[huge]) })                        // want index 9223372036854775808 3
	try("index of a field", func() { n.items[zero+7]++ })                         // want index 7 3
	try("index of an array", func() { fmt.Println(n.table[big]) })                // want index 300
	try("index of a string", func() { fmt.Println("abc"[big]) })                  // want index 300
	try("slice", func() { fmt.Println(s[2 : zero+1]) })                           // want slice 1 3
	try("slice beyond", func() { fmt.Println(s[:big]) })                          // want slice 300 3
	try("slice from beyond", func() { fmt.Println(s[big:]) })                     // want slice 300 3
	try("slice from unsigned", func() { fmt.Println(s[huge : zero+1]) })          // want slice 9223372036854775808 1 3
	try("slice from unsigned to negative", func() { fmt.Println(s[huge:minus]) }) // want slice 9223372036854775808 -1 3
	try("size", func() { fmt.Println(make([]int, minus)) })                       // want size -1
	try("division", func() { fmt.Println(7 / zero) })                             // want division 0
	try("remainder", func() { fmt.Println(7 % zero) })                            // want division 0
	try("shift", func() { fmt.Println(1 << minus) })                              // want shift -1
	try("conversion", func() { fmt.Println(uint8(big)) })                         // want conversion 300
	try("sign", func() { fmt.Println(uint64(int64(minus))) })                     // want conversion -1
	try("unsigned", func() { fmt.Println(int64(huge)) })                          // want conversion 9223372036854775808
	try("pointer", func() { fmt.Println(nowhere.items) })                         // want dereference none
	try("pointer to a pointer", func() { n.next.table[zero] = 1 })                // want dereference none
	try("map", func() { var m map[int]int; m[zero] = 1 })                         // want map write
	try("function", func() { var f func(); f() })                                 // want call
	try("method", func() { var x stringer; fmt.Println(x.String()) })             // want call
	total := 0
	for i := range s {
		try("in a loop", func() { total += 10 / (s[i] - 2) }) // want division 0
	}
	safe(s, n, uint8(zero))
}

// safe makes none.
func safe(s []int, n *node, b uint8) {
	for i := 0; i < len(s); i++ {
		s[i] += n.items[i] + int(b)
	}
	fmt.Println(s[uint(b):len(s)], s[uint(b):zero], s[1:2:3], int8(b), b>>1, 7/len(s), n.table[b])
}
