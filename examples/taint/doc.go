// Package taint finds values that reach where they must not go. Examples are what users send, in the text of a command
// or of an SQL statement, and a password, in a log. What comes from where, and may go where, a file of rules tells.
//
//	# comments run to the end of the line
//	levels none < local < remote           # a lattice; none < tainted if there is no such line
//	source os.Getenv              local    # its results; or what a field or variable holds
//	source flag.StringVar(0)      local    # what it puts into its first argument; in a
//	                                       # function of the program, that parameter
//	sink   os/exec.Command(0, 1)  none     # these arguments may be at most this
//	sink   os/exec.Cmd.Path       none     # and so what is stored in this field
//	clean  strconv.Atoi           none     # its results are at most this, whatever goes in
//	flow   io.Copy(1 -> 0)                 # what the second argument holds gets into the first
//	opaque strings encoding/...            # packages whose functions are not looked into
//	include go                             # the rules that come with the checker, as well
//
// Functions are named with the whole path of their package, which reports shorten:
//
//	os.Getenv, (*net/http.Request).FormValue   a function, a method
//	example.org/shop.Secret                    what a report calls shop.Secret
//	(io.Reader).Read                           whatever implements it when it is called through the interface
//	example.org/shop.run$1                     the first function literal in run
//	net/http.Request.URL, os.Args              a field, a variable
//
// An argument is a number from 0, as in properties of package typestate, which does not count the receiver: of a
// method that is receiver. All of a variadic parameter are one argument. In a .plx file names are as they are written.
// Levels are those of package hasse; the lines of a file that begin with levels are one diagram. What is said again in
// the file that includes another replaces it there. What is wrong with a file is told with the lines, all at once. A
// name that the program does not have is not wrong: if nothing is found, look at the names first. check -json prints
// those of functions in full.
//
// # Algorithm
//
// Each register holds, of each level, the flow that is told: the smallest source,
// and the call or store by which its value came last. What is computed holds what
// its operands do. Arguments flow into known callees, which are analysed apart by
// the levels of their arguments, and results flow back. Of an unknown or opaque
// function the results hold what the arguments do.
//
// Memory is told apart by class. What is stored in a field, in any object by any function, comes out of that field of
// all objects, and stays there. So it is with global and captured variables. What is put into elements, into what a
// pointer points to, or into a channel belongs to the object as a whole. It belongs to all registers of the frame that
// refer to the object by moves and slices, and to the field that the object was loaded from. If the object is a
// parameter, it belongs to the caller's argument. What is loaded from an object that holds something as a whole holds
// it too.
//
// In a run the same happens along its path. So a field is not told apart by object
// there either, and no value leaves a variable.
//
// # What it misses
//
// Implicit flows: a value that is chosen by a condition, index or length. Values
// handed to a goroutine otherwise than by a channel or memory, and those thrown. What
// an unknown function does to the objects of its arguments, unless a rule says so.
// Elements of an array that is itself a variable or is stored as a value. What
// reaches a function by copying a struct into an unknown function as a whole. In Go,
// the address of a package variable as an argument: name the variable as a source.
// Parameters of functions that nothing in the program calls are of the lowest level.
package taint
