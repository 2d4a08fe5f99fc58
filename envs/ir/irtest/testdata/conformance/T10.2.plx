// A code idiom that cannot be analyzed with block-local atomicity: compute
// outside, then compare and store.
// Artho, Combining Static and Dynamic Analysis, figure 10.2, after Flanagan.
//
// The locally computed fdata is safe to use, because the shared value is the
// same as during the computation. The reports are known to be false.

class Shared { field }

final shared = new Shared
final lock = new Object

func f(v) { // a long computation
	return v + 1 // also stale: v
}

atomic func doTransaction() {
	done = false
	while !done {
		sync lock {
			value = shared.field
		}
		fdata = f(value) // want stale: value
		sync lock {
			if value == shared.field { // want stale: value
				shared.field = fdata // also stale: fdata
				done = true
			}
		}
	}
}

func main() {
	t = spawn doTransaction()
	doTransaction()
	join t
}
