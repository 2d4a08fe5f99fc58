package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func init() {
	add("switches", func() {
		for i := -1; i < 12; i++ {
			fmt.Print(digit(i), " ", grade(i), " ")
		}
		fmt.Println(word("alpha"), word("gamma"), word("zeta"), word(""))
	})
	add("condition without branches", func() {
		var a, b chan int
		select {
		case <-a:
			return
		case <-b:
			break
		default:
		}
		fmt.Println("none")
	})
	add("select", func() {
		a, b := make(chan int, 1), make(chan string, 1)
		for range 4 {
			select {
			case v, ok := <-a:
				fmt.Println("a", v, ok)
				b <- "s"
			case s := <-b:
				fmt.Println("b", s)
				close(a)
			default:
				fmt.Println("none")
				a <- 1
			}
		}
		var none chan int
		select {
		case none <- 1:
		case <-time.After(time.Millisecond):
			fmt.Println("timeout")
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			for v := range a {
				fmt.Println(v)
			}
		}()
		<-done
	})
	add("goroutines", func() {
		var mu sync.Mutex
		var wg sync.WaitGroup
		total := 0
		for i := range 10 {
			wg.Add(1)
			go func(k int) {
				defer wg.Done()
				mu.Lock()
				defer mu.Unlock()
				total += i * k
			}(2)
		}
		wg.Wait()
		fmt.Println(total)
	})
	add("lines", func() {
		fmt.Println(line(), line(),
			line(),
			lines(
				line(),
				1/len("a")))
		func() {
			fmt.Println(line())
		}()
		guard(func() {
			var p *pair
			x := 1 +
				p.a
			fmt.Println(x)
		})
		guard(func() {
			s := []int{1}
			for i := range 3 {
				s[0] += i
				s[i] = 1
			}
		})
		guard(deep)
	})
	add("line of a literal's call", func() {
		func() {
			_, _, l, _ := runtime.Caller(1)
			fmt.Println(l)
		}()
	})
	add("expressions on several lines", func() {
		ok := len("a") == 1 &&
			line() > 0 ||
			line() < 0
		fmt.Println(ok, chain{}.
			step(line()).
			step(line()))
	})
}

type chain struct{ n int }

func (c chain) step(l int) chain { return chain{c.n*1000 + l + line()} }

func lines(a, b int) int { return a*1000 + line() + b }

func deep() {
	defer func() {
		panic(fmt.Sprint("again: ", recover()))
	}()
	shallow(0)
}

//go:noinline
func shallow(n int) {
	if n == 3 {
		panic("bottom")
	}
	shallow(n + 1)
}

func digit(i int) string {
	switch i {
	case 0:
		return "zero"
	case 1, 2, 3:
		return "few"
	case 4:
		fallthrough
	case 5:
		return "some"
	case 6, 8:
		i++
	case 7, 9:
		i--
	default:
		return "other"
	}
	return fmt.Sprint(i)
}

func grade(n int) byte {
	switch {
	case n > 9:
		return 'A'
	case n > 5:
		return 'B'
	}
	return 'C'
}

func word(s string) (r int) {
	switch s {
	case "alpha":
		r = 1
	case "beta":
		r = 2
	case "gamma", "delta":
		r = 3
	case "epsilon":
		r = 4
	case "":
		r = 5
	default:
		r = len(s)
	}
	return r * 10
}
