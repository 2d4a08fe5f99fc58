package main

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/seed38182bad/parallax/envs/gorun/internal/regen/testdata/diff/dep"
)

type (
	celsius float32
	flag    bool
	point   struct{ x, y int }
	big     struct {
		name  string
		inner struct{ a, b [4]int }
		next  *big
	}
)

func init() {
	add("constants", func() {
		i := int8(127)
		i++
		u := uint8(0)
		u--
		a := 5
		b := a << 70 >> 70
		x := 0.1
		var f32 float32 = 16777216
		f32++
		fmt.Println(i, u, b, x+0.2, f32, math.MaxUint64/uint64(3), -x*0)
		z := 0.0
		fmt.Println(z/z, 1/z, -1/z, 1/(-z), math.NaN() == math.NaN(), celsius(x)*3)
		c := complex(1, 2)
		c *= c
		var c64 complex64 = 2i
		fmt.Println(c, real(c), imag(c64*c64), c == complex(-3, 4))
		fmt.Println(string(rune(300)), string([]byte{65, 0xff}), []rune("aé"), []byte("é"), "\x00\x01\"`")
		n := 300
		fmt.Println(uint8(n), int8(n), float32(n)/7, uint32(int32(-n)), int(-3.9*float64(n)))
	})
	add("operations on constants", func() {
		zero, three := 0, 3
		guard(func() { fmt.Println(three / zero) })
		guard(func() { fmt.Println(three % zero) })
		var arr [3]int
		k := 5
		guard(func() { fmt.Println(arr[k]) })
		m := math.MinInt64
		fmt.Println(m/-1, -m, m-1)
		var sh uint = 64
		fmt.Println(1<<sh, uint32(1)<<sh>>1, -1>>sh)
		guard(func() { s := "abc"; j := 7; fmt.Println(s[j]) })
		guard(func() { lo, hi := 2, 1; fmt.Println([]int{1, 2, 3}[lo:hi]) })
	})
	add("structs and arrays by value", func() {
		p := point{1, 2}
		q := p
		q.x = 9
		a := [3]point{{1, 1}, {2, 2}}
		b := a
		b[1].y = 7
		pa := &a
		pa[2] = q
		fmt.Println(p, q, a, b, a == b, p == point{1, 2}, a[0] == b[0])
		fmt.Println(len(copied(pa)), cap(copied(pa)[:1]), copied(pa)[2], a[2])
		g := big{name: "g"}
		g.inner.b[2] = 4
		h := g
		h.inner.b[2]++
		h.next = &g
		g.next = &big{inner: struct{ a, b [4]int }{b: [4]int{3: 1}}}
		fmt.Println(g.inner, h.inner, h.next.next.inner.b, h.next.name)
		anon := struct {
			A int `json:"a"`
			b string
		}{1, "x"}
		other := struct {
			A int
			b string
		}(anon)
		fmt.Printf("%v %+v %T\n", anon, other, anon)
		var iface any = p
		p.x = 50
		fmt.Println(iface == any(point{1, 2}), iface.(point).x)
	})
	add("literals", func() {
		n := 0
		next := func() int { n++; return n }
		s := []int{next(), 5: next(), next()}
		m := map[string][]point{"a": {{next(), 1}, {y: next()}}, "b": nil}
		ps := []*point{{1, next()}, nil}
		sparse := [...]string{3: "d", 1: "b"}
		fmt.Println(s, m, *ps[0], len(ps), sparse, len(sparse), &point{3, 4}, [2][2]int{{1}, {2, 3}})
		buf := make([]byte, 3, 10)
		fmt.Println(len(buf), cap(buf), len(make([]int, 4)), cap(append([]byte(nil), buf...)) >= 3)
		fmt.Println(append([]byte("x"), "yz"...), append([]int{1}, 2, 3), append([]any{}, nil))
	})
	add("builtins", func() {
		a, b := 3, 7
		s := []int{1, 2, 3}
		fmt.Println(min(a, b, 5), max(2.5, float64(a)), min("b", "a"))
		clear(s)
		m := map[int]int{1: 1}
		clear(m)
		fmt.Println(s, m, copy(s, []int{9}), s, len([4]int{}), cap(s[:1]))
		fmt.Println(unsafe.Sizeof(a), *(*int)(unsafe.Pointer(&b)), unsafe.String(unsafe.StringData("abc"), 2))
		arr := (*[2]int)(s)
		arr[1] = 5
		fmt.Println(s, [2]int(s), s[:2:2])
		p := new(int)
		*p += 3
		fmt.Println(*p)
	})
	add("maps", func() {
		m := map[point]int{}
		m[point{1, 1}]++
		m[point{1, 1}] += 5
		v, ok := m[point{2, 2}]
		_, ok2 := m[point{1, 1}]
		nested := map[string]map[string]int{"a": {"b": 1}}
		nested["a"]["c"] = nested["a"]["b"] + 1
		lists := map[string][]int{}
		lists["k"] = append(lists["k"], 1, 2)
		fmt.Println(m, v, ok, ok2, nested, lists)
		nan := map[float64]int{math.NaN(): 1}
		nan[math.NaN()] = 2
		fmt.Println(len(nan))
	})
	add("conversions and types", func() {
		type point struct{ a string }
		type T = []point
		fmt.Printf("%T %T %v\n", point{"l"}, T{}, flag(len("a") == 1))
		{
			type point int
			fmt.Printf("%T %v\n", point(3), point(3))
		}
		var e error
		_, isErr := any(e).(error)
		fmt.Println(isErr, e == nil, kind(3), kind("s"), kind(nil), kind(point{}), kind([]int{}), kind(fmt.Errorf("x")))
	})
	add("promotion through foreign fields", func() {
		o := dep.New()
		o.Value++
		fmt.Println(o.Add(2), o.Twice(), o.Deepen(), o.Depth, o.Name)
		var v dep.Outer = *o
		v.Depth += 10
		v.Value = 1
		f := v.Twice
		fmt.Println(o.Depth, o.Value, f())
		h := dep.Hidden(3)
		h.Value++
		fmt.Println(h.Add(1), dep.Measure(dep.Shape(4)), dep.Shape(2).Area())
	})
	add("conversion to what has no name here", func() {
		s := dep.Shape(3)
		if h := dep.Measure(dep.Round(2)); h > 11 {
			s = dep.Round(h)
		}
		fmt.Printf("%T %v %d\n", s, s == dep.Shape(3), dep.Measure(s))
		later := func() { s = nil }
		later()
		fmt.Println(s == nil)
	})
	add("comparison of different interfaces", func() {
		var e error = fmt.Errorf("x")
		var a any = e
		var s fmt.Stringer = &counter{1}
		fmt.Println(a == e, e == a, a == s, any(s) == any(&counter{1}))
	})
	add("unused results", func() {
		n := 0
		f := func() bool { n++; return true }
		_ = f() && f()
		_ = n > 0 && !f()
		_, _ = f(), 3
		var p *point
		guard(func() { _ = p.x })
		guard(func() { _ = *p })
		fmt.Println(n)
	})
	add("evaluation order", func() {
		var log []string
		f := func(s string, n int) int { log = append(log, s); return n }
		a := []int{0, 0, 0}
		a[f("i", 1)], a[f("j", 2)] = f("x", 5), f("y", 6)
		i := 0
		i, a[i] = 2, 9
		x, y := 1, 2
		x, y = y, x+y
		n := f("l", 1) + f("r", 2)*f("s", 3)
		fmt.Println(log, a, i, x, y, n)
		m := map[int]int{}
		m[f("k", 1)] = f("v", 2)
		eq := f("a", 1) == f("b", 2) || f("c", 3) > 0
		fmt.Println(log, m, eq)
	})
	add("computed of what is known", func() {
		zero := func(p int) (r int) {
			x := [2]int([2]int{})
			fmt.Println(18, uint(max(p, r)), min(r, p), -r, x)
			return
		}
		fmt.Println(zero(1), zero(-1))
	})
}

func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case int, int8:
		return fmt.Sprintf("int %v", v)
	case string:
		return "string " + v
	case error:
		return "error " + v.Error()
	case fmt.Stringer:
		return v.String()
	default:
		return fmt.Sprintf("%T", v)
	}
}

func copied(from *[3]point) []point {
	a := *from
	return a[:]
}
