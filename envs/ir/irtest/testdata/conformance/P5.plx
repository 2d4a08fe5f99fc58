// Violation of atomicity in class ResourceStoreManager of a web server.
// Von Praun and Gross, Static Detection of Atomicity Violations, program 5.
//
// checkClosed and lookupEntry are each locked, loadResourceStore is not: an
// entry may be added after shutdown. Only control flow leads from one to the
// other, no value. The map has one key here; what the original does with the
// entry in the end (getStore) concerns no lock and is left out.

class ResourceStoreManager { closed = false, entry = nil }
class Entry { store }

final manager = new ResourceStoreManager
final closedError = 1

atomic sync func checkClosed(this) {
	if this.closed {
		throw closedError
	}
}

atomic func loadResourceStore(this) {
	checkClosed(this)
	return lookupEntry(this)
}

atomic sync func lookupEntry(this) {
	e = this.entry
	if e == nil {
		e = new Entry
		this.entry = e
	}
	return e
}

atomic sync func shutdown(this) {
	while this.entry != nil { // remove all entries
		this.entry = nil
	}
	this.closed = true
}

func client() {
	try {
		se = loadResourceStore(manager)
	} catch e {
		skip
	}
}

func main() {
	t = spawn client()
	u = spawn shutdown(manager)
	v = spawn client()
	join t
	join u
	join v
}
