package shown

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// delayed gives the flags with which the go command builds a program as if a diff were applied
// to the file that it names, by import path and base. The places are found by their text, not
// by line numbers, and nothing but delays may be added.
func delayed(t *testing.T, diff string) (flags []string) {
	t.Helper()
	name, hunks := readDiff(t, diff)
	where := goCommand(t, "list", "-f", "{{.Dir}}\n{{with .Module}}{{.Path}}\n{{.Dir}}{{end}}", path.Dir(name))
	folder, module, _ := strings.Cut(strings.TrimSpace(where), "\n")
	file := filepath.Join(folder, path.Base(name))
	source := readFile(t, file)
	for i, h := range hunks {
		if n := strings.Count(source, h.before); n != 1 {
			t.Fatalf("%s: hunk %d fits %d places in %s, want 1: is it for another version?", diff, i+1, n, file)
		}
		source = strings.Replace(source, h.before, h.after, 1)
	}

	dir := t.TempDir()
	if module != "" {
		// In the module cache the go command replaces no file. By another name of the folder it does.
		modulePath, moduleDir, _ := strings.Cut(module, "\n")
		link, mod := filepath.Join(dir, "module"), filepath.Join(dir, "go.mod")
		if err := os.Symlink(moduleDir, link); err != nil {
			t.Fatal(err)
		}
		file = link + strings.TrimPrefix(file, moduleDir)
		writeFile(t, mod, readFile(t, "go.mod"))
		writeFile(t, filepath.Join(dir, "go.sum"), readFile(t, "go.sum"))
		goCommand(t, "mod", "edit", "-replace", modulePath+"="+link, mod)
		flags = append(flags, "-modfile", mod)
	}
	changed, overlay := filepath.Join(dir, path.Base(name)), filepath.Join(dir, "overlay.json")
	writeFile(t, changed, source)
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, overlay, string(replace))
	return append(flags, "-overlay", overlay)
}

// A hunk says what stands around a place, without the delay and with it.
type hunk struct{ before, after string }

// delay is a line of a diff that adds a delay, or the import that it needs.
var delay = regexp.MustCompile(`^\+\t+(time\.Sleep\(\d+ \* time\.Millisecond\)|"time")\n$`)

// readDiff reads a diff of one file that adds delays.
func readDiff(t *testing.T, diff string) (name string, hunks []hunk) {
	t.Helper()
	for i, line := range strings.SplitAfter(readFile(t, diff), "\n") {
		last := len(hunks) - 1
		switch {
		case strings.HasPrefix(line, "--- "):
			name = strings.TrimSpace(line[4:])
		case strings.HasPrefix(line, "+++ "), line == "":
		case strings.HasPrefix(line, "@@"):
			hunks = append(hunks, hunk{})
		case strings.HasPrefix(line, " ") && last >= 0:
			hunks[last].before += line[1:]
			hunks[last].after += line[1:]
		case delay.MatchString(line) && last >= 0:
			hunks[last].after += line[1:]
		default:
			t.Fatalf("%s:%d: want a delay, or what stands around it: %q", diff, i+1, line)
		}
	}
	if name == "" || len(hunks) == 0 {
		t.Fatalf("%s: want the name of a file, and hunks", diff)
	}
	return name, hunks
}

func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
