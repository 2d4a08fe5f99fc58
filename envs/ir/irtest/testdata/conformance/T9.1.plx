// A false positive resulting from redundant locks.
// Artho, Combining Static and Dynamic Analysis, figure 9.1.
//
// lock1 and lock2 are one object, so the inner monitor is re-entrant and a run
// shows one block. No path says so: getLock is too complex.

class Data { data }
class Box { content }

final object = new Data

// getLock returns its argument.
func getLock(o) {
	box = new Box
	i = nondet(3)
	while i >= 0 {
		box.content = o
		o = box.content
		i = i - 1
	}
	return box.content
}

func getData(o) {
	return o.data
}

atomic func correctMethod(this) {
	lock1 = getLock(this)
	lock2 = getLock(this)
	sync lock1 {
		sync lock2 {
			tmp = getData(this)
		}
		tmp = tmp + 1 // want stale: tmp // static only
	}
}

func main() {
	t = spawn correctMethod(object)
	correctMethod(object)
	join t
}
