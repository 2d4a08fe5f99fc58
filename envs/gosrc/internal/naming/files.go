package naming

import (
	"path/filepath"
	"strings"
)

// GoRoots are the folders whose names differ from machine to machine.
type GoRoots struct{ Goroot, Modcache, Cache string }

// Files gives files names that are the same on every machine.
type Files struct {
	Dir string
	GoRoots
}

// Name is relative to the folder of the load if it lies in it, and otherwise begins with $GOROOT, $GOMODCACHE or
// $GOCACHE if it lies in one of these.
func (n *Files) Name(name string) string {
	if name == "" {
		return "-"
	}
	if rest, ok := below(n.Dir, name); ok {
		return rest
	}
	for _, root := range [][2]string{
		{n.Goroot, "$GOROOT/"}, {n.Modcache, "$GOMODCACHE/"}, {n.Cache, "$GOCACHE/"}, // where cgo writes
	} {
		if rest, ok := below(root[0], name); ok {
			return root[1] + rest
		}
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
