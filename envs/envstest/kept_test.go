package envstest_test

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// once is a run that can be read once; err ends it, if there is one.
type once struct {
	read bool
	err  error
}

func (r *once) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for i := range uint64(2) {
			if r.read || !yield(fault(i), nil) {
				return
			}
		}
		if r.read = true; r.err != nil {
			yield(envs.Event{}, r.err)
		}
	}
}

func fault(n uint64) envs.Event {
	return envs.Event{Kind: envs.Fault, Failure: &envs.Failure{Values: []machine.Value{machine.Int64.Bitwise(n)}}}
}

// What is kept of a run can be read again, in part and as a whole.
func TestKeep(t *testing.T) {
	k := envstest.Keep(t, &once{})
	want := envstest.Kept{fault(0), fault(1)}
	require.Equal(t, want, k)
	for ev, err := range k.Events() {
		require.NoError(t, err)
		require.Equal(t, want[0], ev)
		break
	}
	require.Equal(t, want, envstest.Keep(t, k))
}

// failing is told of a test that fails, and goes on.
type failing struct{ text string }

func (*failing) Helper()                             {}
func (f *failing) Fatalf(format string, args ...any) { f.text = fmt.Sprintf(format, args...) }

// A run that ends with an error is none.
func TestKeepFails(t *testing.T) {
	var f failing
	envstest.Keep(&f, &once{err: errors.New("cut off")})
	require.Equal(t, "after 2 events: cut off", f.text)
}
