// One thread altering a pair of coordinates, three threads reading it.
// Artho, Combining Static and Dynamic Analysis, figures 3.3 and 3.4.
//
// t1 has the view {x, y}, t2 {x}, t3 {x} and {y}, t4 {x} and {x, y}. What a
// locked getter returned is used when its lock is given back: these are stale
// values, whether the views agree or not.

class Coord { x, y }

final c = new Coord

atomic sync func getX(p) {
	return p.x
}

atomic sync func getY(p) {
	return p.y
}

atomic sync func getXY(p) {
	d = new Coord
	d.x = p.x
	d.y = p.y
	return d
}

atomic sync func setXY(p, d) {
	p.x = d.x
	p.y = d.y
}

func use(v) {
	skip
}

func use2(v, w) {
	skip
}

func t1() {
	d1 = new Coord
	d1.x = 1
	d1.y = 2
	setXY(c, d1)
}

func t2() {
	x2 = getX(c)
	use(x2) // want stale: x2
}

func t3() {
	x3 = getX(c)
	y3 = getY(c)
	use2(x3, y3) // want stale: x3, y3
}

func t4() {
	x4 = getX(c)
	use(x4) // want stale: x4
	d4 = getXY(c)
	x4 = getX(d4)
	y4 = getY(d4)
	use2(x4, y4) // want stale: x4, y4
}

func main() {
	a = spawn t1()
	b = spawn t2()
	d = spawn t3()
	e = spawn t4()
	join a
	join b
	join d
	join e
}
