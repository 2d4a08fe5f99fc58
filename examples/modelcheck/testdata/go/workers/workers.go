// Package workers has replicated workers after Dwyer and Wallentine, as figure 6(b) of the paper that package
// stringbuffer names has them. The method take moves work from the vector of the pool, which is used under the lock of
// the pool only, to a vector that only its caller knows. The method finish holds the lock of a worker and that of the
// pool, and each of them is taken without the other one, too. The code is our own.
package workers

import "sync"

type vector struct {
	mu    sync.Mutex
	items []int
	n     int
}

type pool struct {
	mu    sync.Mutex
	work  *vector
	total int
}

type worker struct {
	mu   sync.Mutex
	busy bool
	done int
}

func newVector(size int) *vector { return &vector{items: make([]int, size)} }

//parallax:atomic
func (v *vector) size() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.n
}

//parallax:atomic
func (v *vector) addElement(x int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.items[v.n] = x
	v.n++
}

//parallax:atomic
func (v *vector) removeLast() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.n--
	return v.items[v.n]
}

//parallax:atomic
func (p *pool) put(x int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.work.addElement(x)
}

//parallax:atomic
func (p *pool) take(most int) *vector {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := newVector(2)
	for taken.size() < most && p.work.size() > 0 {
		taken.addElement(p.work.removeLast())
	}
	return taken
}

//parallax:atomic
func (w *worker) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy = true
}

//parallax:atomic
func (w *worker) isBusy() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.busy
}

//parallax:atomic
func (w *worker) finish(p *pool, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy = false
	w.done += n
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total += n
}

//parallax:atomic
func (p *pool) finished() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}

func (w *worker) run(p *pool) {
	w.begin()
	batch := p.take(2)
	w.finish(p, batch.size())
}
