// Package checkertest tests checkers: on programs that say in comments what is to be
// found in them, and on generated ones, from both sides.
//
//	var checker = checkertest.Checker{Analyzer: bounds.Analyzer}
//
//	func TestText(t *testing.T)  { checkertest.Text(t, checker, "testdata/*.plx") }
//	func TestGo(t *testing.T)    { checkertest.Go(t, checker, "testdata/module") }
//	func TestSound(t *testing.T) { checkertest.Contained(t, checker, checkertest.Generated(100, irgen.Numbers)) }
//
// Text looks at files of the textual language (package ir), or of an environment of your own (Checker.Environment). Go
// looks at modules of Go. Each of them looks twice: at all paths, and at runs. Contained holds a checker to the claim
// that it is sound: whatever runs show is found over all paths too. The laws of a checker's state are for package
// latticetest.
//
// # What is wanted
//
// A comment that begins with the word want says what is to be found in its line, by
// the kinds of the findings:
//
//	close(h)  // want handle-twice              over all paths, and in a run
//	close(h)  // want paths: handle-twice       over all paths only: no run shows it
//	close(h)  // want run: handle-twice         in a run only: nothing speaks for it before
//	use(h, k) // want handle-used handle-twice  several kinds
//	use(h, k) // want handle-used // want paths: handle-twice
//	close(h)  // want paths: handle-twice // false, because ...
//	acquire b // want end: deadlock             a run ends here, with an error that says so
//
// Kinds are separated by spaces. How often something of a kind is found in a line does
// not matter, and nor does its column. All places at which a finding shows count
// (envs.Finding.Sites). What no comment wants must not be found, in any line; what one
// wants must be found. A comment that begins with want and says nothing of the kind is
// an error, and so are files without any. Comments are looked for line by line, whatever
// is around them: a string that holds the two slashes and the word counts as well.
// Several checkers may share a program; each names its Kinds. What options change is not for
// comments: Checker.Both gives the findings in a module of Go.
//
// # Runs that fail
//
// A run of Text that fails is an error, as a failing test is in a module of Go. Where a program is meant to fail, as in
// a deadlock or by an exception, a comment wants it by a part of the error's text: want end: deadlock. It stands in the
// line of the error, or anywhere in the file if the error names no line, as that of a run that is cut off. A failure
// that no run shows is an error, too. An error without a file is never wanted: it is one of the interpreter, not of
// the program (session.Schedules).
//
// # What is run
//
// A checker of runs alone (Analyzer.Only) is held to what runs show. Of a textual program main is run, Checker.Runs
// times under different schedules. Of a module of Go the tests are run if it has some, and else its main package.
// Functions to which no lock matters are shown only if Analyzer.Everywhere
// or Analyzer.Checks asks for them. Findings of several runs are united.
package checkertest
