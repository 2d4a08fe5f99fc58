// Package returned has shapes of channels that functions make for who calls them, or for themselves.
package returned

import (
	"sync"
	"testing"
)

// upTo counts beside its caller.
func upTo(n int) <-chan int {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := range n {
			numbers <- i // want blocked
		}
	}()
	return numbers
}

// doubled doubles beside its caller.
func doubled(numbers <-chan int) <-chan int {
	twice := make(chan int)
	go func() {
		defer close(twice)
		for n := range numbers {
			twice <- 2 * n // want blocked
		}
	}()
	return twice
}

// Above leaves both behind when it has found what it looks for.
func Above(least int) int {
	for n := range doubled(upTo(1000)) {
		if n > least {
			return n
		}
	}
	return 0
}

// summed adds up, and returns what it makes by way of another function.
func summed(numbers <-chan int) chan int { return added(numbers) }

func added(numbers <-chan int) chan int {
	sum := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		all := 0
		for n := range numbers {
			all += n
		}
		sum <- all
		close(sum)
	}()
	return sum
}

// Sum waits for the sum.
func Sum(n int) int {
	numbers := make(chan int)
	go func() {
		for i := range n {
			numbers <- i
		}
		close(numbers)
	}()
	return <-summed(numbers)
}

// An output may be left out.
type output struct{ add func(string) }

func (o *output) copy(from string, all *sync.WaitGroup) {
	if o.add == nil {
		return
	}
	all.Add(1)
	go func() {
		defer all.Done()
		o.add(from)
	}()
}

// Copy copies to all outputs there are.
func Copy(outputs ...func(string)) {
	var all sync.WaitGroup
	first, second := &output{outputs[0]}, &output{outputs[1]}
	first.copy("first", &all)
	second.copy("second", &all)
	all.Wait()
}

// Restarts goes on until there were too many ends. Each one comes with the next start.
func Restarts(most int) (n int) {
	ends := make(chan int)
	start := func(i int) {
		go func() { ends <- i }()
	}
	start(0)
	for range ends {
		if n++; n > most {
			return n
		}
		start(n)
	}
	return n
}

func dial(i int) <-chan int {
	conn := make(chan int, 1)
	go func() {
		if i < 0 {
			close(conn)
			return
		}
		conn <- i
	}()
	return conn
}

// Dial receives, or learns that there is nothing to receive.
func Dial(i int) bool {
	_, ok := <-dial(i)
	return ok
}

func count(stop <-chan bool) <-chan int {
	numbers := make(chan int)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case numbers <- i:
			}
		}
	}()
	return numbers
}

// Find leaves a loop over a channel that nobody closes.
func Find(least int) int {
	stop := make(chan bool)
	defer close(stop)
	for i := range count(stop) {
		if i >= least {
			return i
		}
	}
	return 0
}

// Subtest calls once what a function might call often.
func Subtest(t *testing.T) string {
	result := make(chan string)
	t.Run("once", func(*testing.T) {
		go func() { result <- "done" }()
	})
	return <-result
}

// received receives what it does not want.
func received(all <-chan int, wanted bool) {
	if !wanted {
		<-all
	}
}

// Wanted receives what a function has left, which receives on one of its paths only.
func Wanted() int {
	all := make(chan int)
	go func() { all <- 1 }()
	received(all, true)
	return <-all
}
