// Package ir is the textual register language of Parallax, a small language with threads and re-entrant monitors. The
// examples of the papers, the documentation and the generated programs of the tests are written in it. Its programs can
// be looked at from both sides: Parse lowers them to the operations of package envs for the static driver. Program.Run
// interprets the same operations, at the same points, for the dynamic one.
//
//	class Account { balance }
//
//	final acc = new Account
//
//	sync func read(a) {
//		return a.balance
//	}
//
//	func update(a, n) {
//		tmp = read(a)
//		sync a {
//			a.balance = tmp + n // tmp may be stale
//		}
//	}
//
//	func main() {
//		t = spawn update(acc, 1)
//		update(acc, 2)
//		join t
//	}
//
// # Names
//
// A name is a global if the file declares it: final names an object or a
// constant for good, var and volatile are variables. Every other name is a
// register: it belongs to its function and is not declared, but must be assigned
// somewhere in it. Registers that were not assigned yet hold 0. A field's name
// belongs to one class. Fields, variables and elements start as 0 or as the
// constant given. Names of globals, classes and functions are all different.
//
// # Values
//
// Numbers of 64 bits (they wrap around), nil, and references to objects, arrays and threads. As truth values, 0 and nil
// count as false, all else as true; comparisons and logic give 1 and 0. In arithmetic and order nil and references
// count as 0. Here nondet is an unknown number, 0 or 1, and nondet(n) one from 0 to n-1: a run draws it.
//
// The operators == and != tell a number, nil and a reference apart: nil != 0 is true. So after "if by != 0" a division
// by by may still fail, namely if by is nil or a reference. Detail says that the number is not 0 where by certainly is
// one. Such are constants and results of arithmetic, of comparisons and of len. So are results of calls, if all returns
// give numbers, and parameters of what is no root, if all calls pass numbers. What was loaded or caught is not. These
// say it of any value:
//
//	if by > 0 { q = n / by }
//	d = by + 0; if d != 0 { q = n / d }
//
// # Statements
//
// Any object has a monitor, which is re-entrant. "sync x { ... }" holds the monitor of the object that x was at the
// beginning. It gives it back on every way out: the end, break, continue, goto, return and exceptions. A monitor that
// the body gave back by itself is let be. The body of a sync function is such a region for its first parameter.
// Statements acquire and release are the same operations without structure, in any order. A tryacquire does not wait
// and gives whether it got the monitor. A wait gives the monitor back altogether until it is notified, then takes it
// again. A spawn starts a function as a thread and is its handle. A join waits until it has ended. A goto reaches
// the labels of its own block and of those around it.
//
// # Exceptions
//
// throw throws any value. try { } catch r { } puts it in r. An operation that
// cannot take effect throws a number, and is then not executed: it has changed
// nothing, and has no event. These are
//
//	-1  field, element, len, lock operation, join: no such object
//	-2  index or length out of bounds
//	-3  / or % by 0
//	-4  release, wait or notify by a thread that does not hold the lock
//	-5  a call beyond Options.MaxDepth frames
//
// These, calls and throw are the operations that have an envs.Op.Handler inside a try or sync. An operation has none if
// the text alone shows that it cannot fail: division by a constant, a field or the monitor of a named object. An
// exception that leaves a thread's first function ends the thread.
//
// # Grammar
//
// Statements and declarations end at the end of the line, as in Go, or at a
// semicolon. Comments run from // to the end of the line.
//
//	Program   = { Class | Global | Func } .
//	Class     = "class" name "{" { [ "volatile" ] name [ "=" Const ] Guards sep } "}" .   sep: "," or the end of the line
//	Global    = ( "final" | "var" | "volatile" ) name [ "=" ( Const | "new" name | "new" "[" number "]" ) ] Guards .
//	Func      = [ "root" ] [ "atomic" ] [ "sync" ] "func" name "(" [ name { "," name } ] ")" { Clause } Block .
//	Guards    = { [ "writes" ] "guarded" "by" name } .
//	Clause    = ( "requires" | "acquires" | "releases" | "excludes" ) name { "," name } .
//	Block     = "{" { Statement } "}" .
//	Statement = Place { "," Place } "=" Expr
//	          | name "(" [ Exprs ] ")" | "spawn" Call | "tryacquire" Postfix
//	          | ( "acquire" | "release" | "wait" | "notify" | "notifyall" | "join" | "throw" ) Expr
//	          | "sync" Expr Block
//	          | "if" Expr Block [ "else" ( If | Block ) ]
//	          | "while" Expr Block | "break" | "continue"
//	          | "try" Block "catch" name Block
//	          | name ":" | "goto" name
//	          | "return" [ Exprs ] | "skip" .
//	Place     = name | Postfix "." name | Postfix "[" Expr "]" .
//	Expr      = Unary { binary Unary } .      || ; && ; == != < <= > >= ; + - ; * / % bind ever tighter
//	Unary     = ( "-" | "!" ) Unary | "spawn" Call | "tryacquire" Postfix | Postfix .
//	Postfix   = Primary { "." name | "[" Expr "]" } .
//	Primary   = Const | name | Call | "new" name | "new" "[" Expr "]" | "len" "(" Expr ")"
//	          | "nondet" [ "(" number ")" ] | "(" Expr ")" .
//	Call      = name "(" [ Exprs ] ")" .
//	Exprs     = Expr { "," Expr } .
//	Const     = [ "-" ] number | "true" | "false" | "nil" .
//
// A function returns as many values as its return statements have. With more than one it stands alone on the right of
// an assignment, or its values are dropped. The word root marks a function that may be called from outside, as main is.
// The word atomic marks one that its author takes for a transaction (envs.Func.Atomic).
//
// What is declared of locks changes nothing in a run (envs.Loc.Declared, envs.Func.Contract). It says which lock guards
// a field or variable, or its writes only, where this is the object that has the field. It also says which locks, those
// of named objects and parameters, are held around a function. The class Object exists and has no fields.
//
// # Operations
//
// Operands are evaluated from left to right into registers; the value assigned last. A move between registers is a
// Move, a constant or named object moved a Const. Constant operands are register 0, and so is the base of a global
// variable. && and || branch. Positions are those of operators, names of fields and functions, and keywords.
//
// Lock paths (envs.Path) say only what is certain. These are a named object, a parameter that is never assigned, and a
// register as of its latest definition. Copies of the first two in registers that are assigned once are certain, too. A
// lock that was loaded from a field or element goes by the register it was loaded into.
//
// A load is marked envs.Handover if its location certainly gets another value afterwards, on the same straight run of
// operations. No lock operation, call, spawn or join may come in between. A location is Final if nothing in the program
// stores to its class.
//
// # Runs
//
// A run follows the contract of envs.Event. Beyond it: a wait gives its step when it gives the monitor back; the
// thread's next event comes after it took it again. At a Fork or Join, Obj is the thread's number. At a New it is the
// new object, and at an access to a variable the variable. At an access to an element it is the array and the element
// (Options.Elements). A store to a volatile field or variable is followed by a Signal, and a load of it comes after an
// Observe.
//
// A run yields no error. It ends when all threads have ended, in a deadlock, or at a limit of Options: threads that go
// no further have no more events then. An exception that nobody catches leaves the frames of its thread without Done,
// and ends the thread; the other threads go on. Result says how the run ended, who waits, and what was not caught.
//
// # Schedules
//
// A System is a program whose schedules are chosen from outside, by the strategies of package explore. It can go back
// to a state, so that explore.States can search them. Options.Stops says at which operations threads can be
// interleaved:
//
//	Every    at all of them; for comparison
//	Noticed  at those that another thread can notice
//	Blocks   where a monitor is given back, as far as monitors protect memory (ExitBlock)
//
// The states of a program are searched under each of them in the tests, and outcomes compared. Objects that nothing
// refers to, and registers without a name that are dead, are no part of a state.
//
// # Reductions
//
// Options.Reduce says which operations are no stops in a search of states, beyond those that Stops names. Then a thread
// executes them at once. That is right if the operation is independent of all that others can do before the thread goes
// on: the thread alone is a persistent set (Godefroid, Partial-order methods, 1996, chapter 4). So each reduction
// preserves all ends of executions: deadlocks, final values and uncaught exceptions. It does not preserve the states in
// between, nor cycles of them. A thread executes a bounded number of operations at once, so that no other one is put
// off for ever (the proviso of ample sets). The sources are Stoller, "Model-checking multi-threaded distributed Java
// programs" (SPIN 2000), and Hatcliff and others (VMCAI 2004), section 2.
//
//	Local       Nobody else can reach the object: neither from variables, nor from registers that are live. Others can
//	            only be handed it by the thread itself. So it is found out at each state anew, in the heap.
//	Ahead       The same for all objects and variables. Others can reach what their live registers lead to, and what is
//	            named in the operations that they, and threads that they start, may still execute. What they hand to each
//	            other is among that.
//	Protected   Whoever accesses the memory needs a monitor that the thread holds. It does not give it back meanwhile.
//	Dominated   The same for a monitor that is taken and given back under another one: nobody has it, or wants it.
//	Releases    While a thread holds a monitor, nobody can do anything with it, unless somebody tries to take it. So it
//	            does not matter when it is given back, but by what comes after. A wait is the same.
//
// Which monitor protects memory is not declared. The search supposes that it is one of those that were held at all
// accesses so far. An access without any refutes that; the search then begins anew and does not suppose it again
// (explore.Rewinder.Refuted). A violation in any execution is found. Take the first one, after a state in which the
// search has gone on with an access by another thread only. All before it commutes with that access. The violation
// itself still happens after it: which monitors a thread holds depends on the thread alone. So what is left out as
// initialisation must not depend on what others do meanwhile, either. An access counts unless several threads could
// never reach the object before, or all other threads have ended and were waited for.
//
// Objects that are made later have other identities on other paths. So their fields are known by class, and the
// monitors that may protect these are named ones and the object's own.
//
// With Blocks, Protected checks that no data race makes blocks wrong, which otherwise is taken for granted. Threads
// then stop before other accesses, too.
//
// # For tests
//
// Explore, State, Result and the types in them are asked by tests only. They hold
// what a checker finds over all paths against what every schedule does.
package ir
