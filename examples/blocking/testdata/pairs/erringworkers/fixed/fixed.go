// Package fixed copies files side by side and returns the first error. There is room for what all workers say.
package fixed

import (
	"errors"
	"fmt"
)

// ErrFull says that there is no room for a file.
var ErrFull = errors.New("the disk is full")

// A File has a size.
type File struct {
	Name string
	Size int
}

type outcome struct {
	file string
	err  error
}

// A Disk has room for files.
type Disk struct{ room int }

func (d *Disk) write(f File) error {
	if f.Size > d.room {
		return fmt.Errorf("%d bytes: %w", f.Size, ErrFull)
	}
	return nil
}

// Copy writes all files. It returns at the first error.
func (d *Disk) Copy(files []File) error {
	outcomes := make(chan outcome, len(files))
	for _, f := range files {
		go func() {
			if err := d.write(f); err != nil {
				outcomes <- outcome{f.Name, err}
				return
			}
			outcomes <- outcome{file: f.Name}
		}()
	}
	for range files {
		if o := <-outcomes; o.err != nil {
			return fmt.Errorf("%s: %w", o.file, o.err)
		}
	}
	return nil
}
