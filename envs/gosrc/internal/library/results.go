package library

import "golang.org/x/tools/go/ssa"

// A returned is what is known of an integer that a function of the standard library
// returns, by its documentation: from least to the length of an argument, or to a
// number.
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

// ResultsOf are by the full name of the function, generic ones without instance.
var ResultsOf = map[string][]returned{
	"strings.Index": {indexOf}, "strings.IndexByte": {indexIn(0)}, "strings.IndexRune": {indexIn(0)},
	"strings.IndexAny": {indexIn(0)}, "strings.IndexFunc": {indexIn(0)}, "strings.LastIndex": {indexOf},
	"strings.LastIndexByte": {indexIn(0)}, "strings.LastIndexAny": {indexIn(0)}, "strings.LastIndexFunc": {indexIn(0)},
	"strings.Count": {between(0, 1<<62)}, "strings.Compare": {between(-1, 1)},
	"bytes.Index": {indexOf}, "bytes.LastIndex": {indexOf}, "bytes.IndexByte": {indexIn(0)}, "bytes.IndexRune": {indexIn(0)},
	"bytes.IndexAny": {indexIn(0)}, "bytes.IndexFunc": {indexIn(0)}, "bytes.LastIndexByte": {indexIn(0)},
	"bytes.LastIndexAny": {indexIn(0)}, "bytes.LastIndexFunc": {indexIn(0)}, "bytes.Compare": {between(-1, 1)},
	"internal/bytealg.IndexByte": {indexIn(0)}, "internal/bytealg.IndexByteString": {indexIn(0)},
	"internal/bytealg.LastIndexByte": {indexIn(0)}, "internal/bytealg.LastIndexByteString": {indexIn(0)},
	"slices.Index": {indexIn(0)}, "slices.IndexFunc": {indexIn(0)},
	"slices.BinarySearch": {upTo(0)}, "slices.BinarySearchFunc": {upTo(0)},
	"sort.Search": {upTo(0)}, "sort.SearchInts": {upTo(0)}, "sort.SearchStrings": {upTo(0)}, "sort.SearchFloat64s": {upTo(0)},
	"sort.Find":      {upTo(0)},
	"math/rand.Intn": {{Arg: 0, Below: true}}, "math/rand.Int31n": {{Arg: 0, Below: true}}, "math/rand.Int63n": {{Arg: 0, Below: true}},
	"math/rand/v2.IntN": {{Arg: 0, Below: true}}, "math/rand/v2.N": {{Arg: 0, Below: true}},
	"math/bits.Len": {between(0, 64)}, "math/bits.Len8": {between(0, 8)}, "math/bits.Len16": {between(0, 16)},
	"math/bits.Len32": {between(0, 32)}, "math/bits.Len64": {between(0, 64)},
	"math/bits.TrailingZeros": {between(0, 64)}, "math/bits.TrailingZeros8": {between(0, 8)}, "math/bits.TrailingZeros16": {between(0, 16)},
	"math/bits.TrailingZeros32": {between(0, 32)}, "math/bits.TrailingZeros64": {between(0, 64)},
	"math/bits.LeadingZeros": {between(0, 64)}, "math/bits.LeadingZeros32": {between(0, 32)}, "math/bits.LeadingZeros64": {between(0, 64)},
	"math/bits.OnesCount": {between(0, 64)}, "math/bits.OnesCount8": {between(0, 8)}, "math/bits.OnesCount64": {between(0, 64)},
	"unicode/utf8.RuneLen": {between(-1, 4)}, "unicode/utf8.EncodeRune": {between(1, 4)},
	"unicode/utf8.RuneCount": {upTo(0)}, "unicode/utf8.RuneCountInString": {upTo(0)},
	"unicode/utf8.DecodeRune": {{Arg: 0, Result: 1}}, "unicode/utf8.DecodeRuneInString": {{Arg: 0, Result: 1}},
	"unicode/utf8.DecodeLastRune": {{Arg: 0, Result: 1}}, "unicode/utf8.DecodeLastRuneInString": {{Arg: 0, Result: 1}},
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

func ReturnsNotNil(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	return f != nil && neverNil[Name(f)]
}

// IsCount reports whether v is a length, a capacity or a constant, and so not negative.
func IsCount(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call:
		return IsBuiltin(&x.Call, "len") || IsBuiltin(&x.Call, "cap")
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
