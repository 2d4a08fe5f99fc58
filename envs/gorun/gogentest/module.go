package gogentest

import (
	"os"
	"path/filepath"
)

// A Module is what was drawn, as text.
type Module struct {
	Files  map[string]string // by name, with the folder
	Shapes map[string]int    // how often each shape was drawn
}

// Write writes the files into a folder, and makes the folders that they need.
func (m *Module) Write(dir string) error {
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

// Drawn is the module itself.
func (m *Module) Drawn() *Module { return m }
