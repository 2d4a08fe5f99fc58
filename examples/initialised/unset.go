package initialised

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// KindUnset is the kind of all reports of the checker unset.
const KindUnset = "unset-field"

// Unset makes the analyzer "unset".
func Unset() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("unset", "finds fields that are read before anything is written to them", newUnset)
	a.OnDemand, a.Everywhere = true, true
	return a
}

func newUnset(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	u := unset{Written.For(r)}
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: u.step, Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: readsField},
	}
}

type unset struct{ fields Fields }

func readsField(op *envs.Op) bool {
	return op.Kind == envs.Load && isField(op) && !op.Splits() && !op.IsPart()
}

func (u unset) step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if !readsField(op) || u.fields.MustBeWritten(base(op), op.Loc) {
		return s
	}
	if at, ok := u.fields.Made(base(op)); ok && u.fields.MustBePrivate(base(op)) {
		env.Report(envs.Report{
			Kind:     KindUnset,
			Message:  op.Loc.Name + " is read before anything is written to it",
			Evidence: []envs.Evidence{{At: at, Text: "made here"}, {At: env.Point(), Text: "read here"}},
		})
	}
	return s
}
