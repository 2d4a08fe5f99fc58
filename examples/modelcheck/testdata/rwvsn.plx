// Readers and writers after Lea, Concurrent programming in Java (RWVSN.java), figure 7. Readers wait at the object, and
// each writer at a monitor of its own. These stand in a vector, whose methods take its lock: for no reason, as it is
// used under the lock of the object only. Who notifies others also lets them in.
class Vector {
	items
	n
}

class Control {
	waitingWriters // a Vector
	waitingReaders
	activeReaders
	activeWriters
	data
}

final rw = new Control

atomic sync func size(v) {
	return v.n
}

atomic sync func addElement(v, x) {
	v.items[v.n] = x
	v.n = v.n + 1
}

atomic sync func firstElement(v) {
	return v.items[0]
}

atomic sync func removeFirst(v) {
	i = 1
	while i < v.n {
		v.items[i - 1] = v.items[i]
		i = i + 1
	}
	v.n = v.n - 1
}

atomic func allowReader(c) {
	return size(c.waitingWriters) == 0 && c.activeWriters == 0
}

atomic func allowWriter(c) {
	return size(c.waitingWriters) == 0 && c.activeReaders == 0 && c.activeWriters == 0
}

atomic sync func notifyReaders(c) {
	c.activeReaders = c.waitingReaders
	c.waitingReaders = 0
	notifyall c
}

atomic sync func notifyWriter(c) {
	if size(c.waitingWriters) > 0 {
		oldest = firstElement(c.waitingWriters)
		removeFirst(c.waitingWriters)
		sync oldest { notify oldest }
		c.activeWriters = c.activeWriters + 1
	}
}

sync func beforeRead(c) {
	if allowReader(c) {
		c.activeReaders = c.activeReaders + 1
	} else {
		c.waitingReaders = c.waitingReaders + 1
		wait c
	}
}

atomic sync func afterRead(c) {
	c.activeReaders = c.activeReaders - 1
	if c.activeReaders == 0 { notifyWriter(c) }
}

func beforeWrite(c) {
	monitor = new Object
	sync monitor {
		sync c {
			if allowWriter(c) {
				c.activeWriters = c.activeWriters + 1
				return
			}
			addElement(c.waitingWriters, monitor)
		}
		wait monitor
	}
}

atomic sync func afterWrite(c) {
	c.activeWriters = c.activeWriters - 1
	if c.waitingReaders > 0 {
		notifyReaders(c)
	} else {
		notifyWriter(c)
	}
}

func read(c) {
	beforeRead(c)
	r = c.data
	afterRead(c)
}

func write(c) {
	beforeWrite(c)
	c.data = c.data + 1
	afterWrite(c)
}

func main() {
	rw.waitingWriters = new Vector
	rw.waitingWriters.items = new [2]
	t = spawn read(rw)
	u = spawn write(rw)
	write(rw)
	join t
	join u
}
