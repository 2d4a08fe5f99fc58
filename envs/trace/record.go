package trace

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// A record is the fields of one definition or event. Its methods name the fields once, for both directions. A record
// that is written takes them from what it is given, and one that is read puts them there.
type record struct {
	fields // what is left to be read, or what is written so far
	defs   *tables
	reads  bool
}

// tables number what other definitions name, in the file that is written or read.
type tables struct {
	strings map[string]uint64 // to write
	texts   []string          // read
	locs    table[envs.Loc]
	paths   table[envs.Path]
	callees table[envs.Callee]
	out     []byte // definitions to be written
}

// table numbers things of one sort, from 0.
type table[T any] struct {
	sort    byte
	fields  func(*record, *T)
	numbers map[*T]uint64 // to write
	things  []*T          // read; nil is one that is lost
}

func (t *tables) init() {
	t.strings = map[string]uint64{}
	t.locs = table[envs.Loc]{sort: locDef, fields: (*record).loc, numbers: map[*envs.Loc]uint64{}}
	t.paths = table[envs.Path]{sort: pathDef, fields: (*record).path, numbers: map[*envs.Path]uint64{}}
	t.callees = table[envs.Callee]{sort: calleeDef, fields: (*record).callee, numbers: map[*envs.Callee]uint64{}}
}

// define writes a definition with the fields that a function names.
func (t *tables) define(sort byte, number uint64, fields func(*record)) {
	r := record{defs: t}
	fields(&r) // may define what it names
	t.write(sort, number, r.b)
}

// write writes a definition with its fields.
func (t *tables) write(sort byte, number uint64, fields []byte) {
	var n [binary.MaxVarintLen64]byte
	head := binary.PutUvarint(n[:], number)
	t.out = append(t.out, sort)
	t.out = binary.AppendUvarint(t.out, uint64(head+len(fields)))
	t.out = append(append(t.out, n[:head]...), fields...)
}

// number gives the number of a string that is written, and defines it if it has none.
func (t *tables) number(s string) uint64 {
	n, ok := t.strings[s]
	if !ok {
		n = uint64(len(t.strings))
		t.strings[s] = n
		t.define(stringDef, n, func(r *record) { r.b = append(r.b, s...) })
	}
	return n
}

// option is a field that names a thing, or none.
func (t *table[T]) option(r *record, p **T) {
	if r.reads {
		if n := r.uvarint(); n > 0 {
			*p = ref(t.things, n-1)
		}
		return
	}
	if *p == nil {
		r.b = append(r.b, 0)
		return
	}
	n, ok := t.numbers[*p]
	if !ok {
		inner := record{defs: r.defs}
		t.fields(&inner, *p) // may define others of the same sort, which come before it
		n = uint64(len(t.numbers))
		t.numbers[*p] = n
		r.defs.write(t.sort, n, inner.b)
	}
	r.b = binary.AppendUvarint(r.b, n+1)
}

// ref is an element of a table, the zero value if it is lost.
func ref[E any](table []E, n uint64) (e E) {
	if n < uint64(len(table)) {
		e = table[n]
	}
	return e
}

// at sets element n of a table, the next one unless some are lost, which become missing.
func at[E any](table *[]E, n uint64, lossy bool, e, missing E) string {
	if len := uint64(len(*table)); n != len && !(lossy && n > len && n-len < maxGap) {
		return fmt.Sprintf("want the next number, %d", len)
	}
	for uint64(len(*table)) < n {
		*table = append(*table, missing)
	}
	*table = append(*table, e)
	return ""
}

type integer interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint64
}

func number[N integer](r *record, n *N) {
	if r.reads {
		*n = N(r.uvarint())
	} else {
		r.b = binary.AppendUvarint(r.b, uint64(*n))
	}
}

func signed[N integer](r *record, n *N) {
	if r.reads {
		*n = N(r.varint())
	} else {
		r.b = binary.AppendVarint(r.b, int64(*n))
	}
}

func octet[N ~uint8](r *record, n *N) {
	if r.reads {
		*n = N(r.byte())
	} else {
		r.b = append(r.b, byte(*n))
	}
}

// flags are bits of a number, from the lowest one on.
func (r *record) flags(flags ...*bool) {
	var bits uint64
	for i, f := range flags {
		if *f {
			bits |= 1 << i
		}
	}
	number(r, &bits)
	for i, f := range flags {
		*f = bits>>i&1 != 0
	}
}

func (r *record) string(s *string) {
	if r.reads {
		*s = ref(r.defs.texts, r.uvarint())
	} else {
		r.b = binary.AppendUvarint(r.b, r.defs.number(*s))
	}
}

// words is a length and that many bytes.
func words(r *record, s *string) {
	if r.reads {
		*s = string(r.take(r.uvarint()))
	} else {
		r.b = append(binary.AppendUvarint(r.b, uint64(len(*s))), *s...)
	}
}

// list is a length and that many elements, of a byte or more each.
func list[E any](r *record, es *[]E, element func(*record, *E)) {
	if !r.reads {
		r.b = binary.AppendUvarint(r.b, uint64(len(*es)))
	} else if n := r.count(); n > 0 {
		*es = make([]E, n)
	}
	for i := range *es {
		element(r, &(*es)[i])
	}
}

// dict is a list of keys, each with its value.
func dict[K integer, V any](r *record, m *map[K]V, value func(*record, *V)) {
	keys := slices.Sorted(maps.Keys(*m))
	list(r, &keys, func(r *record, k *K) {
		number(r, k)
		v := (*m)[*k]
		value(r, &v)
		if r.reads {
			if *m == nil {
				*m = map[K]V{}
			}
			(*m)[*k] = v
		}
	})
}

// more is before fields that are left out at the end of a record where they say nothing.
func (r *record) more(any bool) bool {
	if r.reads {
		return len(r.b) > 0
	}
	return any
}

func (r *record) loc(l *envs.Loc) {
	number(r, &l.Class)
	r.flags(&l.Final, &l.Variable, &l.Apart, &l.Unbuffered)
	r.string(&l.Name)
}

func (r *record) path(p *envs.Path) {
	number(r, &p.Root)
	signed(r, &p.Reg)
	r.string(&p.Global)
	r.string(&p.Steps)
	r.string(&p.Text)
	if r.more(p.Within != nil) {
		r.pathRef(&p.Within)
	}
}

func (r *record) pathRef(p **envs.Path) { r.defs.paths.option(r, p) }

func (r *record) pathRefs(ps *[]*envs.Path) { list(r, ps, (*record).pathRef) }

func (r *record) callee(c *envs.Callee) {
	r.string(&c.Name)
	r.fullName(c)
	r.flags(&c.Open, &c.Quiet, &c.Still)
	number(r, &c.FirstArg)
	list(r, &c.Funcs, number[envs.FuncID])
	r.pathRefs(&c.Args)
	if r.more(len(c.Own) > 0) {
		dict(r, &c.Own, (*record).pathRefs)
	}
}

// text is a name that is written already.
type text string

func (t text) String() string { return string(t) }

// fullName is a string, if there is one.
func (r *record) fullName(c *envs.Callee) {
	var n uint64
	if !r.reads && c.Full != nil {
		n = 1 + r.defs.number(c.FullName())
	}
	if number(r, &n); r.reads && n > 0 {
		c.Full = text(ref(r.defs.texts, n-1))
	}
}

func (r *record) place(p *place) {
	r.string(&p.file)
	signed(r, &p.line)
	number(r, &p.col)
}

func (r *record) function(fn *envs.Func, root *bool, at *place) {
	r.string(&fn.Name)
	r.flags(root, &fn.Strict, &fn.Atomic, &fn.Exported)
	number(r, &fn.Regs)
	number(r, &fn.Results)
	list(r, &fn.Params, number[envs.Reg])
	r.place(at)
	dict(r, &fn.RegNames, (*record).string)
	list(r, &fn.Ops, (*record).control)
	list(r, &fn.Lists, func(r *record, to *[]int32) { list(r, to, number[int32]) })
}

// control says where control goes from an operation, whether it is executed or not.
func (r *record) control(op *envs.Op) {
	octet(r, &op.Kind)
	number(r, &op.Handler)
	if jumps(op.Kind) {
		number(r, &op.To)
	}
}

func jumps(k envs.Kind) bool { return k == envs.Jump || k == envs.Branch || k == envs.Switch }

// operation is an operation with its function and index, and what its first Step was like.
type operationRecord struct {
	fn, pc     uint64
	op         envs.Op
	site       site
	obj        uint64
	done, ours bool // Done, and Func is the function
}

func (r *record) operation(o *operationRecord) {
	number(r, &o.fn)
	number(r, &o.pc)
	number(r, &o.op.Kind)
	number(r, &o.op.Flags)
	number(r, &o.op.Results)
	number(r, &o.op.Dst)
	number(r, &o.op.Deferred)
	list(r, &o.op.Uses, number[envs.Reg])
	r.defs.locs.option(r, &o.op.Loc)
	r.pathRef(&o.op.Path)
	r.defs.callees.option(r, &o.op.Callee)
	r.place(&o.site.at)
	r.pathRef(&o.site.base)
	number(r, &o.obj)
	r.flags(&o.done, &o.ours)
}

// event is an event of any sort. It says what is not known of one that is read.
func (r *record) event(ev *envs.Event) (later string) {
	octet(r, &ev.Kind)
	r.flags(&ev.Done, &ev.Direct)
	signed(r, &ev.Thread)
	signed(r, &ev.Func)
	signed(r, &ev.PC)
	var f envs.Failure
	if ev.Failure != nil {
		f = *ev.Failure
	}
	signed(r, &f.Check)
	number(r, &ev.Obj)
	list(r, &f.Values, func(r *record, v *machine.Value) {
		k, bits := v.Kind(), v.Bits()
		octet(r, &k)
		number(r, &bits)
		switch {
		case !r.reads:
		case k != machine.NoKind && !k.Valid():
			later = fmt.Sprintf("a value of kind %d", k)
		default:
			*v = k.Bitwise(bits)
		}
	})
	if ev.Kind == envs.Halt {
		words(r, &f.Text)
	}
	if r.reads && (ev.Kind == envs.Fault || f.Check != 0 || f.Values != nil || f.Text != "") {
		ev.Failure = &f
	}
	if ev.Kind >= envs.NumEventKinds {
		later = fmt.Sprintf("an event of kind %d, want one below %d", ev.Kind, envs.NumEventKinds)
	}
	return later
}
