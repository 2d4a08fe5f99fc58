package environment_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/environment"
)

// Two branches assign to y, and one of them knows x better. After the condition
// y > 7 only the second branch is possible.
func Example() {
	const x, y = 0, 1
	names := func(k int) string { return []string{"x", "y"}[k] }
	d := environment.New[int](domaintest.Spans{})

	entry := d.Set(d.Top(), x, domaintest.SpanOf(0, 10))
	left := d.Set(entry, y, domaintest.SpanOf(3, 3))
	right := d.Set(d.Set(entry, x, domaintest.SpanOf(1, 1)), y, domaintest.SpanOf(8, 9))
	fmt.Println(left.Format(names))
	fmt.Println(d.Join(left, right).Format(names))

	greater := func(domaintest.Span) domaintest.Span { return domaintest.SpanOf(8, 1000) }
	fmt.Println(d.Refine(left, y, greater).Format(names))
	fmt.Println(d.Refine(right, y, greater).Format(names))
	// Output:
	// {x: [0, 10], y: 3}
	// {x: [0, 10], y: [3, 9]}
	// ⊥
	// {x: 1, y: [8, 9]}
}
