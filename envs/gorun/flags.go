package gorun

import (
	"fmt"
	"slices"
	"strings"
)

// SplitFlags divides flags that "go test" takes into those of the build and those of the tests. Of the first only -race
// can be used with probes here; another is an error. The build's are to be given when the program is loaded, too.
func SplitFlags(given []string) (build, test []string, err error) {
	for i, f := range given {
		name, value, dashed := flagName(f)
		switch {
		case name == "args" && dashed:
			return build, append(test, given[i:]...), nil
		case !dashed || !slices.Contains(goFlagNames, name):
			test = append(test, f)
		case name != "race":
			return nil, nil, fmt.Errorf("%s is a flag for building the tests, of which only -race can be given here: "+
				"give others to the go command by the environment variable GOFLAGS", f)
		case value != "":
			build = append(build, "-race="+value)
		default:
			build = append(build, "-race")
		}
	}
	return build, test, nil
}

// TestFlag reports how many of the arguments that begin with a flag are that flag and
// its value. The flag must be one that the test binary takes, as "go test" does, or
// -race; otherwise it is 0.
func TestFlag(given []string) int {
	name, _, dashed := flagName(given[0])
	switch {
	case !dashed || name != "race" && !slices.Contains(testFlagNames, name):
		return 0
	case name == "race" || slices.Contains(switches, name) || strings.Contains(given[0], "=") || len(given) == 1:
		return 1
	}
	return 2
}

// switches are the flags of testFlagNames that have no value of their own.
var switches = strings.Fields("artifacts benchmem failfast fullpath short v")

// flagName takes a flag apart; dashed says that it is one.
func flagName(f string) (name, value string, dashed bool) {
	name = strings.TrimLeft(f, "-")
	dashes := len(f) - len(name)
	name, value, _ = strings.Cut(name, "=")
	return name, value, dashes == 1 || dashes == 2
}

// goFlagNames are the flags of "go test" that the test binary does not know.
var goFlagNames = strings.Fields("" +
	"C a asan asmflags buildmode buildvcs c compiler cover covermode coverpkg exec gccgoflags gcflags " +
	"installsuffix json ldflags linkshared mod modcacherw modfile msan n o overlay p pgo pkgdir race tags " +
	"toolexec trimpath vet work x")

// TestFlags turns flags of "go test" into flags of a test binary.
func TestFlags(given []string) []string {
	var flags []string
	for i, f := range given {
		name, _, dashed := flagName(f)
		switch {
		case name == "args" && dashed:
			return append(flags, given[i+1:]...)
		case dashed && slices.Contains(testFlagNames, name):
			flags = append(flags, "-test."+strings.TrimLeft(f, "-"))
		default:
			flags = append(flags, f)
		}
	}
	return flags
}

var testFlagNames = strings.Fields("" +
	"artifacts bench benchmem benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile " +
	"failfast fullpath fuzz fuzzminimizetime fuzztime list memprofile memprofilerate mutexprofile " +
	"mutexprofilefraction outputdir parallel run short shuffle skip timeout trace v")

func hasRace(flags []string) bool {
	return slices.ContainsFunc(flags, func(f string) bool {
		name, value, _ := flagName(f)
		return name == "race" && value != "false"
	})
}
