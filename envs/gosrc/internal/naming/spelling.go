package naming

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// MaxNested is how many operators a name may have within each other.
const MaxNested = 3

// Spelling is what the source writes for v, empty if that is not known.
func Spelling(v ssa.Value, nested int) string {
	if nested < 0 {
		return ""
	}
	nested--
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil {
			return x.Value.String()
		}
		return "nil"
	case *ssa.Parameter, *ssa.FreeVar:
		return identifier(v.Name())
	case *ssa.Global:
		return x.Name()
	case *ssa.Phi:
		return identifier(x.Comment)
	case *ssa.Alloc:
		return identifier(x.Comment)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return variable(x.X, nested)
		}
	case *ssa.Field:
		return within(Spelling(x.X, nested), "."+x.X.Type().Underlying().(*types.Struct).Field(x.Field).Name())
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return within("&", variable(v, nested))
	case *ssa.Index:
		return element(x.X, x.Index, nested)
	case *ssa.Lookup:
		if !x.CommaOk {
			return element(x.X, x.Index, nested)
		}
	case *ssa.BinOp:
		_, leftIs := x.X.(*ssa.BinOp)
		_, rightIs := x.Y.(*ssa.BinOp)
		if !leftIs && !rightIs { // longer ones would need parentheses
			return within(Spelling(x.X, nested), within(" "+x.Op.String()+" ", Spelling(x.Y, nested)))
		}
	case *ssa.Convert:
		return Spelling(x.X, nested+1)
	case *ssa.ChangeType:
		return Spelling(x.X, nested+1)
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
			return within(b.Name()+"(", within(Spelling(x.Call.Args[0], nested), ")"))
		}
	}
	return ""
}

// variable is what the source writes for what lies at an address.
func variable(addr ssa.Value, nested int) string {
	switch a := addr.(type) {
	case *ssa.Global, *ssa.FreeVar, *ssa.Alloc:
		return Spelling(addr, nested)
	case *ssa.FieldAddr:
		t := a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		return within(base(a.X, nested), "."+t.Field(a.Field).Name())
	case *ssa.IndexAddr:
		return element(a.X, a.Index, nested)
	}
	return within("*", Spelling(addr, nested))
}

// base is what stands before a selector or an index: a pointer, or the variable itself.
func base(v ssa.Value, nested int) string {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return variable(v, nested-1)
	}
	return Spelling(v, nested)
}

func element(of, index ssa.Value, nested int) string {
	return within(base(of, nested), within("[", within(Spelling(index, nested), "]")))
}

// within joins two parts of a name, of which neither may be unknown.
func within(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	return a + b
}

// identifier is name if the source may have it; go/ssa makes others up.
func identifier(name string) string {
	switch {
	case !token.IsIdentifier(name), name == "_", name == "rangeindex", name == "rangeiter", name == "complit",
		name == "varargs", name == "makeslice", name == "slicelit", name == "new", name == "jump":
		return ""
	}
	return name
}
