// Package envs is the vocabulary in which a program is shown to a checker.
//
// An environment is a way of looking at a program: as source whose every path is possible, or as one run that took one
// path. Whatever it looks at, it speaks of it in the words of this package. So a checker written against them cannot
// tell, and need not know, which of the two it is:
//
//	Program, Func, Op   what there is: functions made of abstract,
//	                    register-based operations of 27 kinds
//	Point, Position     where: the same operation has the same point in every
//	                    environment, and every point has a file, line and column
//	Block, Path, Loc    who: tokens for monitor blocks, names for locks, classes
//	                    of memory
//	Detail              what an operation does with values: equations, and
//	                    conditions that it takes for granted or teaches
//	Env                 what a checker may ask about the operation before it
//	Event               what a run delivers: this thread is now at that operation
//	Report, Finding     what a checker has to say, and what a person gets to read
//	Validate            whether a program and its runs keep to what is said here
//
// # Operations
//
// Control is separate from meaning. An operation's meaning is its Kind, the registers it reads (Uses) and the registers
// it defines. These are Dst and, for operations with several results, the registers that follow it. Where control may
// go next is the business of Op.Falls, Func.Targets and Op.Handler, which the drivers read and checkers do not.
//
//	Kind        Uses                 Dst       Java, Go
//	Const       –                    value     iconst_1; 7, nil, a function
//	Move        source               copy      iload, istore; x := y, a phi on an edge
//	Compute     operands             result    iadd, i2b; x+y, len(s), T(x), x.(T)
//	New         sizes, captured      object    new; &T{}, make, func literal
//	Addr        base, index          address   –; &x.f, &a[i], s[i:j]
//	Load        base, index          value     getfield, iaload; x.f, a[i], m[k], *p
//	Store       base, index, value   –         putfield, iastore; x.f = v, m[k] = v
//	Atomic      base, value...       old value –; atomic.AddInt64(&x.f, 1)
//	Acquire     lock                 –         monitorenter; mu.Lock(), mu.RLock()
//	TryAcquire  lock                 success   Lock.tryLock; mu.TryLock()
//	Release     lock                 –         monitorexit; mu.Unlock()
//	Wait        lock                 –         Object.wait; cond.Wait()
//	Notify      lock                 –         Object.notify; cond.Signal()
//	Fork        callee, arguments    thread    Thread.start; go f(x)
//	Join        thread               –         Thread.join; wg.Wait()
//	Send        channel, value       –         –; c <- v
//	Receive     channel              value     –; <-c
//	Close       channel              –         –; close(c)
//	Call        callee, arguments    results   invokevirtual; f(x)
//	Defer       callee, arguments    –         –; defer f(x)
//	Return      results              –         ireturn; return x
//	Throw       value                –         athrow; panic(v)
//	Catch       –                    value     an exception handler's entry
//	Branch      condition or none    –         ifeq; if c
//	Switch      tag                  –         tableswitch; switch x
//	Jump        –                    –         goto
//	Nop         –                    –         a point where nothing happens
//
// A base that is no object, as that of a package variable, is register 0. Where a program
// knows no registers, as one that is read from a trace, operations use none.
//
// A value may lie in several variables, as a struct lies in its fields. One operation, which Splits, loads or stores
// it. One for each variable follows, which IsPart: a Load without a result, or a Store of register 0. Who follows
// values looks at the first. Who asks for Memory.Variable finds the others, with the variables that an access of a
// single field has.
//
// A deferred call is one operation where its arguments are evaluated (Defer) and another where it runs. An environment
// writes the calls, or the releases, out before each return. All carry the number of the Defer. A re-entrant
// acquisition is an Acquire like any other; the drivers know that the lock is held already.
//
// # Values
//
// The kind says what an operation is, its Detail what it computes: of integers, of
// lengths and capacities, and of nil. It is asked for through Env, and made when it is
// first asked for. A checker that compares, adds or indexes works with Terms and
// Conditions and never with the syntax of a language. In a run an event Fault tells
// of a Check that did not hold.
//
// # Tokens
//
// A Block stands for one stretch of execution under one set of locks. A run has
// a new block for each acquisition. Statically a block stands for all that one
// place in the program opens. Both are compared with MustBe alone, which is
// true only if the two certainly are one block.
package envs
