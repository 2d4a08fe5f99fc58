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
	var d dumper
	d.value(reflect.ValueOf(x))
	return d.String()
}

type dumper struct {
	strings.Builder
	path []reflect.Value // pointers and maps that are being written
}

func (d *dumper) value(v reflect.Value) {
	v = open(v)
	if isMap(v) {
		d.pairs(v)
		return
	}
	switch v.Kind() {
	case reflect.Invalid:
		d.WriteString("nil")
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		d.WriteString(v.Type().String())
	case reflect.Pointer:
		d.reference(v, func() {
			d.WriteByte('&')
			d.value(v.Elem())
		})
	case reflect.Interface:
		if !v.IsNil() {
			d.WriteString(v.Elem().Type().String())
		}
		d.value(v.Elem())
	case reflect.Struct:
		d.WriteByte('{')
		for i := range v.NumField() {
			d.value(v.Field(i))
			d.WriteByte(' ')
		}
		d.WriteByte('}')
	case reflect.Slice, reflect.Array:
		d.WriteByte('[')
		for i := range v.Len() {
			d.value(v.Index(i))
			d.WriteByte(' ')
		}
		d.WriteByte(']')
	case reflect.Map:
		d.reference(v, func() { d.entries(v) })
	case reflect.String:
		d.WriteString(strconv.Quote(v.String()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		d.WriteString(strconv.FormatUint(v.Uint(), 10))
	case reflect.Bool:
		d.WriteString(strconv.FormatBool(v.Bool()))
	default:
		fmt.Fprint(d, v)
	}
}

func (d *dumper) reference(v reflect.Value, write func()) {
	if v.IsNil() {
		d.WriteString("nil")
		return
	}
	for _, p := range d.path {
		if p.Kind() == v.Kind() && p.Type() == v.Type() && p.Pointer() == v.Pointer() {
			d.WriteString("cycle")
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
	d.WriteString("map[")
	for k, e := range v.MethodByName("All").Call(nil)[0].Seq2() {
		d.value(k)
		d.WriteByte(':')
		d.value(e)
		d.WriteByte(' ')
	}
	d.WriteByte(']')
}

func (d *dumper) entries(v reflect.Value) {
	var lines []string
	for it := v.MapRange(); it.Next(); {
		e := dumper{path: d.path}
		e.value(it.Key())
		e.WriteByte(':')
		e.value(it.Value())
		lines = append(lines, e.String())
	}
	slices.Sort(lines)
	fmt.Fprintf(d, "map%v", lines)
}
