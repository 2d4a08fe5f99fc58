package driver

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/confirm"
	"github.com/seed38182bad/parallax/examples/session"
)

// A scheduleFile is a schedule, with what else makes the same execution of a test again.
type scheduleFile struct {
	pkg, run, schedule string
	checker            string // that finds what it shows; "" if explore does
	seed               uint64
	second             *confirm.Second
	written            writtenTest
}

// read reads the file of a schedule, if there is one of that name.
func (s *scheduleFile) read(name string) error {
	if s.schedule == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		if strings.ContainsAny(s.schedule, "/.") && !strings.ContainsAny(s.schedule, " +") {
			return fmt.Errorf("there is no file %s: %s", name, session.Cause(err))
		}
		return nil // it is a schedule itself
	}
	s.schedule = ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch key, rest, _ := strings.Cut(line, " "); {
		case line == "" || line[0] == '#':
		case key == "package":
			s.pkg = rest
		case key == "run":
			s.run = rest
		case key == "checker":
			s.checker = rest
		case key == "file": // its text is beside the schedule
			text, err := os.ReadFile(besideSchedule(name))
			if err != nil {
				return fmt.Errorf("%s: %q: its text is not beside it: %s", name, line, session.Cause(err))
			}
			if s.written.file != "" {
				return fmt.Errorf("%s: %q: there is more than one line with a file", name, line)
			}
			s.written = writtenTest{rest, text}
		case key == "second":
			var err error
			if s.second, err = confirm.ParseSecond(rest); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		case key == "seed":
			if _, err := fmt.Sscan(rest, &s.seed); err != nil {
				return fmt.Errorf("%s: %q: want a number", name, line)
			}
		default:
			s.schedule += line + "\n"
		}
	}
	if s.schedule == "" {
		return fmt.Errorf("%s has no schedule", name)
	}
	return nil
}

// A writtenTest is a file with a test, and its text. The name is relative to the folder to work in.
type writtenTest struct {
	file string
	text []byte
}

// besideSchedule is the file with the test that a schedule is of, if the test was written. The go command does not take
// it for one.
func besideSchedule(name string) string {
	return strings.TrimSuffix(name, ".schedule") + "_test.go.txt"
}

// writeSchedules writes the schedules of findings to files in a folder, and beside them the tests that were written.
// These go by their names.
func writeSchedules(folder string, found []envs.Finding, written map[string]writtenTest) error {
	if len(found) == 0 {
		return nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	used := map[string]int{}
	for i := range found {
		f := &found[i]
		if f.Test == "" { // it is about all executions
			continue
		}
		pkg, test := testOf(f)
		base := path.Base(pkg) + "." + test + "-" + f.Kind
		if used[base]++; used[base] > 1 {
			base += fmt.Sprintf("-%d", used[base])
		}
		more := ""
		if f.Checker != session.Scheduler {
			more = "checker " + f.Checker + "\n"
		}
		if f.Second != "" {
			more += "second " + f.Second + "\n"
		}
		name := filepath.Join(folder, base+".schedule")
		if of, ok := written[f.Test]; ok {
			more += "file " + of.file + "\n"
			if err := os.WriteFile(besideSchedule(name), of.text, 0o666); err != nil {
				return err
			}
		}
		text := fmt.Sprintf("# %s: %s\npackage %s\nrun ^%s$\nseed %d\n%s%s\n", f.Pos, f.Message, pkg, test, f.Seed,
			more, f.Schedule)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// testOf is the test of a finding, and its package.
func testOf(f *envs.Finding) (pkg, test string) {
	i := strings.LastIndexByte(f.Test, '.')
	return f.Test[:i], f.Test[i+1:]
}
