package expiry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/expiry"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

// Waits for contexts that nobody can cancel are found: in threads, and where all cases of a select are of no use.
const contexts = `package p

import "context"

type key struct{}

func Start() {
	go derived(context.WithValue(context.Background(), key{}, 1))
	go captured(context.TODO())
	go several(context.Background(), make(chan int), make(chan int, 1))
	go passed(context.Background())
	go func() { acquire(context.Background(), 1) }()
	go handed(context.Background().Done())
	go asked(context.Background())
	go chosen(context.Background(), given == nil)
	go loop(context.WithoutCancel(context.Background()), given)
	go ends(context.WithoutCancel(context.Background()), given)
	go daemon(context.Background(), given)
	go both(context.Background())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go cancellable(ctx)
	keep(context.Background())
}

var given chan int

func keep(ctx context.Context) { <-ctx.Done() }

func cancellable(ctx context.Context) { <-ctx.Done() }

func derived(ctx context.Context) {
	<-ctx.Done() // waits
}

func captured(ctx context.Context) {
	go func() {
		<-ctx.Done() // waits
	}()
}

func several(ctx context.Context, a, b chan int) {
	select { // waits
	case <-a:
	case <-ctx.Done():
	}
	select {
	case b <- 1: // there is room
	case <-ctx.Done():
	}
}

func both(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
		default:
			return
		}
	}
}

func passed(ctx context.Context) { below(ctx) }

func below(ctx context.Context) {
	<-ctx.Done() // waits
}

func acquire(ctx context.Context, n int) error {
	if n > len(given) {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func handed(done <-chan struct{}) {
	<-done // waits
}

func asked(ctx context.Context) {
	if done := ctx.Done(); done != nil {
		<-done
	}
}

func chosen(ctx context.Context, idle bool) {
	if !idle {
		c, cancel := context.WithCancel(ctx)
		defer cancel()
		ctx = c
	}
	<-ctx.Done()
}

func loop(ctx context.Context, c chan int) {
	for {
		select { // waits
		case <-ctx.Done():
			return
		case n := <-c:
			println(n)
		}
	}
}

func ends(ctx context.Context, c chan int) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-c:
			if n == 0 {
				return
			}
		}
	}
}

func daemon(ctx context.Context, c chan int) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-c:
			println(n)
		}
	}
}

func answered(ask func() int) int {
	answers := make(chan int)
	go func() { answers <- ask() }()
	ctx := context.Background()
	select {
	case n := <-answers:
		return n
	case <-ctx.Done():
		return 0
	}
}
`

// A wait for a context alone keeps the main thread for good, and what it starts.
const daemon = `package main

import "context"

func main() {
	ctx := context.Background()
	go func() {
		<-ctx.Done()
		println("end")
	}()
	go polls(ctx, make(chan int))
	serve(ctx)
}

func serve(ctx context.Context) { <-ctx.Done() }

func polls(ctx context.Context, c chan int) {
	select { // waits
	case <-ctx.Done():
	case <-c:
	}
}
`

// Returns are found behind which nobody can cancel a context, if a thread waits for it.
const cancels = `package p

import (
	"context"
	"time"
)

type box struct {
	cancel context.CancelFunc
	n      int
}

var kept *box

func wait(ctx context.Context) {
	<-ctx.Done() // waits
}

func other(ctx context.Context, c chan int) {
	select {
	case <-ctx.Done():
	case <-c:
	}
}

func deferred(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go wait(ctx)
}

func unused(ctx context.Context) {
	ctx, _ = context.WithCancel(ctx)
	go wait(ctx)
	return // lost
}

func nobody(ctx context.Context) {
	ctx, _ = context.WithCancel(ctx)
	println(ctx)
}

func mayEnd(ctx context.Context, c chan int) {
	ctx, _ = context.WithCancel(ctx)
	go other(ctx, c)
}

func deadline(ctx context.Context) {
	ctx, _ = context.WithTimeout(ctx, time.Second)
	go func() {
		<-ctx.Done()
	}()
	return // lost
}

type handle struct{ cancel func() }

func byValue(ctx context.Context) handle {
	ctx, cancel := context.WithCancel(ctx)
	go wait(ctx)
	return handle{cancel: cancel}
}

func inList(ctx context.Context, all *[]func()) {
	ctx, cancel := context.WithCancel(ctx)
	go wait(ctx)
	*all = append(*all, cancel)
}

func before(ctx context.Context, early bool) {
	ctx, cancel := context.WithCancel(ctx)
	if early {
		return
	}
	go wait(ctx)
	go cancel()
}

func returned(ctx context.Context) func() {
	ctx, cancel := context.WithCancel(ctx)
	go wait(ctx)
	return func() { cancel() }
}

func correlated(ctx context.Context, some bool) {
	var cancel func()
	if some {
		ctx, cancel = context.WithCancel(ctx)
		go wait(ctx)
	}
	if cancel != nil {
		cancel()
	}
}

func object(ctx context.Context, n int) *box {
	b := &box{n: n}
	ctx, b.cancel = context.WithCancel(ctx)
	go wait(ctx)
	switch n {
	case 1:
		b.close()
		return nil
	case 2:
		kept = b
		return nil
	case 3:
		b.show()
		return nil // lost
	}
	return b
}

func (b *box) close() { b.cancel() }

func (b *box) show() { println(b.n) }

func known(ctx context.Context) {
	b := &box{}
	kept = b
	ctx, b.cancel = context.WithCancel(ctx)
	go wait(ctx)
}

func over(ctx context.Context) {
	ctx, _ = context.WithCancel(ctx)
	go wait(ctx)
	<-ctx.Done()
}

func overBelow(ctx context.Context) {
	ctx, _ = context.WithCancel(ctx)
	go wait(ctx)
	wait(ctx)
}

type server struct {
	ctx    context.Context
	cancel func()
}

func (s *server) loop() {
	<-s.ctx.Done() // waits
}

func serve(ctx context.Context, fail bool) *server {
	s := &server{}
	s.ctx, s.cancel = context.WithCancel(ctx)
	go s.loop()
	if fail {
		return nil // lost
	}
	return s
}

func overAbove(ctx context.Context) error {
	below, _ := context.WithCancel(ctx)
	go wait(below)
	<-ctx.Done()
	return ctx.Err()
}
`

// Receives are found from timers and tickers that send nothing more.
const timers = `package p

import "time"

func twice(d time.Duration) {
	t := time.NewTimer(d)
	<-t.C
	<-t.C // waits
}

func again(d time.Duration) {
	t := time.NewTimer(d)
	for range 3 {
		<-t.C
		t.Reset(d)
	}
}

func drained(d time.Duration, c chan int) {
	t := time.NewTimer(d)
	late := false
	select {
	case <-t.C:
		late = true
	case <-c:
	}
	if !t.Stop() && !late {
		<-t.C
	}
	if !t.Stop() {
		<-t.C // waits
	}
}

func served(d time.Duration, begin, end chan int) {
	t := time.NewTimer(d)
	active := 0
	for {
		select {
		case <-begin:
			if active == 0 && !t.Stop() {
				<-t.C
			}
			active++
		case <-end:
			if active--; active == 0 {
				t.Reset(d)
			}
		case <-t.C:
			return
		}
	}
}

func rounds(d time.Duration, n int) {
	t := time.NewTimer(d)
	for range n {
		<-t.C // waits
	}
}

func retries(d time.Duration, c chan error) error {
	t := time.NewTimer(d)
	select {
	case <-t.C:
		if err := <-c; err != nil {
			return err
		}
	case <-c:
	}
	if !t.Stop() {
		<-t.C // waits
	}
	return nil
}

func stops(d time.Duration) {
	t := time.NewTimer(d)
	t.Stop()
	<-t.C // waits
}

func ticks(d time.Duration, c chan int) {
	t := time.NewTicker(d)
	defer t.Stop()
	go func() {
		for range t.C { // waits
			println()
		}
	}()
	go func() {
		for range t.C {
			if <-c == 0 {
				return
			}
		}
	}()
}

func joined(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	over := make(chan int)
	go func() {
		<-t.C
		close(over)
	}()
	<-over
}

func slept(d time.Duration) {
	t := time.NewTimer(d)
	go func() {
		<-t.C
	}()
	time.Sleep(2 * d)
	t.Stop()
}

func restart(t *time.Ticker, d time.Duration) { t.Reset(d) }

func another(d time.Duration, c chan int) {
	t := time.NewTimer(d)
	for {
		select {
		case <-t.C:
			t = time.NewTimer(d)
		case n := <-c:
			if n == 0 {
				return
			}
			<-t.C
		}
	}
}

type meter struct{ a, b, c, d *time.Ticker }

func newMeter(d time.Duration) *meter {
	return &meter{time.NewTicker(d), time.NewTicker(d), time.NewTicker(d), time.NewTicker(d)}
}

func (m *meter) first() {
	for range m.a.C { // waits
	}
}

func (m *meter) second() {
	for range m.b.C {
	}
}

func (m *meter) third() {
	for range m.c.C {
	}
}

func (m *meter) fourth() {
	for range m.d.C {
	}
}

func (m *meter) stop(d time.Duration) {
	m.d.Stop()
	restart(m.d, d)
	m.a.Stop()
	m.b.Stop()
	m.b.Reset(d)
}
`

// A channel is closed by the function of a timer alone, which is stopped.
const later = `package p

import "time"

type room struct {
	over, told, shut chan int
	a, b, c          *time.Timer
}

func lend(d time.Duration) *room {
	over, told, shut := make(chan int), make(chan int), make(chan int)
	r := &room{over: over, told: told, shut: shut}
	r.a = time.AfterFunc(d, func() { close(over) })
	r.b = time.AfterFunc(d, func() { told <- 1 })
	r.c = time.AfterFunc(d, func() { close(shut) })
	go func() { close(shut) }()
	return r
}

func (r *room) watch() {
	<-r.over // waits
}

func (r *room) others() {
	<-r.told
	<-r.shut
}

func (r *room) back() {
	r.a.Stop()
	if !r.b.Stop() {
		<-r.told
	} else {
		close(r.told)
	}
	r.c.Stop()
}
`

func TestFind(t *testing.T) {
	for name, text := range map[string]string{"contexts": contexts, "cancels": cancels, "timers": timers,
		"later": later, "daemon": daemon} {
		t.Run(name, func(t *testing.T) {
			prog := gotext.Load(t, text)
			found := expiry.Find(prog, exchange.New(prog))
			var got, want []string
			for at, w := range found.Waits {
				got = append(got, fmt.Sprint(prog.Position(at).Line, " waits"))
				require.NotContains(t, []string{w.For, w.Why}, "")
				require.Equal(t, at, lastOf(w, at))
			}
			for at := range found.Lost {
				got = append(got, fmt.Sprint(prog.Position(at).Line, " lost"))
			}
			for i, line := range strings.Split(text, "\n") {
				if _, comment, ok := strings.Cut(line, "// "); ok && (comment == "waits" || comment == "lost") {
					want = append(want, fmt.Sprint(i+1, " ", comment))
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			require.Equal(t, want, got)
		})
	}
}

// lastOf is the step of a story that is at a wait.
func lastOf(w expiry.Wait, at envs.Point) (last envs.Point) {
	for _, e := range w.Story {
		if e.At == at {
			last = at
		}
	}
	return last
}
