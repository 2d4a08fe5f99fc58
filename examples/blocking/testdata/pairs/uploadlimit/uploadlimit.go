// Package uploadlimit uploads few files at a time. One that fails does not give its slot back.
package uploadlimit

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// ErrLarge says that a file is too large.
var ErrLarge = errors.New("too large")

type slot struct{}

// An Upload is a file to be uploaded.
type Upload struct {
	Name string
	Size int64
}

// An Uploader uploads few files at a time.
type Uploader struct {
	slots chan slot
	limit int64
	total atomic.Int64
}

// New makes an uploader for so many files at a time.
func New(atOnce int, limit int64) *Uploader {
	return &Uploader{slots: make(chan slot, atOnce), limit: limit}
}

func (u *Uploader) check(f Upload) error {
	if f.Size > u.limit {
		return fmt.Errorf("%s: %w", f.Name, ErrLarge)
	}
	return nil
}

// Upload waits for a slot and uploads the file.
func (u *Uploader) Upload(f Upload) error {
	u.slots <- slot{} // want blocked
	if err := u.check(f); err != nil {
		return err
	}
	u.total.Add(f.Size)
	<-u.slots
	return nil
}
