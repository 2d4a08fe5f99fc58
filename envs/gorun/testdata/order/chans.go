package main

import "time"

var yesUnbuffered, noUnbuffered int

func unbuffered() {
	c := make(chan int)
	wait := start(func() {
		noUnbuffered++
		yesUnbuffered++
		c <- 1
	})
	noUnbuffered++
	<-c
	yesUnbuffered++
	wait()
}

var yesRendezvous int

// rendezvous orders what the receiver did before what the sender does after.
func rendezvous() {
	c := make(chan int)
	wait := start(func() {
		c <- 1
		yesRendezvous++
	})
	yesRendezvous++
	<-c
	wait()
}

var yesBuffered, noBuffered int

func buffered() {
	c := make(chan int, 2)
	wait := start(func() {
		yesBuffered++
		c <- 1
		noBuffered++
		c <- 2
	})
	noBuffered++
	<-c
	yesBuffered++
	<-c
	wait()
}

var yesBack, noBack int

// bufferedBack orders a receive before the send that gets its place.
func bufferedBack() {
	c := make(chan int, 1)
	wait := start(func() {
		c <- 1
		noBack++
		c <- 2
		yesBack++
	})
	yesBack++
	noBack++
	<-c
	<-c
	wait()
}

var noSlots int

// slots has two receivers of one place after each other, which are not ordered.
func slots() {
	c := make(chan int, 1)
	step := make(chan bool)
	go func() {
		noSlots++
		<-c
		<-step
	}()
	go func() {
		time.Sleep(20 * time.Millisecond)
		<-c
		noSlots++
		<-step
	}()
	c <- 1
	c <- 2
	step <- true
	step <- true
}

var yesEmpty, noEmpty int

func emptyElements() {
	c := make(chan struct{}, 3)
	wait := start(func() {
		for range 3 {
			c <- struct{}{}
		}
		noEmpty++
		yesEmpty++
		c <- struct{}{}
	})
	noEmpty++
	for range 4 {
		<-c
	}
	yesEmpty++
	wait()
}

var yesClosed, noClosed int

func closed() {
	c := make(chan int)
	wait := start(func() {
		noClosed++
		yesClosed++
		close(c)
	})
	noClosed++
	for range c {
	}
	yesClosed++
	wait()
}

var yesSelects, noSelects int

// selects never wait: they go round until a case is ready.
func selects() {
	c, d := make(chan int, 1), make(chan int, 1)
	wait := start(func() {
		noSelects++
		yesSelects++
		for sent := false; !sent; {
			select {
			case c <- 1:
				sent = true
			default:
			}
		}
	})
	noSelects++
	for got := false; !got; {
		select {
		case <-c:
			got = true
		case <-d:
		default:
		}
	}
	yesSelects++
	wait()
}

var yesSelectSent, yesSelectBuffered, yesSelectClosed, noSelectWaits int

func selectWaits() {
	c, d, e := make(chan int), make(chan int, 1), make(chan int)
	wait := start(func() {
		noSelectWaits++
		yesSelectSent++
		time.Sleep(5 * time.Millisecond)
		c <- 1
		yesSelectBuffered++
		time.Sleep(5 * time.Millisecond)
		d <- 1
		yesSelectClosed++
		time.Sleep(5 * time.Millisecond)
		close(e)
	})
	noSelectWaits++
	for range 3 {
		select {
		case <-c:
			yesSelectSent++
		case <-d:
			yesSelectBuffered++
		case <-e:
			yesSelectClosed++
			e = nil
		}
	}
	wait()
}

var yesSelectBoth int

func selectBoth() {
	c, d := make(chan int), make(chan int)
	wait := start(func() {
		yesSelectBoth++
		select {
		case c <- 1:
		case d <- 1:
		}
	})
	select {
	case <-c:
	case <-d:
	}
	yesSelectBoth++
	wait()
}
