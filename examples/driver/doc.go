// Package driver is a command around checkers: it runs them over all paths of a program, over its runs, and over
// both, side by side. It reads flags and prints; what it does in between is package session. A user's own command
// hands over its checkers, and whatever else it has:
//
//	package main
//
//	func main() {
//		driver.Main(driver.Command{
//			Checkers:     []*dataflow.Analyzer{mine.Analyzer()},
//			Environments: append(session.Environments(), mine.Environment()),
//		})
//	}
//
// Main gives that command the verbs
//
//	check    [flags] patterns                  all paths, without running anything
//	run      [flags] pattern [arguments]       one run of a program
//	test     [flags] patterns [test flags]     the runs that the tests make
//	compare  [flags] patterns [test flags]     both, side by side
//	explore  [flags] patterns [test flags]     tests, and .plx files, under one schedule after another
//	infer    [flags] patterns                  what is accessed as one, written into the source
//	record   -o FILE [flags] patterns          keep the events of runs for later
//	replay   [flags] FILE                      check recorded runs, and traces of other tools
//	convert  -o FILE [flags] FILE              write a trace in the other format
//	help     [verb]
//
// Patterns name Go packages, as for the go command, or files of the textual IR (package envs/ir), whose names end in
// .plx. Without arguments the command compares the example that ships with this module, if it is in the current
// folder.
//
// Only packages that a pattern matches are watched while they run. Where a program takes its locks in other packages
// than its main package, these are to be matched too. A run has one main package; so "run ./..." serves a module with
// one, and otherwise patterns end with --:
//
//	run ./... [arguments]
//	run ./cmd/demo ./bank -- [arguments]
//
// The same holds for "compare -run" and for record without -test.
//
// # Flags
//
// Flags may stand behind patterns, except where arguments of a program do. Flags of "go test" stand there, too, or
// behind -- if the command has a flag of that name. The checkers that run are those named by -checker, which is also
// known as -checkers, or all with "-checkers all". Over all paths, what several need to know of threads and memory is
// found out once, for the one that needs most. One that needs less may then say a little more or less than it says
// alone.
//
// # Side by side
//
// If several checkers run, compare prints a row for each function in which one of them finds something, and a column
// for each checker that finds anything. A cell has the classes of what the checker finds there: C confirmed, o not
// observed, x not exercised, ? not watched, D dynamic only, or a dot. Below the row are the findings. One that shows
// in several functions, such as a variable that is accessed in them, is told where it shows first, and stands in the
// rows of all. In JSON that is Output.Beside.
//
// # Schedules
//
// The verb explore executes the tests of Go packages, and programs of the textual IR, under one schedule after another.
// Package explore says which there are to choose from, and how a schedule is written. Package control says what is
// controlled of a Go program:
//
//	explore ./...                                                 It draws 100 schedules of each test.
//	explore -by dpor . -run TestGet                               It takes one schedule of each trace, for a minute.
//	explore -by pct -depth 2 . -run TestGet -short                It draws schedules by priorities.
//	explore -o schedules ./...                                    It writes a file for each finding.
//	explore -schedule schedules/cache.TestGet-fails.schedule .    It executes that schedule again.
//
// Findings are what goes wrong in some executions of a test. They are of a checker named explore; session.ExploreTests
// lists their kinds. A finding's schedule is the one with the fewest switches of those that were seen to show it. The
// random number of its execution, which decides the order of maps and the like, is its seed.
//
// Of a .plx file each execution is shown to the checkers as a run is. A finding names the schedule with the fewest
// words of those that were seen:
//
//	explore -checker blocking cycle.plx                     one schedule of each trace
//	explore -checker blocking -schedule "1 2" cycle.plx     that schedule again
//
// Output.Explored says how many executions there were, and whether every schedule is covered.
//
// # What is inferred
//
// A command with an Inferring has the verb infer. That of parallax is about atomic sets: which fields of a type are
// meant to be accessed as one, under which lock, and by which functions.
//
//	infer ./...                              over all paths
//	infer -test -runs 5 ./... -run Stress    from 5 runs of the tests
//	infer -static -test ./...                from both, with what one side alone infers
//	infer -as go ./...                       struct declarations with comments
//	infer -as patch ./... | git apply        annotations of fields with their lock
//
// What runs show adds up: of several runs, and of the runs of several packages' tests. A patch holds what can be
// annotated (+checklocks), and says above what cannot, and why; with both sides that is what none of them speaks
// against. Names of files in it are relative to the folder of -C. In JSON that is Output.Inferred.
//
// # Flags of checkers
//
// A checker's flags carry its name as a prefix (-stale.plain), which the documentation of the checker itself leaves
// out. Those of the only checker that runs unasked are also known without it. The verb's own flags are listed by "help
// verb". With -C the command works in another folder: names of files and packages are relative to it.
//
// With -offline a run is looked at when it is over, as often as a checker asks for it. What is found where a run
// begins can then rest on how it goes on. Until then its events are kept in a temporary file (TMPDIR). Without it,
// findings rest on what came before.
//
// # Several runs
//
// With -runs N what Go packages do is run N times. The first run goes as it comes. The others are perturbed:
// goroutines are delayed before operations on locks, channels and the like, so that schedules show which are rare
// otherwise. Each of them has the seed that follows that of the run before, from 2, and stands with it in the list of
// runs. A finding that only perturbed runs show ends with the first of their seeds, and has it in the JSON:
//
//	test -runs 10 ./...        nine of ten runs are perturbed, with the seeds 2 to 10.
//	test -seed 7 ./...         one run that is delayed as the one with seed 7 was.
//	test -seed 0 -runs 2 ./... a run as it comes, and one with seed 1.
//
// The same seed delays the same goroutines at the same operations, as far as they do the same. What comes of it is up
// to the machine, too. There are more delays near what earlier runs reported and, in compare, near what is found over
// all paths. For .plx files the seed determines the schedule. What record writes is never perturbed.
//
// # Accesses of memory
//
// Where a checker asks for accesses, the summary of a run ends with -v with what became of those in the code of the
// watched packages. It has how many there are in it, how many say in a run which memory they access (with probes), and
// why the others do not. They access one of these:
//
//   - the same as one before them, which says so
//   - memory of one thread or frame
//   - memory that is only read once it is shared
//   - objects that nothing else knows yet
//   - elements beyond -elements
//   - what there is no expression for, such as elements that append copies (without a name)
//
// The last two, and those in functions that are not watched, are what runs miss.
//
// # Exit status
//
//	0  nothing was found, and nothing went wrong
//	1  something was found, by a checker of defects: those that only inform, as help says, tell what
//	   a program is like, and their findings are printed as inferred
//	2  the work could not be done as asked: wrong usage, a package with type
//	   errors, a program that failed or could not be run, a checker that panicked,
//	   a trace that is cut off, a suppression that cannot be read or that is
//	   unknown. What could be done was done, and is printed.
//
// Functions that keep their own body in a dynamic run are listed and do not change the status.
//
// # JSON
//
// With -json standard output is one Output, whatever happens after the flags are read. Its fields only ever grow;
// Version changes if a meaning does. No field depends on time, on memory addresses or on the order of maps.
//
// # Suppressions
//
// A file given with -suppress has one finding a line:
//
//	# checker kind         place                                   # reason
//	stale     stale-value  (*example.com/bank.Account).AddInterest  # the year end has one thread
//	stale     ...          bank/legacy/...                          # goes away in May
//	stale     stale-value  main.go:17                               # printed only
//
// The place is the function, the file, or file:line. A file has the name that reports print, whatever the argument
// was. The function is with its package, or without the folders of the package's path as reports print it. In each
// column "..." stands for any text. A function's name does not change when lines move, which is why reports print it.
// The reason is required. Suppressed findings are counted in the summary and kept in the JSON with their reason.
//
// An entry that cannot be read is an error with its place; the other entries are used. So is one that matches nothing,
// where all that it may speak of was looked at. That is so in check and compare, if its checker runs, and with its
// flags as they are by default. With other flags, with -checker, or in a run, which shows only a part of what there
// is, entries that match nothing are left alone. They are left alone, too, if an error kept a package or a file from
// being read, or a checker from finishing: mend that first. So a file for the defaults serves all modes; what is found
// with -stale.plain only needs a file of its own. Where tests are not looked at, entries that speak of test code alone
// are left alone, too. Such code is a file *_test.go, a package with the suffix _test, or a function such as
// bank.TestTransfer. So are entries that may speak of a function beside it in its package. The file goes with its
// patterns: for a part of a module keep a file of its own.
//
// # Judgements
//
// A file given with -judged has what somebody found out about findings, in the classes of von Praun and Gross:
//
//	# class  checker kind                 place                                 # reason
//	harmful  methods method-inconsistency (*bank.Account).Add on bank.Account   # two deposits may make one
//	benign   stale   stale-value          (*bank.Ledger).Print                  # prints an older state
//
// A finding is false if it cannot be as it says. It is spurious if it is not so the way the program is used. It is
// benign if it is so and does no harm, and harmful otherwise. The place is what the finding is about (its subject in
// the JSON) or, if that has no name, the function, with packages or without their folders; "..." stands for any text.
// Judged findings are reported as before, with their class. The summary counts the classes, as in
//
//	judged 1-0-2-1 (false-spurious-benign-harmful), 3 not judged, 2 judged before and gone
//
// so that what another version of a checker finds can be compared; -v lists those that are gone, of the checkers that
// ran. Where something could not be looked at, none is called gone. A line about a checker that there is not is an
// error, as is one with a file for its place: lines move.
package driver
