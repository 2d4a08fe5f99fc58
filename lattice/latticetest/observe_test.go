package latticetest

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The faulty domains of these tests must be found out every time, so the seed
// is fixed. Their failures are expected, so no fail files are kept.
func TestMain(m *testing.M) {
	flag.Parse()
	for name, value := range map[string]string{"rapid.seed": "20", "rapid.nofailfile": "true",
		"rapid.shrinktime": "20ms"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	if err := allChecks(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// allChecks makes up for the short mode, in which rapid makes a fifth of the checks: a fault that is rarely drawn must
// be found out there, too.
func allChecks() error {
	if !testing.Short() {
		return nil
	}
	checks, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		return err
	}
	return flag.Set("rapid.checks", strconv.Itoa(5*checks))
}

// observer stands in for the testing.T of a law and keeps what it is told, so
// that a test can see a law fail without failing itself.
type observer struct {
	failed   bool
	messages []string
}

func (o *observer) Helper()                   {}
func (o *observer) Name() string              { return "observed" }
func (o *observer) Logf(f string, a ...any)   { o.messages = append(o.messages, fmt.Sprintf(f, a...)) }
func (o *observer) Log(a ...any)              { o.messages = append(o.messages, fmt.Sprint(a...)) }
func (o *observer) Skipf(f string, a ...any)  { o.SkipNow() }
func (o *observer) Skip(a ...any)             { o.SkipNow() }
func (o *observer) SkipNow()                  { runtime.Goexit() }
func (o *observer) Errorf(f string, a ...any) { o.Logf(f, a...); o.Fail() }
func (o *observer) Error(a ...any)            { o.Log(a...); o.Fail() }
func (o *observer) Fatalf(f string, a ...any) { o.Logf(f, a...); o.FailNow() }
func (o *observer) Fatal(a ...any)            { o.Log(a...); o.FailNow() }
func (o *observer) FailNow()                  { o.failed = true; runtime.Goexit() }
func (o *observer) Fail()                     { o.failed = true }
func (o *observer) Failed() bool              { return o.failed }

func observe(law Law) *observer {
	o := &observer{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rapid.Check(o, law.Check)
	}()
	<-done
	return o
}

// requireBroken requires that the expected laws fail; with no law expected, that
// all hold.
func requireBroken(t *testing.T, laws []Law, expected ...string) {
	t.Helper()
	var failed []string
	output := map[string]string{}
	for _, law := range laws {
		if len(expected) > 0 && !slices.Contains(expected, law.Name) {
			continue
		}
		if o := observe(law); o.failed {
			failed = append(failed, law.Name)
			output[law.Name] = strings.Join(o.messages, "\n")
		}
	}
	for _, name := range expected {
		require.Contains(t, failed, name, "the suite has not noticed")
	}
	if len(expected) == 0 {
		require.Empty(t, failed, "%v", output)
	}
	slices.Sort(failed)
	t.Logf("broken: %s", strings.Join(failed, ", "))
}
