package nilness

import (
	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/envs"
)

// defect is what is wrong if a check fails.
type defect struct{ kind, what, here string }

var defects = map[envs.CheckKind]defect{
	envs.NilCheck:     {"nil-dereference", "a pointer", "followed here"},
	envs.NilMapCheck:  {"nil-map-write", "a map", "written here"},
	envs.NilCallCheck: {"nil-call", "a function or interface", "called here"},
}

// report tells what may be nil, and where the nil comes from.
func report(env envs.Env, x envs.Term, val value, kind envs.CheckKind) envs.Report {
	d := defects[kind]
	name := d.what
	if n := env.Program().Knows().Named(env.Func(), x.Reg); n != "" {
		name = n
	}
	r := envs.Report{Kind: d.kind, Cause: env.Point(), Message: name + " may be nil"}
	if val.is == nullness.Nil {
		r.Message = name + " is nil"
	}
	if o := val.from; !o.none() {
		text := "nil here"
		switch env.Func().Ops[o.at.PC()].Kind {
		case envs.Branch, envs.Switch:
			text = "compared with nil here"
		case envs.Call:
			text = "what this call returns may be nil"
		}
		if !o.deep.IsZero() {
			r.Evidence = append(r.Evidence, envs.Evidence{At: o.deep, Text: "nil is returned here"})
		}
		r.Evidence = append(r.Evidence, envs.Evidence{At: o.at, Text: text})
	}
	r.Evidence = append(r.Evidence, envs.Evidence{At: env.Point(), Text: d.here})
	return r
}
