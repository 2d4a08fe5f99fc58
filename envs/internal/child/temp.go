package child

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// aliveFile is the file in a temporary folder that is locked as long as the process lives that has made the folder.
const aliveFile = "alive"

// Temp makes a folder in dir, the system's for temporary files if it is empty, whose name begins with prefix. It
// removes those of the same prefix whose process has ended and left them. The function that it returns removes the
// folder.
func Temp(dir, prefix string) (string, func() error, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	sweep(dir, prefix)
	for {
		name, err := os.MkdirTemp(dir, prefix)
		if err != nil {
			return "", nil, err
		}
		alive, err := os.OpenFile(filepath.Join(name, aliveFile), os.O_CREATE|os.O_RDWR, 0o600)
		if err == nil && lock(alive) && stands(alive) {
			return name, func() error { return errors.Join(os.RemoveAll(name), alive.Close()) }, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", nil, errors.Join(err, os.RemoveAll(name))
		}
		if alive != nil { // a sweep of another process came in between: it removes the folder
			alive.Close()
		}
	}
}

// sweep removes the folders whose process has ended. What cannot be removed stays: it may be somebody else's.
func sweep(dir, prefix string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		alive, err := os.OpenFile(filepath.Join(name, aliveFile), os.O_RDWR, 0)
		if err != nil {
			continue // of somebody else, or not yet locked
		}
		if lock(alive) {
			os.RemoveAll(name)
		}
		alive.Close()
	}
}

// stands reports whether an open file still has its name.
func stands(f *os.File) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(f.Name())
	return err == nil && os.SameFile(open, named)
}
