package schedules

import (
	"context"
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/abandoned"
	"github.com/seed38182bad/parallax/examples/gallery/abandoned/fixed"
)

func TestAbandoned(t *testing.T) { fetches(t, abandoned.Fetch, abandoned.Answer{Text: "so"}) }

func TestAbandonedFixed(t *testing.T) { fetches(t, fixed.Fetch, fixed.Answer{Text: "so"}) }

// fetches gives a question up while it is answered. Nobody has to be left behind.
func fetches[A comparable, S ~func(string) A](
	t *testing.T, fetch func(context.Context, S, string) (A, error), answer A,
) {
	ctx, cancel := context.WithCancel(context.Background())
	together(cancel, func() {
		got, err := fetch(ctx, func(string) A { return answer }, "why")
		if err == nil && got != answer {
			t.Errorf("the answer is %v, want %v", got, answer)
		}
	})
}
