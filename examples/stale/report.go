package stale

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
)

// subject names a stale value: by its variable if that is known, else by what it
// is a copy of.
func subject(env envs.Env, r envs.Reg, o *Origin) string {
	if name := env.Func().RegNames[r]; name != "" {
		return name
	}
	if loc := origin(env, o); loc != nil {
		return "copy of " + copies.Short(env, loc.Name)
	}
	return "copy of shared data"
}

// origin is the class of memory that a value was read from, nil if unknown.
func origin(env envs.Env, o *Origin) *envs.Loc {
	if fn := env.Program().Func(o.Read.Func()); fn != nil {
		return fn.Ops[o.Read.PC()].Loc
	}
	return nil
}

func report(env envs.Env, o *Origin, message, use string) {
	read := "read here"
	if o.Lock != nil {
		read += " under " + o.Lock.String()
	}
	story := []envs.Evidence{{At: o.Acquired, Text: "critical section entered"}, {At: o.Read, Text: read},
		{At: o.Released, Text: "lock released"}}
	if !o.Sent.IsZero() {
		story = append(story, envs.Evidence{At: o.Sent, Text: "sent to another thread"})
	}
	env.Report(envs.Report{Kind: copies.KindValue, Cause: o.Read, Message: message,
		Evidence: append(story, envs.Evidence{At: env.Point(), Text: use})})
}
