package views_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

// What is written as a whole before anybody else can reach it is not written as a whole.
func TestFresh(t *testing.T) {
	const text = `
class P { x, y }
final lock = new Object
final gate = new Object
var last = nil
func steps() {
	sync gate { o = last }
	if o { sync lock { o.x = 2 }; sync lock { o.y = 2 } } else { skip }
}
`
	const made = text + `
func make() { o = new P; sync lock { o.x = 1; o.y = 1 }; sync gate { last = o } }
func main() { a = spawn make(); b = spawn steps() }`
	const renewed = text + `
func make() { o = new P; sync gate { last = o }; sync lock { o.x = 1; o.y = 1 } }
func main() { a = spawn make(); b = spawn steps() }`
	p := parse(t, made)
	require.Empty(t, checker().Static(t, p))
	require.Empty(t, checker().Dynamic(t, p, checkertest.Schedules(p, 20)...))
	p = parse(t, renewed)
	require.Equal(t, []string{"{P.x, P.y}: 8 11"}, told(checker().Static(t, p)))
}
