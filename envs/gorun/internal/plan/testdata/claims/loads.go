package main

type box struct {
	items []int
	n     int
	next  *box
	pair  [2]int
	in    inner
	name  string
}

type inner struct{ a, b int }

// other is another type of the same form.
type other struct {
	items []int
	n     int
	next  *box
	pair  [2]int
	in    inner
	name  string
}

type number int
type alias = int
type aliased struct{ n alias }

var global int
var globalBox = &box{}

func loads(round int) {
	fresh := func() *box {
		return &box{items: []int{1, 2, 3, 4}, n: round, next: &box{items: []int{5}, n: 7}, name: "x"}
	}
	use(looped(fresh()), structCopy(fresh()), localStruct(round), localArray(round), throughPointer(fresh()))
	b := fresh()
	use(twoPointers(b, b), twoPointers(b, b.next), fieldPointer(b, &b.n), elementPointer(b.items, &b.items[1]), chain(b))
	use(copyStructs([]inner{{1, 2}, {3, 4}, {5, 6}}), clearStructs([]inner{{1, 2}, {3, 4}}),
		appendStructs([]inner{{1, 2}, {3, 4}}))
	use(appendAlias([]int{1, 2, 3}), copyAlias([]int{1, 2, 3}), clearAlias([]int{1, 2, 3}))
	use(bytesAlias([]byte{1, 2, 3}), sameForm(fresh()), named(fresh()), aliases(&aliased{3}, fresh()))
	use(globals(), pointerToPointer(fresh()), swapped(fresh()), loopStores(fresh()), nestedLoops(fresh()))
	use(conditional(fresh(), round > 1), whole(fresh()), arrayInStruct(fresh(), round&1), interfaces(fresh()))
	a, e := &aliased{3}, any(3)
	use(aliasField(a, &a.n), byteElement([]byte{1, 2}, 1), runeCell(&r, &r), emptyCell(&e, &e), deep(&deepest{}, round))
	use(reused(fresh(), round), arrayOfStructs(round&1), returned(fresh()), embeds(&embedding{box: fresh()}))
	use(pointerToLocal(round), sliceOfLocal(round), freshEachTurn(round))
}

var r rune

func aliasField(a *aliased, q *int) int {
	x := a.n
	*q = x + 1
	return x + a.n
}

func byteElement(s []byte, i int) int {
	p := bytePointer(s, i)
	x := s[1]
	*p = 77
	return int(x) + int(s[1])
}

func bytePointer(s []uint8, i int) *uint8 { return &s[i] }

func runeCell(p *rune, q *int32) int {
	x := *p
	*q = x + 1
	return int(x + *p)
}

func emptyCell(p *any, q *interface{}) bool {
	x := *p
	*q = 5
	return x == *p
}

type deepest struct {
	a [2]struct {
		b struct{ c, d int }
		e []struct{ f int }
	}
}

func deep(d *deepest, i int) int {
	d.a[0].b.c = i
	x := d.a[0].b.c
	d.a[i&1].b = struct{ c, d int }{3, 4}
	y := d.a[0].b.c
	d.a[0] = d.a[1]
	z := d.a[0].b.c
	d.a[0].e = append(d.a[0].e, struct{ f int }{i})
	w := d.a[0].e[0].f
	d.a[0].e = append(d.a[0].e[:0], struct{ f int }{i + 1})
	v := d.a[0].e[0].f
	*d = deepest{}
	return x + y + z + w + v + d.a[0].b.c + len(d.a[0].e)
}

func reused(b *box, n int) int {
	t := 0
	for range 3 {
		p := &b.n
		if t > 2 {
			p = &b.in.a
		}
		x := *p
		b.n++
		y := *p
		b.in.a += 2
		t += x + y + *p
	}
	return t
}

func arrayOfStructs(i int) int {
	a := [2]inner{{1, 2}, {3, 4}}
	x := a[0].a
	p := &a[i]
	p.a = 9
	y := a[0].a
	s := a[:]
	s[0] = inner{5, 6}
	z := a[0].a
	a = [2]inner{}
	return x + y + z + a[0].a + s[0].a
}

func returned(b *box) (n int) {
	n = b.n
	defer func() { b.n, n = n, b.n }()
	b.n = 8
	n += b.n
	return n + b.n
}

type embedding struct {
	*box
	inner
}

func embeds(e *embedding) int {
	x, y := e.n, e.a
	e.box.n = x + 1
	e.inner = inner{a: y + 1}
	z := e.n + e.a
	e.box = &box{n: 3}
	return z + e.n + e.get() + e.n
}

func looped(b *box) int {
	t := 0
	for i := 0; i < len(b.items); i++ {
		t += b.items[i]
		if b.items[i] == 3 {
			b.items = b.items[:len(b.items)-1]
		}
	}
	for _, x := range b.items {
		b.n += x
		t += b.n
	}
	return t
}

func structCopy(b *box) int {
	x := b.n
	*b = box{n: x + 1, items: b.items, next: b.next}
	y := b.n
	*b = *b.next
	return x + y + b.n
}

// A variable that stays in the frame changes as a whole.
func localStruct(n int) int {
	x := inner{n, 2}
	a := x.a
	x = inner{n + 1, 3}
	b := x.a
	x = opaque(x)
	x.b = 3
	c := x.b
	x = inner{}
	return a*b + c + x.b
}

func localArray(n int) int {
	var x [4]int
	x[1] = n
	i := opaque(1)
	x[i] = n + 1
	a := x[1]
	x = [4]int{9, 9, 9, 9}
	var y [2]inner
	y[0].a = 3
	y[opaque(0)].a = 4
	b := y[0].a
	y[0] = inner{5, 6}
	c := y[0].a
	y = [2]inner{}
	return a + x[1] + b + c + y[0].a
}

func throughPointer(b *box) int {
	x := b.n
	p := opaque(&b.n)
	*p = x + 1
	y := b.n
	q := &b.in
	z := q.a
	b.in.a = z + 1
	return x + y + q.a
}

func twoPointers(a, b *box) int {
	x := a.n
	b.n = x + 1
	y := a.n
	a.items[0] = 3
	z := b.items[0]
	b.items[0] = 4
	return x + y + z + a.items[0]
}

func fieldPointer(b *box, p *int) int {
	x := b.n
	*p = x + 1
	y := *p
	b.n = 9
	return b.n + x + y + *p
}

func elementPointer(s []int, p *int) int {
	x := s[1]
	*p = x + 1
	y := *p
	s[1] = 9
	return s[1] + x + y + *p
}

func chain(b *box) int {
	x := b.next.n
	b.next.n = x + 1
	y := b.next.n
	b.next = &box{n: 3}
	return x + y + b.next.n
}

func copyStructs(s []inner) int {
	x := s[0].a
	copy(s, s[1:])
	return x + s[0].a
}

func clearStructs(s []inner) int {
	x := s[0].a
	clear(s)
	return x + s[0].a
}

func appendStructs(s []inner) int {
	x := s[1].b
	t := append(s[:1], inner{8, 9})
	return x + s[1].b + t[1].a
}

func appendAlias(s []int) int {
	x := s[1]
	t := append(s[:1], 7)
	return x + s[1] + t[1]
}

func copyAlias(s []int) int {
	x := s[1]
	copy(s, s[2:])
	y := s[0]
	copy(s, []int{4, 4})
	return x + y + s[0] + s[1]
}

func clearAlias(s []int) int {
	x := s[1]
	clear(s)
	return x + s[1]
}

// Types have several names.
func bytesAlias(s []byte) int {
	x := s[1]
	var p *uint8 = &s[1]
	*p = 77
	y := s[1]
	var r rune = 3
	q := opaque(&r)
	z := *q
	var i *int32 = opaque(q)
	*i = 4
	return int(x) + int(y) + int(z) + int(*q)
}

func sameForm(b *box) int {
	o := (*other)(b)
	x := b.n
	o.n = x + 1
	y := b.n
	b.items[0] = 2
	o.items = nil
	return x + y + len(b.items)
}

func named(b *box) int {
	p := opaque((*number)(&b.n))
	x := b.n
	*p = number(x) + 1
	return x + b.n
}

func aliases(a *aliased, b *box) int {
	p := opaque(&a.n)
	x := a.n
	*p = x + 1
	y := a.n
	var q *alias = opaque(&b.n)
	z := b.n
	*q = z + 1
	return x + y + b.n
}

func globals() int {
	global = 3
	x := global
	p := opaque(&global)
	*p = 4
	y := global
	setGlobal()
	globalBox.n = 3
	z := globalBox.n
	setGlobalBox()
	return x + y + global + z + globalBox.n
}

func setGlobal()    { global++ }
func setGlobalBox() { globalBox = &box{n: global} }

func pointerToPointer(b *box) int {
	p := opaque(&b)
	x := b.n
	*p = &box{n: 77}
	y := b.n
	(*p).n++
	return x + y + b.n
}

func swapped(b *box) int {
	s := b.items
	s[0], s[1] = s[1], s[0]
	b.n, b.in.a = b.in.a, b.n
	b, b.next = b.next, b
	return s[0] + s[1] + b.n
}

func loopStores(b *box) int {
	t := b.n
	for i := range 4 {
		t += b.n
		if i == 2 {
			b.n = i
		}
		t += b.n
	}
	return t + b.n
}

func nestedLoops(b *box) int {
	t := 0
	for p := b; p != nil; p = p.next {
		for i := 0; i < p.n; i++ {
			t += p.n + i
			for j := range p.items {
				t += p.items[j]
				p.items[j] = b.n
				t += p.items[j]
			}
		}
		b.n--
	}
	return t
}

func conditional(b *box, c bool) int {
	x := b.n
	if c {
		b.n = x + 1
	}
	y := b.n
	if !c {
		b.next = nil
	} else {
		y += b.next.n
	}
	if b.next != nil {
		y += b.next.n
	}
	return x + y + b.n
}

func whole(b *box) int {
	x := b.in.a
	b.in = inner{x + 1, 3}
	y := b.in.a
	p := &b.in
	*p = inner{}
	return x + y + b.in.a + p.b
}

func arrayInStruct(b *box, i int) int {
	x := b.pair[0]
	b.pair[i] = x + 1
	y := b.pair[0]
	b.pair = [2]int{7, 8}
	s := b.pair[:]
	z := b.pair[1]
	s[i] = 3
	s[1]++
	return x + y + z + b.pair[0] + b.pair[1]
}

type getter interface{ get() int }

func (b *box) get() int {
	b.n++
	return b.n
}

func interfaces(b *box) int {
	var e any = b
	x := b.n
	e.(*box).n = x + 1
	y := b.n
	var g getter = b
	y += g.get()
	return x + y + b.n
}

func pointerToLocal(n int) int {
	x := n
	p := opaque(&x)
	y := x
	*p = 9
	z := x
	x = 3
	return y + z + *p
}

func sliceOfLocal(n int) int {
	var a [3]int
	s := a[:]
	a[1] = n
	s[1] = n + 1
	x := a[1]
	t := append(s[:1], 6)
	return x + a[1] + t[1]
}

func freshEachTurn(n int) int {
	t := 0
	var last *int
	for i := range 3 {
		x := i
		p := &x
		*p += n
		if last != nil {
			*last = 7
			t += *p
		}
		t += x
		last = opaque(p)
	}
	return t
}
