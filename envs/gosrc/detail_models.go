package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// A returned is what is known of an integer that a function of the standard library
// returns, by its documentation: from least to the length of an argument, or to a
// number.
type returned struct {
	least  int64
	most   int64 // if arg is -1
	arg    int   // -1, or the argument whose length or, if an integer, value is the limit
	below  bool  // less than the limit, not at most
	result int
	sought int // the argument that is looked for: at the very end, if it is empty
}

func indexIn(arg int) returned           { return returned{least: -1, arg: arg, below: true} }
func upTo(arg int) returned              { return returned{arg: arg} }
func between(least, most int64) returned { return returned{least: least, most: most, arg: -1} }

var find = returned{least: -1, arg: 0, below: true, sought: 1}

// returns are by the full name of the function, generic ones without instance.
var returns = map[string][]returned{
	"strings.Index": {find}, "strings.IndexByte": {indexIn(0)}, "strings.IndexRune": {indexIn(0)},
	"strings.IndexAny": {indexIn(0)}, "strings.IndexFunc": {indexIn(0)}, "strings.LastIndex": {find},
	"strings.LastIndexByte": {indexIn(0)}, "strings.LastIndexAny": {indexIn(0)}, "strings.LastIndexFunc": {indexIn(0)},
	"strings.Count": {between(0, 1<<62)}, "strings.Compare": {between(-1, 1)},
	"bytes.Index": {find}, "bytes.LastIndex": {find}, "bytes.IndexByte": {indexIn(0)}, "bytes.IndexRune": {indexIn(0)},
	"bytes.IndexAny": {indexIn(0)}, "bytes.IndexFunc": {indexIn(0)}, "bytes.LastIndexByte": {indexIn(0)},
	"bytes.LastIndexAny": {indexIn(0)}, "bytes.LastIndexFunc": {indexIn(0)}, "bytes.Compare": {between(-1, 1)},
	"internal/bytealg.IndexByte": {indexIn(0)}, "internal/bytealg.IndexByteString": {indexIn(0)},
	"internal/bytealg.LastIndexByte": {indexIn(0)}, "internal/bytealg.LastIndexByteString": {indexIn(0)},
	"slices.Index": {indexIn(0)}, "slices.IndexFunc": {indexIn(0)},
	"slices.BinarySearch": {upTo(0)}, "slices.BinarySearchFunc": {upTo(0)},
	"sort.Search": {upTo(0)}, "sort.SearchInts": {upTo(0)}, "sort.SearchStrings": {upTo(0)}, "sort.SearchFloat64s": {upTo(0)},
	"sort.Find":      {upTo(0)},
	"math/rand.Intn": {{arg: 0, below: true}}, "math/rand.Int31n": {{arg: 0, below: true}}, "math/rand.Int63n": {{arg: 0, below: true}},
	"math/rand/v2.IntN": {{arg: 0, below: true}}, "math/rand/v2.N": {{arg: 0, below: true}},
	"math/bits.Len": {between(0, 64)}, "math/bits.Len8": {between(0, 8)}, "math/bits.Len16": {between(0, 16)},
	"math/bits.Len32": {between(0, 32)}, "math/bits.Len64": {between(0, 64)},
	"math/bits.TrailingZeros": {between(0, 64)}, "math/bits.TrailingZeros8": {between(0, 8)}, "math/bits.TrailingZeros16": {between(0, 16)},
	"math/bits.TrailingZeros32": {between(0, 32)}, "math/bits.TrailingZeros64": {between(0, 64)},
	"math/bits.LeadingZeros": {between(0, 64)}, "math/bits.LeadingZeros32": {between(0, 32)}, "math/bits.LeadingZeros64": {between(0, 64)},
	"math/bits.OnesCount": {between(0, 64)}, "math/bits.OnesCount8": {between(0, 8)}, "math/bits.OnesCount64": {between(0, 64)},
	"unicode/utf8.RuneLen": {between(-1, 4)}, "unicode/utf8.EncodeRune": {between(1, 4)},
	"unicode/utf8.RuneCount": {upTo(0)}, "unicode/utf8.RuneCountInString": {upTo(0)},
	"unicode/utf8.DecodeRune": {{arg: 0, result: 1}}, "unicode/utf8.DecodeRuneInString": {{arg: 0, result: 1}},
	"unicode/utf8.DecodeLastRune": {{arg: 0, result: 1}}, "unicode/utf8.DecodeLastRuneInString": {{arg: 0, result: 1}},
}

// neverNil are functions of the standard library whose only or first result is not
// nil, by their documentation.
var neverNil = map[string]bool{
	"errors.New": true, "fmt.Errorf": true,
	"context.Background": true, "context.TODO": true, "context.WithValue": true, "context.WithCancel": true,
	"context.WithTimeout": true, "context.WithDeadline": true,
	"bufio.NewReader": true, "bufio.NewWriter": true, "bufio.NewScanner": true,
	"bytes.NewBuffer": true, "bytes.NewBufferString": true, "bytes.NewReader": true,
	"strings.NewReader": true, "strings.NewReplacer": true,
	"regexp.MustCompile": true, "flag.NewFlagSet": true, "sync.NewCond": true, "log.New": true,
	"time.NewTimer": true, "time.NewTicker": true, "time.AfterFunc": true, "reflect.TypeFor": true,
	"math/big.NewInt": true, "math/big.NewFloat": true, "math/big.NewRat": true,
	"container/list.New": true, "math/rand.New": true, "net/http.NewServeMux": true, "text/template.New": true,
	"go/token.NewFileSet": true, "encoding/json.NewDecoder": true, "encoding/json.NewEncoder": true,
}

func returnsNotNil(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	return f != nil && neverNil[libraryName(f)]
}

// returns says what is known of the results of a library function.
func (d *detailer) returns(c *ssa.CallCommon, v ssa.Value) {
	f := c.StaticCallee()
	if f == nil || v == nil {
		return
	}
	if returnsNotNil(c) {
		d.fact(compare(envs.RegTerm(d.m.Reg(v), machine.NoKind), machine.Ne, envs.Nil))
	}
	for _, m := range returns[libraryName(f)] {
		r := envs.RegTerm(d.m.Reg(v)+envs.Reg(m.result), machine.Int)
		if t := d.kinds[r.Reg]; t != nil {
			r.Kind = kindOf(t)
		}
		if !r.Int() {
			continue
		}
		d.fact(compare(r, machine.Ge, number(m.least)))
		limit, ok := number(m.most), m.arg < 0
		if !ok {
			if limit, ok = d.length(c.Args[m.arg]); !ok {
				limit, ok = d.term(c.Args[m.arg])
				ok = ok && (m.below || isCount(c.Args[m.arg])) // of what is negative, nothing is below
			}
		}
		if !ok {
			continue
		}
		cmp := machine.Le
		if m.below && (m.sought == 0 || d.notEmpty(c.Args[m.sought])) {
			cmp = machine.Lt
		}
		d.fact(compare(r, cmp, limit))
	}
}

// isCount reports whether v is a length, a capacity or a constant, and so not negative.
func isCount(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call:
		return isBuiltin(&x.Call, "len") || isBuiltin(&x.Call, "cap")
	case *ssa.Const:
		return x.Int64() >= 0
	}
	return false
}

// notEmpty reports whether v is a constant that is not empty.
func (d *detailer) notEmpty(v ssa.Value) bool {
	n, ok := d.length(v)
	return ok && n.Reg == 0 && n.Const.Sign() > 0
}

// predicate says what the truth of a library function means for lengths.
func (d *detailer) predicate(x *ssa.Call) (yes, no []envs.Condition) {
	f := x.Call.StaticCallee()
	if f == nil {
		return nil, nil
	}
	switch libraryName(f) {
	case "strings.HasPrefix", "strings.HasSuffix", "strings.Contains", "bytes.HasPrefix", "bytes.HasSuffix", "bytes.Contains":
		a, okA := d.length(x.Call.Args[0])
		b, okB := d.length(x.Call.Args[1])
		if okA && okB {
			yes = append(yes, compare(a, machine.Ge, b))
		}
	}
	return yes, no
}

func libraryName(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Pkg == nil || f.Signature.Recv() != nil {
		return ""
	}
	return f.Pkg.Pkg.Path() + "." + f.Name()
}
