package gosrc

import (
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// namer gives files names that are the same on every machine.
type namer struct {
	dir string
	goRoots
}

// file is relative to the folder of the load if it lies in it, and otherwise
// begins with $GOROOT, $GOMODCACHE or $GOCACHE if it lies in one of these.
func (n *namer) file(name string) string {
	if name == "" {
		return "-"
	}
	if rest, ok := below(n.dir, name); ok {
		return rest
	}
	if rest, ok := below(n.goroot, name); ok {
		return "$GOROOT/" + rest
	}
	if rest, ok := below(n.modcache, name); ok {
		return "$GOMODCACHE/" + rest
	}
	if rest, ok := below(n.cache, name); ok {
		return "$GOCACHE/" + rest // what cgo wrote
	}
	return filepath.ToSlash(name)
}

func below(dir, name string) (string, bool) {
	if dir == "" {
		return "", false
	}
	if rest, ok := strings.CutPrefix(name, dir+string(filepath.Separator)); ok {
		return filepath.ToSlash(rest), true
	}
	return "", false
}

// funcName is the function's name with package and receiver, as go/ssa writes it.
// An instance has the name of the generic function that it is made from: it is the
// same source.
func funcName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if outer := fn.Parent(); outer != nil {
		for outer.Parent() != nil {
			outer = outer.Parent()
		}
		// The name of a function literal begins with that of the function around it.
		return strings.TrimSuffix(funcName(outer), outer.Name()) + fn.Name()
	}
	if fn.Pkg == nil || fn.Synthetic != "" {
		return fn.String()
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	t := types.Unalias(recv.Type())
	ptr, isPtr := t.(*types.Pointer)
	if isPtr {
		t = types.Unalias(ptr.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return fn.String()
	}
	if isPtr {
		return "(*" + fn.Pkg.Pkg.Path() + "." + named.Obj().Name() + ")." + fn.Name()
	}
	return "(" + fn.Pkg.Pkg.Path() + "." + named.Obj().Name() + ")." + fn.Name()
}

// writtenName is a function that writes its name when it is asked for.
type writtenName ssa.Function

func (f *writtenName) String() string { return funcName((*ssa.Function)(f)) }

// writtenMethod is the same for the method of an interface.
type writtenMethod types.Func

func (m *writtenMethod) String() string { return (*types.Func)(m).FullName() }

// noName is the name of a function value.
type noName struct{}

func (noName) String() string { return "" }

func shortMethod(recv types.Type, name string) string {
	star := ""
	if p, ok := types.Unalias(recv).(*types.Pointer); ok {
		star, recv = "*", p.Elem()
	}
	if n, ok := types.Unalias(recv).(*types.Named); ok {
		if star != "" {
			return "(*" + n.Obj().Name() + ")." + name
		}
		return n.Obj().Name() + "." + name
	}
	return name
}
