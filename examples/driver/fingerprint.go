package driver

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/seed38182bad/parallax/envs"
)

// fingerprint is the same for two programs whose functions, operations and places
// have the same numbers and names, which is what events refer to.
func fingerprint(p envs.Program) string {
	h := sha256.New()
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		if fn == nil {
			continue
		}
		fmt.Fprintf(h, "%d %s %d\n", id, fn.Name, len(fn.Ops))
		for i := range fn.Ops {
			io.WriteString(h, fn.Ops[i].String())
			io.WriteString(h, "\n")
		}
		if len(fn.Ops) > 0 {
			io.WriteString(h, p.Position(envs.At(id, 0)).String())
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
