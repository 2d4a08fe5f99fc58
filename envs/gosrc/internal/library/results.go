package library

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A returned is what is known of an integer that a function of the standard library returns, by its documentation. It
// lies from least to the length of an argument, or to a number.
type returned struct {
	Least  int64
	Most   int64 // if arg is -1
	Arg    int   // -1, or the argument whose length or, if an integer, value is the limit
	Below  bool  // less than the limit, not at most
	Result int
	Sought int // the argument that is looked for: at the very end, if it is empty
}

func indexIn(arg int) returned { return returned{Least: -1, Arg: arg, Below: true} }

func upTo(arg int) returned { return returned{Arg: arg} }

func between(least, most int64) returned { return returned{Least: least, Most: most, Arg: -1} }

var indexOf = returned{Least: -1, Arg: 0, Below: true, Sought: 1}

// ResultsOf is what is known of the results of functions, by their full names, those of generic ones without instance.
var ResultsOf = tabulate([]documented{
	{"strings bytes", "Index LastIndex", indexOf},
	{"strings bytes", "IndexByte IndexRune IndexAny IndexFunc LastIndexByte LastIndexAny LastIndexFunc", indexIn(0)},
	{"strings bytes", "Compare", between(-1, 1)},
	{"strings", "Count", between(0, 1<<62)},
	{"internal/bytealg", "IndexByte IndexByteString LastIndexByte LastIndexByteString", indexIn(0)},
	{"slices", "Index IndexFunc", indexIn(0)},
	{"slices", "BinarySearch BinarySearchFunc", upTo(0)},
	{"sort", "Search SearchInts SearchStrings SearchFloat64s Find", upTo(0)},
	{"math/rand", "Intn Int31n Int63n", returned{Arg: 0, Below: true}},
	{"math/rand/v2", "IntN N", returned{Arg: 0, Below: true}},
	{"math/bits", "Len Len64 TrailingZeros TrailingZeros64 LeadingZeros LeadingZeros64", between(0, 64)},
	{"math/bits", "OnesCount OnesCount64", between(0, 64)},
	{"math/bits", "Len32 TrailingZeros32 LeadingZeros32", between(0, 32)},
	{"math/bits", "Len16 TrailingZeros16", between(0, 16)},
	{"math/bits", "Len8 TrailingZeros8 OnesCount8", between(0, 8)},
	{"unicode/utf8", "RuneLen", between(-1, 4)},
	{"unicode/utf8", "EncodeRune", between(1, 4)},
	{"unicode/utf8", "RuneCount RuneCountInString", upTo(0)},
	{"unicode/utf8", "DecodeRune DecodeRuneInString DecodeLastRune DecodeLastRuneInString", returned{Result: 1}},
})

// documented is what packages document of some of their functions.
type documented struct {
	packages, names string
	result          returned
}

func tabulate(list []documented) map[string]returned {
	table := map[string]returned{}
	for _, d := range list {
		for _, pkg := range strings.Fields(d.packages) {
			for _, name := range strings.Fields(d.names) {
				table[pkg+"."+name] = d.result
			}
		}
	}
	return table
}

// neverNil are functions of the standard library whose only or first result is not nil, by their documentation.
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

func ReturnsNotNil(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	return f != nil && neverNil[Name(f)]
}

// IsCount reports whether v is a length, a capacity or a constant, and so not negative.
func IsCount(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call:
		return walk.IsBuiltin(&x.Call, "len") || walk.IsBuiltin(&x.Call, "cap")
	case *ssa.Const:
		return x.Int64() >= 0
	}
	return false
}

func Name(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Pkg == nil || f.Signature.Recv() != nil {
		return ""
	}
	return f.Pkg.Pkg.Path() + "." + f.Name()
}
