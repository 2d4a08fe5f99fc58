package reduction_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

const twoBlocks = `class Box { x }
final box = new Box
final lock = new Object
atomic func marked() {
	sync lock { box.x = 1 }
	sync lock { box.x = 2 }
}
func unmarked() {
	sync lock { box.x = 3 }
	sync lock { box.x = 4 }
}
func broken() {
	sync lock {
		box.x = 5
		wait lock
		box.x = 6
	}
	acquire lock
	acquire box
	box.x = 7
	release box
	acquire box
	box.x = 8
	release box
	release lock
	acquire box
	release box
}
func main() {
	spawn marked()
	spawn unmarked()
	spawn broken()
	spawn broken()
}
`

// A file says what is a transaction. A wait for a condition ends a block, which makes two of it.
func TestTransactions(t *testing.T) {
	p, err := ir.Parse("x.plx", twoBlocks)
	require.NoError(t, err)
	require.Equal(t, ":25 marked:7", checkertest.Subjects(checker().Static(t, p)))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "my.rules"), []byte("atomic *\nnone marked\n"), 0o600))
	c := checker("transactions=my.rules")
	c.Files = dir
	require.Equal(t, "broken:28 unmarked:11", checkertest.Subjects(c.Static(t, p)))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "my.rules"), []byte("atomic *\nsome marked\n"), 0o600))
	var told teller
	c.Static(&told, p)
	require.Len(t, told, 1)
	require.Contains(t, told[0], `my.rules:2:1: "some" is no kind of rule: want atomic, blocks or none`)
	told = nil
	checker("theorem=1").Static(&told, p)
	require.Equal(t, teller{"over all paths: -reduction.theorem=1: want 2 or 3"}, told)
}

// teller keeps what a test is told.
type teller []string

func (*teller) Helper() {}
func (r *teller) Errorf(format string, args ...any) {
	*r = append(*r, fmt.Sprintf(format, args...))
}
