// Command shares starts goroutines in loops that have a variable or an element each. Next to each stands one that looks alike,
// and in which two goroutines meet.
package main

import "sync"

func main() {
	own()
	onePerLoop()
	readWhileItRuns(0)
	startedTwice()
	readBefore()
	ownStruct()
	elements(4)
	halves()
	chosen()
	twoLoops()
	readElement(0)
	readAfter()
	array()
	arguments()
	sameArguments()
	fields()
	parts()
	started()
	counted(0)
}

// Each round has a variable of its own.
func own() {
	var wg sync.WaitGroup
	for i := range 4 {
		n := 0
		wg.Go(func() { n += i })
	}
	wg.Wait()
}

func onePerLoop() {
	var wg sync.WaitGroup
	n := 0
	for i := range 4 {
		wg.Go(func() { n += i }) // want data-race unordered-access
	}
	wg.Wait()
}

func readWhileItRuns(rounds int) {
	var wg sync.WaitGroup
	for i := range rounds {
		n := 0
		wg.Go(func() { n += i }) // want paths: data-race unordered-access
		if n > 4 {               // want paths: data-race unordered-access
			break
		}
	}
	wg.Wait()
}

func startedTwice() {
	var wg sync.WaitGroup
	for i := range 2 {
		n := 0
		add := func() { n += i } // want data-race unordered-access
		wg.Go(add)
		wg.Go(add)
	}
	wg.Wait()
}

// What is accessed before the goroutine starts is nobody else's yet, nor is it in the next round.
func readBefore() {
	var wg sync.WaitGroup
	for i := range 4 {
		n := i
		if n > 2 {
			n--
		}
		go func(done func()) {
			defer done()
			n++
		}(wg.Done)
		wg.Add(1)
	}
	wg.Wait()
}

func ownStruct() {
	type pair struct{ a, b int }
	var wg sync.WaitGroup
	for i := range 4 {
		var p pair
		wg.Go(func() {
			p.a = i   // want paths: data-race // false: eraser knows the fields of all pairs as one
			p.b = p.a // want paths: data-race // false: likewise
		})
	}
	wg.Wait()
}

// Each goroutine has an element.
func elements(n int) (sum int) {
	var wg sync.WaitGroup
	results := make([]int, n)
	for i := range results {
		wg.Go(func() {
			results[i] = i // want paths: data-race // false: eraser knows locks only
			results[i]++   // want paths: data-race // false: likewise
		})
	}
	wg.Wait()
	for _, r := range results { // want paths: data-race // false: likewise
		sum += r
	}
	return sum
}

// Two goroutines have one element.
func halves() {
	var wg sync.WaitGroup
	results := make([]int, 4)
	for i := range 4 {
		wg.Go(func() { results[i/2] = i }) // want data-race unordered-access
	}
	wg.Wait()
}

func chosen() {
	var wg sync.WaitGroup
	results := make([]int, 4)
	for i := range 4 {
		j := i / 2
		wg.Go(func() { results[j] = i }) // want data-race unordered-access
	}
	wg.Wait()
}

// The loop is executed twice for one slice.
func twoLoops() {
	var wg sync.WaitGroup
	results := make([]int, 4)
	for range 2 {
		for i := range results {
			wg.Go(func() { results[i]++ }) // want data-race unordered-access
		}
	}
	wg.Wait()
}

// Another goroutine reads them all.
func readElement(n int) {
	var wg sync.WaitGroup
	results := make([]int, n)
	for i := range results {
		wg.Go(func() { results[i] = i }) // want paths: data-race unordered-access
	}
	if n > 0 {
		wg.Go(func() { println(results[0]) }) // want paths: data-race unordered-access
	}
	wg.Wait()
}

// The slice is another one in each round.
func readAfter() {
	for range 2 {
		var wg sync.WaitGroup
		results := make([]int, 2)
		for i := 0; i < 2; i++ {
			i := i
			wg.Go(func() { results[i] = i }) // want paths: data-race // false: eraser knows locks only
		}
		wg.Wait()
	}
}

func array() {
	var wg sync.WaitGroup
	var results [4]int
	for i := range results {
		wg.Go(func() { results[i] = i }) // want paths: data-race // false: likewise
	}
	wg.Wait()
}

func arguments() {
	var wg sync.WaitGroup
	results := make([]string, 4)
	for i := 0; i < len(results); i++ {
		wg.Add(1)
		go func(i int, out []string) {
			defer wg.Done()
			out[i] = "done" // want paths: data-race // false: likewise
		}(i, results)
	}
	wg.Wait()
}

func sameArguments() {
	var wg sync.WaitGroup
	results := make([]string, 4)
	for i := 0; i < len(results); i++ {
		wg.Add(1)
		go func(i int, out []string) {
			defer wg.Done()
			out[i] = "done" // want data-race unordered-access
		}(0, results)
	}
	wg.Wait()
}

func fields() {
	type result struct {
		n   int
		err error
	}
	var wg sync.WaitGroup
	results := make([]result, 4)
	for i := range results {
		wg.Go(func() { results[i].n = i }) // want paths: data-race // false: likewise
	}
	wg.Wait()
}

// Parts of one slice overlap.
func parts() {
	var wg sync.WaitGroup
	all := make([]int, 6)
	for i := range 2 {
		part := all[2-i:]
		for j := range 2 {
			wg.Go(func() { part[j] = i }) // want data-race unordered-access
		}
	}
	wg.Wait()
}

// One closure is started in each round.
func started() {
	var wg sync.WaitGroup
	results := make([]int, 4)
	for i := range 2 {
		set := func() { results[i] = i } // want data-race unordered-access
		for range 2 {
			wg.Go(set)
		}
	}
	wg.Wait()
}

// The variable is one for all rounds.
func counted(n int) {
	var wg sync.WaitGroup
	results := make([]int, 4)
	i := 0
	for i = 0; i < n; i++ { // want paths: data-race unordered-access
		wg.Go(func() { results[i] = 1 }) // want paths: data-race unordered-access
	}
	wg.Wait()
}
