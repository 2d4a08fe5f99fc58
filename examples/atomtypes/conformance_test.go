package atomtypes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/atomtypes"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// cells are the types of the functions of the papers' programs, but for main, which starts threads and waits for them:
// compound in all of them. In 100 runs a type is that of all calls together, each as far as was known when it was
// made. No type there is above the one over all paths. Where they differ, paths and not runs are the cell.
//
// The papers have two cells: R2 is atomic, R3 compound. The others:
//
//   - P1, P3, P5, T2.9, T2.10, T2.11, T3.2, T3.4, T4.2, T4.3, T10.1, T10.2: two blocks, one after the other, are
//     compound, whether or not data flow from one to the other. So T4.2, T4.3, T10.2 and P5 come out as for reduction;
//     they are known to be false where reduction is, and P5 is true.
//   - P4 is compound, as the flag is read before the lock is taken: known to be false.
//   - R1, R9: an access that nothing guards is atomic by itself, and two of them are compound. In runs the
//     thread that comes first is alone with the memory.
//   - R4: size and toArray are atomic, and one after the other compound.
//   - R5: types know nothing of theorem 3. That both variables are only read makes their reads const, and the blocks
//     around them still blocks: compound, where theorem 3 says atomic.
//   - R6: a lock that is held already is a mover. That only one thread uses a lock, or that it is always taken
//     under another one, is no part of the type system: compound, where reduction says atomic.
//   - R7: no lock is held at all accesses, and one declaration can only say that both locks guard writes.
//     Then the writer's two writes are atomic each, and it is compound; with -multi all are movers.
//   - R8: compound, the false alarm that reduction has: the first read holds no lock.
//   - R10: atomic: types do not ask whether a program goes on (Lipton's R1).
//   - R11, R12, T2.6, T2.7, T9.1, P2: all locks are taken before the first is given back.
//   - T2.8: value has no guard. reset writes it once, which is atomic; inc and dec read and write it.
var cells = []struct {
	id, flags  string
	paths, run string // run is as paths if it is empty
}{
	{id: "P1", paths: "read:atomic run:compound update:compound"},
	{id: "P2", paths: "read:mover run:atomic update:atomic"},
	{id: "P3", paths: "inc:atomic run:compound"},
	{id: "P4", paths: "get:atomic init:compound run:compound", run: "get:atomic init:atomic run:compound"},
	{id: "P5", paths: "checkClosed:atomic client:compound loadResourceStore:compound lookupEntry:atomic shutdown:atomic"},
	{id: "R1", paths: "deposit1:compound", run: "deposit1:atomic"},
	{id: "R2", paths: "client:compound deposit2:atomic readBalance:atomic"},
	{id: "R3", paths: "deposit2:atomic readBalance:atomic withdraw1:compound"},
	{id: "R4", paths: "add:atomic construct:compound copy:compound removeAllElements:atomic size:atomic toArray:atomic"},
	{id: "R5", paths: "t:compound u:compound"},
	{id: "R6", paths: "again:atomic alone:compound first:compound guarded:compound second:compound"},
	{id: "R7", paths: "readUnderA:atomic readUnderB:atomic write:compound",
		run: "readUnderA:atomic readUnderB:atomic write:atomic"},
	{id: "R7", flags: "multi", paths: "readUnderA:atomic readUnderB:atomic write:atomic"},
	{id: "R8", paths: "second:atomic third:atomic writer:compound", run: "second:atomic third:atomic writer:atomic"},
	{id: "R9", paths: "first:compound second:compound third:compound", run: "first:atomic second:atomic third:const"},
	{id: "R10", paths: "t:atomic u:atomic"},
	{id: "R11", paths: "nested:atomic"},
	{id: "R12", paths: "backwards:atomic forwards:atomic"},
	{id: "T2.6", paths: "nested:atomic"},
	{id: "T2.7", paths: "crossed:atomic"},
	{id: "T2.8", paths: "dec:compound inc:compound reset:atomic", run: "dec:compound inc:atomic reset:atomic"},
	{id: "T2.9", paths: "reset:compound swap:atomic"},
	{id: "T2.10", paths: "inc:compound"},
	{id: "T2.11", paths: "reset:atomic swap:compound"},
	{id: "T3.2", paths: "daemon:atomic issueWarning:mover task:compound",
		run: "daemon:atomic issueWarning:const task:compound"},
	{id: "T3.4", paths: "getX:atomic getXY:atomic getY:atomic setXY:atomic t1:atomic t2:atomic " +
		"t3:compound t4:compound use2:const use:const"},
	{id: "T4.2", paths: "compute:const sensorDaemon:compound"},
	{id: "T4.3", paths: "add:mover f:const next:mover work:compound"},
	{id: "T9.1", paths: "correctMethod:atomic getData:const getLock:const"},
	{id: "T10.1", paths: "getValue:mover increment:compound setValue:mover",
		run: "getValue:const increment:compound setValue:mover"},
	{id: "T10.2", paths: "doTransaction:compound f:const"},
}

// typesOf are the types of the functions that are reported, but for main.
func typesOf(fs []envs.Finding) string {
	var list []string
	for _, f := range fs {
		if name, is, _ := strings.Cut(f.Message, " is "); f.Kind == atomtypes.Type && name != "main" {
			list = append(list, name+":"+is)
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestPapers(t *testing.T) {
	programs, err := irtest.Programs()
	require.NoError(t, err)
	for _, flags := range [][]string{{"types"}, {"types", "multi"}} {
		for _, program := range programs {
			p, err := program.Parse()
			require.NoError(t, err)
			// Of several cells of a program the last one with these flags counts.
			at := -1
			for i, c := range cells {
				if c.id == program.ID && (c.flags == "" || slices.Contains(flags, c.flags)) {
					at = i
				}
			}
			require.GreaterOrEqual(t, at, 0, "%s has no cell: decide what its functions are, and why", program.ID)
			c := cells[at]
			if c.run == "" {
				c.run = c.paths
			}
			require.Equal(t, c.paths, typesOf(checker(flags...).Static(t, p)), "%s %v over all paths", c.id, flags)
			require.Equal(t, c.run, typesOf(checker(flags...).Dynamic(t, p, checkertest.Schedules(p, 100)...)),
				"%s %v in runs", c.id, flags)
		}
	}
}

// The judgement about withdraw is explained: which statement made it compound, and after which one.
func TestStory(t *testing.T) {
	p, err := ir.Parse("R3.plx", `class Account { balance = 10 }
final account = new Account
atomic sync func deposit2(a, x) {
	a.balance = a.balance + x
}
sync func readBalance(a) {
	return a.balance
}
atomic func withdraw(a, n) {
	b = readBalance(a)
	sync a {
		a.balance = b - n
	}
}
func both() {
	sync account {
		withdraw(account, 1)
	}
	withdraw(account, 1)
}
atomic func all() {
	both()
}
func main() {
	t = spawn deposit2(account, 10)
	all()
	join t
}
`)
	require.NoError(t, err)
	for side, fs := range map[string][]envs.Finding{"paths": checker().Static(t, p),
		"run": checker().Dynamic(t, p, p.Run(1, ir.Options{}))} {
		require.Len(t, fs, 2, side)
		require.Equal(t, "withdraw", fs[0].Func)
		require.Equal(t, "the function is not atomic: others may come in after readBalance is called and before a is taken",
			fs[0].Message)
		require.Equal(t, []string{"10 readBalance is called", "11 a is taken"}, checkertest.Story(fs[0]))
		require.Equal(t, "all", fs[1].Func)
		require.Equal(t, "the function is not atomic: both is called, which is not atomic itself", fs[1].Message)
		require.Equal(t, []string{"22 both is called", "10 readBalance is called", "11 a is taken"}, checkertest.Story(fs[1]),
			side)
	}

	p, err = ir.Parse("R1.plx", `var balance
final gate = new Object
root atomic func deposit(n) {
	balance = balance + n
}
root func other() {
	sync gate { balance = 0 }
}
func main() { }
`)
	require.NoError(t, err)
	fs := checker().Static(t, p)
	require.Len(t, fs, 1)
	require.Equal(t, "the function is not atomic: others may come in after balance is read and before balance is written",
		fs[0].Message)
	require.Equal(t, []string{
		"4 balance is read under no lock, and no lock guards it",
		"4 balance is written, and no lock guards it", "4 it is read under no lock",
	}, checkertest.Story(fs[0]))
}

// Of a callee that is compound by itself nothing else is told, also where it is called again and again.
func TestCompoundCallee(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Account { balance }
final account = new Account
func twice(a) {
	sync a { a.balance = a.balance + 1 }
	sync a { a.balance = a.balance - 1 }
}
atomic func all() {
	n = 2
	while n > 0 {
		twice(account)
		n = n - 1
	}
}
func main() {
	t = spawn twice(account)
	all()
	join t
}
`)
	require.NoError(t, err)
	for side, fs := range map[string][]envs.Finding{"paths": checker().Static(t, p),
		"run": checker().Dynamic(t, p, p.Run(1, ir.Options{}))} {
		require.Len(t, fs, 1, side)
		require.Equal(t, "the function is not atomic: twice is called, which is not atomic itself", fs[0].Message, side)
		require.Equal(t, []string{"10 twice is called", "4 a is given back", "5 a is taken"}, checkertest.Story(fs[0]), side)
	}
}

// Where no guard is inferred none is told of.
func TestDeclaredStory(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Account { balance }
final account = new Account
root atomic func add(a) {
	sync a { a.balance = a.balance + 1 }
}
func main() { }
`)
	require.NoError(t, err)
	require.Empty(t, checker().Static(t, p))
	fs := checker("declared").Static(t, p)
	require.Len(t, fs, 1)
	require.Equal(t, []string{
		"4 Account.balance is read, and no lock is declared to guard it",
		"4 Account.balance is written, and no lock is declared to guard it",
	}, checkertest.Story(fs[0]))
}
