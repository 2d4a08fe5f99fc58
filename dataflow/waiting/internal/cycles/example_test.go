package cycles_test

import (
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/waiting/internal/cycles"
)

// meals are rules by which those who eat are apart, if each of them eats once.
type meals struct{}

type fork = cycles.Step[string, string, int]

func (meals) Same(a, b string) bool          { return a == b }
func (meals) Single(string) bool             { return true }
func (meals) Beside(a, b fork) bool          { return a.Label != b.Label }
func (meals) Follows(a, b fork) bool         { return true }
func (meals) Counts(s fork, length int) bool { return true }

// Three who dine take a fork while they have another one. At their second meal they have learned.
func Example() {
	g := cycles.Graph[string, string, int]{Compare: strings.Compare}
	take := func(who, has, wants string, meal int) {
		e := g.Edge(meals{}, has, wants, who)
		if !e.See(meal) {
			return
		}
		for cycle := range g.Through(meals{}, fork{Edge: e, At: meal}) {
			for _, s := range cycle {
				fmt.Printf("%s has %s and wants %s; ", s.Label, s.From, s.To)
			}
			fmt.Println()
		}
	}
	take("Ada", "f1", "f2", 1)
	take("Bo", "f2", "f3", 1)
	take("Cy", "f1", "f3", 1)
	take("Cy", "f3", "f1", 2)
	// Output:
	// Cy has f3 and wants f1; Ada has f1 and wants f2; Bo has f2 and wants f3;
}
