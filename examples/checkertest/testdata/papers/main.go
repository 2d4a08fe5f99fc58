package main

import (
	"runtime"
	"sync"
)

func runThesis() {
	n := runtime.NumGoroutine()
	t2_8(&T2_8{})
	for first := range 2 {
		t2_9, t3_2 := &T2_9{}, &T3_2{}
		for i := range 2 {
			if i == first {
				go t2_9.swap()
				go t3_2.daemon(2)
			} else {
				go t2_9.reset()
				go t3_2.task(1)
			}
			for runtime.NumGoroutine() > n {
				runtime.Gosched()
			}
		}
	}
	t2_10, t2_11 := &T2_10{}, &T2_11{}
	t4_2, t4_3 := &T4_2{}, &T4_3{}
	t4_3.fill()
	t10_1, t10_2 := &T10_1{}, &T10_2{}
	for range 2 {
		go t2_10.inc()
		go t2_11.swap()
		go t2_11.reset()
		go t4_2.sensorDaemon()
		go t4_3.work()
		go t10_1.increment()
		go t10_2.doTransaction()
	}
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
}

// The three threads of T2_8 are ordered by what they do, so that there is no race.
func t2_8(s *T2_8) {
	var done sync.WaitGroup
	done.Go(s.reset)
	done.Wait()
	done.Go(s.inc)
	done.Wait()
	done.Go(s.dec)
	done.Wait()
}

func runCoord() {
	n := runtime.NumGoroutine()
	p, q := &T3_4{}, &T3_4{}
	go p.t1()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go p.t2()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go p.t3()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go p.t4()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go q.t4()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go q.t3()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go q.t1()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go q.t2()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
}

func runMethods() {
	n := runtime.NumGoroutine()
	p1, p2, p3, p4 := &P1{}, &P2{}, &P3{}, &P4{}
	for range 2 {
		go p1.update(123)
		go p2.update(123)
		go p3.run()
		go p4.run()
	}
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	for first := range 2 {
		p5 := &P5{}
		for i := range 2 {
			if i == first {
				go p5.shutdown()
			} else {
				go p5.client()
			}
			for runtime.NumGoroutine() > n {
				runtime.Gosched()
			}
		}
	}
}

func runLocks() {
	n := runtime.NumGoroutine()
	t2_6, t2_7, r1, r11 := &T2_6{}, &T2_7{}, &R1{}, &R11{}
	for range 2 {
		go t2_6.nested()
		go t2_7.crossed()
		go r1.deposit(10)
		go r11.nested()
		for runtime.NumGoroutine() > n {
			runtime.Gosched()
		}
	}
	r7 := &R7{}
	for range 2 {
		go r7.write()
		for runtime.NumGoroutine() > n {
			runtime.Gosched()
		}
		go r7.readUnderA()
		for runtime.NumGoroutine() > n {
			runtime.Gosched()
		}
		go r7.readUnderB()
		for runtime.NumGoroutine() > n {
			runtime.Gosched()
		}
	}
	for first := range 2 {
		r10, r12, fields := &R10{}, &R12{}, &R12Fields{}
		for i := range 2 {
			if i == first {
				go r10.t()
				go r12.forwards()
				go fields.forwards()
			} else {
				go r10.u()
				go r12.backwards()
				go fields.backwards()
			}
			for runtime.NumGoroutine() > n {
				runtime.Gosched()
			}
		}
	}
}

// The only thread that writes comes between the others.
func runR8() {
	n := runtime.NumGoroutine()
	s := &R8{}
	go s.second()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go s.third()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go s.writer()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go s.second()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go s.third()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
}

func runR9() {
	n := runtime.NumGoroutine()
	s, u := &R9{}, &R9{}
	go s.third()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go s.second()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go s.first()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go u.first()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go u.second()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go u.third()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
}

// One order of threads shows each conflict at one of its sides only; the other order would
// take a second thread with the same views, and so another row.
func runTables() {
	n := runtime.NumGoroutine()
	r1, r2, r3, r4 := &Row1{}, &Row2{}, &Row3{}, &Row4{}
	r5, r6, r7, r8 := &Row5{}, &Row6{}, &Row7{}, &Row8{}
	go r1.a()
	go r2.a()
	go r3.a()
	go r4.a()
	go r5.c()
	go r6.c()
	go r7.c()
	go r8.c()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go r1.b()
	go r2.b()
	go r3.b()
	go r4.b()
	go r5.d()
	go r6.d()
	go r7.d()
	go r8.d()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
	go r5.e()
	go r6.e()
	go r7.e()
	go r8.e()
	for runtime.NumGoroutine() > n {
		runtime.Gosched()
	}
}

func main() {
	runThesis()
	runCoord()
	runMethods()
	runLocks()
	runR8()
	runR9()
	runTables()
}
