package latticetest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/seed38182bad/parallax/lattice"
)

// dump writes out everything that can be reached from x, unexported fields
// included: two dumps of one value differ if anything in it has changed in
// between. Addresses, functions and channels are left out. Of a lattice.Map, which
// does not show to reflection what it holds, the entries are written. The suites use
// it to notice that an operand was changed.
func dump(x any) string {
	d := dumpers.Get().(*dumper)
	defer dumpers.Put(d)
	d.text, d.path = d.text[:0], d.path[:0]
	d.value(reflect.ValueOf(x))
	return string(d.text)
}

type dumper struct {
	text []byte
	path []reflect.Value // pointers and maps that are being written
}

// dumpers are used again: what is written is large, and written before and after each law.
var dumpers = sync.Pool{New: func() any { return new(dumper) }}

func (d *dumper) write(s string) { d.text = append(d.text, s...) }

func (d *dumper) value(v reflect.Value) {
	v = open(v)
	if isMap(v) {
		d.pairs(v)
		return
	}
	switch v.Kind() {
	case reflect.Invalid:
		d.write("nil")
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		d.write(v.Type().String())
	case reflect.Pointer:
		d.reference(v, func() {
			d.write("&")
			d.value(v.Elem())
		})
	case reflect.Interface:
		if !v.IsNil() {
			d.write(v.Elem().Type().String())
		}
		d.value(v.Elem())
	case reflect.Struct:
		d.write("{")
		for i := range v.NumField() {
			d.value(v.Field(i))
			d.write(" ")
		}
		d.write("}")
	case reflect.Slice, reflect.Array:
		d.write("[")
		for i := range v.Len() {
			d.value(v.Index(i))
			d.write(" ")
		}
		d.write("]")
	case reflect.Map:
		d.reference(v, func() { d.entries(v) })
	case reflect.String:
		d.text = strconv.AppendQuote(d.text, v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.text = strconv.AppendInt(d.text, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		d.text = strconv.AppendUint(d.text, v.Uint(), 10)
	case reflect.Bool:
		d.text = strconv.AppendBool(d.text, v.Bool())
	default:
		d.text = fmt.Append(d.text, v)
	}
}

func (d *dumper) reference(v reflect.Value, write func()) {
	if v.IsNil() {
		d.write("nil")
		return
	}
	for _, p := range d.path {
		if p.Kind() == v.Kind() && p.Type() == v.Type() && p.Pointer() == v.Pointer() {
			d.write("cycle")
			return
		}
	}
	d.path = append(d.path, v)
	write()
	d.path = d.path[:len(d.path)-1]
}

// open gives a value of which fields can be opened and methods called: that of an unexported field
// is read by its address. What is open leads to what can be.
func open(v reflect.Value) reflect.Value {
	switch {
	case !v.IsValid():
	case v.CanAddr():
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	case v.Kind() == reflect.Struct || v.Kind() == reflect.Array: // has parts, which are to have an address
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		return c
	}
	return v
}

var mapPath, mapName = func() (string, string) {
	t := reflect.TypeFor[lattice.Map[int, int]]()
	name, _, _ := strings.Cut(t.Name(), "[")
	return t.PkgPath(), name + "["
}()

// maps has for a type of structs whether it is a lattice.Map. To make the name of a type takes long.
var maps sync.Map

func isMap(v reflect.Value) bool {
	if v.Kind() != reflect.Struct {
		return false
	}
	t := v.Type()
	is, ok := maps.Load(t)
	if !ok {
		is = t.PkgPath() == mapPath && strings.HasPrefix(t.Name(), mapName)
		maps.Store(t, is)
	}
	return is.(bool)
}

// pairs writes the entries of a lattice.Map.
func (d *dumper) pairs(v reflect.Value) {
	d.write("map[")
	for k, e := range v.MethodByName("All").Call(nil)[0].Seq2() {
		d.value(k)
		d.write(":")
		d.value(e)
		d.write(" ")
	}
	d.write("]")
}

func (d *dumper) entries(v reflect.Value) {
	var lines []string
	for it := v.MapRange(); it.Next(); {
		e := dumper{path: d.path}
		e.value(it.Key())
		e.write(":")
		e.value(it.Value())
		lines = append(lines, string(e.text))
	}
	slices.Sort(lines)
	d.text = fmt.Appendf(d.text, "map%v", lines)
}
