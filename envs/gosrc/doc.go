// Package gosrc shows real Go packages as operations.
//
// Load reads packages with golang.org/x/tools/go/packages, builds their SSA form with go/ssa, generics instantiated,
// and lowers every function once to the operations of package envs. What is lowered is what go/ssa made of the source.
// A register is an SSA value, and whoever runs the same SSA functions speaks of the same points; Program.Map relates
// the two.
//
// # Functions
//
// The roots are all functions that the matched packages write: functions, methods, function literals, bodies of
// range-over-func loops, package initialisers, and generic functions as they stand. Instances, wrappers and, with
// Config.Deps, the functions of dependencies get a number when a call leads to them. Of what else the dependencies
// write it is only seen which memory it may write. An instance has the name of its generic function, so what is found
// in both is one finding.
//
// Calls see through method values, method expressions, instantiation wrappers, and variables that hold one function
// literal. A call of a function value lists the functions that the program is seen to put there:
//
//   - those of a phi
//   - those that a local or package variable or a field is assigned
//   - those that callers pass to a parameter
//   - those that a called function returns
//
// Others may be there, and the call is open, if code that is not seen can put them there. It can put them into what is
// exported, and pass them by a call of what is exported, or used as a value. So the arguments of an exported function
// that the program itself passes count, whoever else calls it. The call is open, too, if some may get there by a
// pointer, or into a field of a struct whose type has no name. The list is bounded: 4 functions, or 32 by way of a
// parameter, whose function has 8 callers at most unless it takes a lock. Beyond it the call is open and lists nothing.
//
// A call through an interface lists the methods of the matched packages' types, up to 4, that of a generic type for all
// its instances. It remains open unless the interface can have no other implementation. A callee has argument paths
// where a lock can be reached from an argument, as far as types tell. What a function literal has captured is an
// argument, too. It has the path of what the caller was passed with it, if all functions that are listed agree.
//
// A function that is declared with the comment line //parallax:atomic is marked as a transaction (envs.Func.Atomic).
// Such a line elsewhere, or with another word, is an error. Exported are functions and methods with such a name, but
// for tests.
//
// # Annotations
//
// The annotations of gVisor's checklocks are read, in comments of a line each. They are what is declared of locks
// (envs.Declaration, envs.Contract). A LOCK is written as the way to it: from the object that has the field, from a
// receiver, parameter or result, or from a package variable. If the type has a method Lock, and one lock in it, the
// LOCK is that one.
//
//	of fields and package variables
//	+checklocks:LOCK           held at each access; several: all of them
//	+checkatomic               accesses are atomic; with a lock, reads are if they do not hold it,
//	                           and writes are under it
//	+checklocksignore          means nothing here
//
//	of functions
//	+checklocks:LOCK           held when called, and after; +checklocksread: on the shared side at least
//	+checklocksacquire:LOCK    held after;        +checklocksacquireread
//	+checklocksrelease:LOCK    held when called;  +checklocksreleaseread
//	+checklocksexclude:LOCK    not held when called; +checklocksexcludewrite: not exclusively
//	+checklocksalias:LOCK=LOCK two names for one lock
//	+checklocksignore          the function is not held to anything
//
//	at the end of a line, with or without a text after a colon
//	+checklocksforce, +checklocksignore, +checklocksfail   what is declared is taken for granted in the line
//
// A field with a map is declared, and not what is in the map. What is wrong in an annotation is an error of its
// package, of which the rest is looked at nevertheless.
//
// # How SSA becomes operations
//
//	x.f, a[i], *p     one Load or Store, whose Uses are the object from which the
//	                  address was computed, the indices, and the value; Addr only
//	                  where an address is used as a value. The object is register 0
//	                  if it is a package variable.
//	phi               Moves on the edge, in an order that a parallel copy allows
//	tuple             consecutive registers; Extract is nothing
//	local variable    a register, unless it is a struct, an array, or captured
//	captured variable a Cell, whose address is a parameter of the closure, after the
//	                  ordinary ones; Local if only one thread can know it
//	append, copy      Load and Store of elements
//	delete, clear     Store of an element, of register 0
//	select            a Switch without a tag over the channel operations
//	range             Next is a Load of three registers; over a string, a Compute
//	defer             Defer where it stands; at every return what was deferred on some
//	                  way there, last first; with a Branch without a condition before
//	                  it where it may be skipped, in a loop where it may be repeated
//	panic, os.Exit    Throw; so is what follows runtime.Goexit, log.Fatal, t.FailNow
//	once.Do(f)        a call of f that may be skipped, then the call of Do
//	sort.Slice(x, f)  calls of f in a loop, then the call of Slice; the same for the
//	                  body of a range-over-func loop and its iterator, unless the
//	                  iterator is seen to call it, and may do so under a lock
//	wg.Go, AfterFunc  Fork
//	wg.Wait           Join without an operand; Program.Group tells of which group
//	wg.Add            a call; Program.Group tells of which group, and how much
//
// # Structs
//
// A struct or an array lies in several variables: its fields, those of structs in it, and the elements of arrays. A
// Load or Store of one Splits (package envs). After it comes one for each of these, with the class that an access of it
// alone has. There are limits:
//
//   - of an array the first 8 elements are accessed, and of all parts the first 32;
//   - fields of no size or without a name are not accessed, nor those that only other packages
//     can, of which the bodies are not known: a time.Time is one variable, and so are the types
//     of sync and sync/atomic;
//   - in a generic function, and in its instances, a struct is a variable by itself;
//   - so are variables that are only accessed as a whole, by their names, and what belongs to
//     one frame;
//   - of fields that the program nowhere accesses alone, the first one of what is accessed stands
//     for all: what is known of one is known of the others, and a Nop is in their place.
//
// Fields of struct types without a name are told apart by where these are written. If the types are identical and a
// pointer may lead to what is of either, they are one class. So are the fields of types between which pointers are
// converted.
//
// Elements of a map have no address: the map is one variable.
//
// # Locks
//
// Mutex, RWMutex, Locker, the lockers of RLocker, Cond.Wait and TryLock are lock operations, whether called directly,
// as promoted methods, method values or method expressions, or deferred. Their path is the way in which the frame
// reaches the lock. Following a pointer is no step. An element is part of the path by a constant index or key.
// Otherwise the path starts at the register of the index, also of a loop, and says Within which array the element lies.
// What is made when it is not found, and put where it was looked for, has the path of that place from where the two
// ways meet. A lock that frames reach by captured variables or parameters is known by the variable in which it lies.
// This holds for objects that belong to the frame of the variable (Program.Beside). A condition variable's lock is
// known if every assignment of its field gives the same field of the same object.
//
// # Panics
//
// A call or panic has a handler if a deferred function is waiting that does more than release a lock. There is one
// handler for a function. It runs each deferred call or skips it, then goes on with the panic. If one of them may
// recover, it returns as go/ssa's recover block does. A deferred function may recover if it calls recover itself or is
// not known; functions of the standard library are taken not to. Run-time errors, such as a nil dereference, have no
// handler.
//
// # Hand-over and final memory
//
// A Load is Handover if the same field, variable, element or key is overwritten or deleted later in its block. No call,
// lock or channel operation may come between, and the new value may not still contain what was there. A load of an
// element of the slice in a field is Handover, too, if that field is set to a part of the slice.
//
// A class of memory is Final if its address is not taken and nothing writes it but initialisation. This is the
// initialisation of its own package, and of objects that were made in the same function and not yet published. Where no
// main package is matched, what is exported is never final.
//
// # Threads
//
// Start tells who executes what. The packages are initialised first, one after the other in the order of the linker, by
// the main thread. It is alone until it starts a thread or calls a function that may. Such a function has no body and
// is given code: a function, an interface, or something that leads to one. If one main package is matched, and no
// tests, its main function comes next. Otherwise the packages are a library, of which others call what is exported, at
// any time. In both cases they may call what they can have got: functions used as values, and methods of types that are
// put into interfaces. All else is executed by those that call it. What is only handed to WaitGroup.Go, or
// errgroup.Group.Go, is executed by the threads that it starts. So is a function literal or method value that is only
// passed to functions of the program that call it, start it, or pass it on. One that they keep, or that is put into a
// field, may be called by others.
//
// With tests a package may be there in several copies. They are read from the same files, and taken for one; the copy
// that is compiled for the package's own test is shown.
//
// # Packages
//
//	shape      questions about types
//	library    what the standard library means
//	naming     names of files, functions, types and values
//	local      questions about one function
//	loading    what is loaded: packages, their SSA form, and the numbers of functions
//	declared   annotations and marks in the source
//	ssamap     how SSA relates to operations
//	calls      who is called, and by whom
//	memory     classes of memory
//	paths      names of objects, as ways to them
//	lower      the operations
//	details    what operations do with values
//
// All are below internal or envs/internal. Each imports only packages that stand before it. Besides, addrmap and
// perfunc are tables.
//
// # Assumptions
//
// Memory is not written, and unexported functions are not called, by way of unsafe, reflect, linkname or assembly.
// Packages known by their types only do not write fields of those that are loaded. Locks reached by the same path are
// the same lock, though a pointer on the way be changed. The body of a range-over-func loop is called by the
// goroutine of the loop. Functions of std that take function arguments, outside the list in internal/library, do not
// call them before they return.
package gosrc
