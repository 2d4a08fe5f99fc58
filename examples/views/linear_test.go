package views

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// counting counts how often it is asked for a name.
type counting struct {
	numbered
	asked *int
}

func (e counting) VariableName(v envs.Variable) string {
	*e.asked++
	return e.numbered.VariableName(v)
}

// A report after each new set of a conflict asks for the names of that set, and not for those of all sets before it.
func TestListingTakesLinearTime(t *testing.T) {
	asked := func(n int) (names int) {
		c := newChecker(dataflow.AnsweredBy(counting{numbered{fakes: &fakes{}}, &names}), options{Least: 2})
		env, x := namedEnv{}, &conflict{}
		for v := range envs.Variable(n) {
			of := view.Of(v, v+1)
			c.writes[v], c.writes[v+1] = true, true
			c.split(x, of, string(keyOf(nil, of.All())))
			c.list(env, x)
		}
		require.Len(t, x.listing.parts.all, n)
		return names
	}
	require.Equal(t, 4*asked(100), asked(400))
}
