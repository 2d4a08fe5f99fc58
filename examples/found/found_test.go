package found

import (
	"encoding/json"
	"errors"
	"flag"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var executions = flag.String("executions", "1000", "how many executions of each test are made")

// kinds are the tests of the folders, and how each goes wrong.
var kinds = map[string]string{
	"ants.TestRebootRace":                 "race",
	"ants.TestRebootWaits":                "fail",
	"ants.TestSignalIsLost":               "fail",
	"backoff.TestTickAfterStop":           "fail",
	"fx.TestStopAgain":                    "fail",
	"goleveldb.TestRecover":               "fail",
	"pond.TestErrorAfterCancel":           "fail",
	"protoactor.TestCancelledIsSaid":      "fail",
	"protoactor.TestDisposeEnds":          "fail",
	"protoactor.TestProduceIsSeen":        "fail",
	"protoactor.TestProduceWhileDisposed": "fail",
	"ttlcache.TestStopBeforeStart":        "fail",
	"watermill.TestCaptured":              "race",
	"yamux.TestClosedStreamIsGone":        "fail",
	"yamux.TestLimitOfStreams":            "fail",
}

// Each defect is shown by a schedule.
func TestFound(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles nine modules, and executes them for a minute or two")
	}
	parallax := filepath.Join(t.TempDir(), "parallax.exe")
	build := exec.Command("go", "build", "-C", "../..", "-o", parallax, "./examples/parallax")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(parallax, "explore", "-executions", *executions, "-failures", *executions, "-shrink", "0", "-json",
		"./ants", "./backoff", "./fx", "./goleveldb", "./pond", "./protoactor", "./ttlcache", "./watermill", "./yamux")
	var failed *exec.ExitError
	out, err := cmd.Output()
	if err != nil && (!errors.As(err, &failed) || failed.ExitCode() != 1) {
		t.Fatal(err)
	}
	var result struct {
		Explored []struct {
			Name       string
			Executions int
			Ends       map[string]int
		}
	}
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	if len(result.Explored) != len(kinds) {
		t.Errorf("%d tests were executed, want %d", len(result.Explored), len(kinds))
	}
	for _, x := range result.Explored {
		name := x.Name[strings.LastIndex(x.Name, "/")+1:]
		n := x.Ends[kinds[name]]
		t.Logf("%-36s %4s under %d of %d schedules", name, kinds[name], n, x.Executions)
		if n == 0 {
			t.Errorf("no schedule shows %s: %v", name, x.Ends)
		}
	}
}
