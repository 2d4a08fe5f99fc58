// Replicated workers after Dwyer and Wallentine, figure 6(b): take moves work from the vector of the pool, which is used
// under the lock of the pool only, to a vector that only its caller knows. finish holds the lock of a worker and that of
// the pool, and each of them is taken without the other one, too.
class Vector {
	items
	n
}

class Pool {
	work // a Vector
	finished
}

class Worker {
	busy
	done
}

final pool = new Pool
final left = new Worker
final right = new Worker

atomic sync func size(v) {
	return v.n
}

atomic sync func addElement(v, x) {
	v.items[v.n] = x
	v.n = v.n + 1
}

atomic sync func removeLast(v) {
	v.n = v.n - 1
	return v.items[v.n]
}

atomic sync func put(p, x) {
	addElement(p.work, x)
}

atomic sync func take(p, most) {
	taken = new Vector
	taken.items = new [2]
	while size(taken) < most && size(p.work) > 0 {
		x = removeLast(p.work)
		addElement(taken, x)
	}
	return taken
}

atomic sync func begin(w) {
	w.busy = true
}

atomic sync func isBusy(w) {
	return w.busy
}

atomic sync func finish(w, p, n) {
	w.busy = false
	w.done = w.done + n
	sync p { p.finished = p.finished + n }
}

atomic sync func finished(p) {
	return p.finished
}

func run(w, p) {
	begin(w)
	batch = take(p, 2)
	finish(w, p, size(batch))
}

func main() {
	pool.work = new Vector
	pool.work.items = new [3]
	put(pool, 1)
	put(pool, 2)
	put(pool, 3)
	t = spawn run(left, pool)
	u = spawn run(right, pool)
	b = isBusy(left)
	n = finished(pool)
	join t
	join u
}
