package gogentest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Module is what was drawn, as text.
type Module struct {
	Files  map[string]string // by name, with the folder
	Shapes map[string]int    // how often each shape was drawn
	Dir    string            // where Write has written it
}

// Write writes the files into a folder, and makes the folders that they need.
func (m *Module) Write(dir string) error {
	m.Dir = dir
	for name, text := range m.Files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Build builds the main package of a module that was written, as a program of this name in its folder.
func (m *Module) Build(t *testing.T, name string, flags ...string) string {
	program := filepath.Join(m.Dir, name)
	cmd := exec.Command("go", append(append([]string{"build", "-o", program}, flags...), ".")...)
	cmd.Dir = m.Dir
	msg, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", msg)
	return program
}

// Output is what the main package of a module that was written prints natively.
func (m *Module) Output(t *testing.T) string {
	out, err := exec.Command(m.Build(t, "native")).Output()
	require.NoError(t, err)
	return string(out)
}

// Drawn is the module itself.
func (m *Module) Drawn() *Module { return m }
