package workers

import "testing"

func Test(*testing.T) {
	p, left, right := &pool{work: newVector(3)}, &worker{}, &worker{}
	p.put(1)
	p.put(2)
	p.put(3)
	go left.run(p)
	go right.run(p)
	left.isBusy()
	p.finished()
}
