package main

import "errors"

func control(round int) {
	use(loops(round+3), switches(round), labels(round), panics(round), selects(round))
	use(results2(round))
	nilThings(round)
}

func loops(n int) int {
	t := 0
	for i := n; i >= 0; i-- {
		t += i
	}
	for i, j := 0, n; i < j; i, j = i+1, j-1 {
		t += i * j
	}
	a, b := 1, 2
	for range n {
		a, b = b, a+b
		if a&1 == 0 {
			continue
		}
		t += a
	}
	for t > 10 {
		t /= 2
	}
	for i := range n {
		defer func() { t += i }()
	}
	var x uint8 = 250
	for range n {
		x += 3
	}
	return t + int(x)
}

func switches(n int) int {
	switch n {
	case 0, 5:
		return 1
	case 1:
		n += 3
		fallthrough
	case 2:
		n++
	case 3:
		return 9
	}
	switch {
	case n > 3 && n < 9, n == 77:
		return n
	}
	return -n
}

func labels(n int) int {
outer:
	for i := range 4 {
		for j := range 4 {
			if i*j == n {
				continue outer
			}
			if i+j > 5 {
				break outer
			}
			n += j
		}
	}
	if n > 100 {
		goto end
	}
	n++
end:
	return n
}

var errOdd = errors.New("odd")

func mayFail(n int) (s []int, err error) {
	if n&1 == 1 {
		return nil, errOdd
	}
	s = make([]int, n)
	return
}

func results2(n int) (sum int, err error) {
	defer func() {
		if err != nil {
			sum = -1
		}
	}()
	s, err := mayFail(n)
	if err == errOdd {
		return 0, err
	}
	if err != nil {
		return 1, err
	}
	sum = len(s)
	return sum + 1, nil
}

func panics(n int) (t int) {
	b := &box{n: n}
	for i := range 3 {
		func() {
			defer func() {
				if r := recover(); r != nil {
					b.n++
					t += b.n
				}
			}()
			b.n = i
			t += b.n
			var s []int
			switch i {
			case 0:
				t += s[b.n]
			case 1:
				t /= b.n - 1
			case 2:
				panic(errOdd)
			}
		}()
	}
	return t + b.n
}

func selects(n int) int {
	a, b := make(chan int, 1), make(chan int, 1)
	if n&1 == 0 {
		a <- n
	} else {
		b <- n
	}
	x := &box{n: n}
	y := x.n
	select {
	case v := <-a:
		y += v
	case v, ok := <-b:
		y += v
		use(ok)
	}
	return y + x.n
}

func nilThings(n int) {
	var p *box
	var f func()
	var m map[int]int
	var e error
	for i := range 5 {
		func() {
			defer func() { use(recover()) }()
			switch i {
			case 0:
				p.n = 3
			case 1:
				f()
			case 2:
				m[n] = 1
			case 3:
				use(e.Error())
			case 4:
				use(p.items[n])
			}
		}()
	}
	if m[3] == 0 && len(m) == 0 && p == nil {
		use(m)
	}
}
