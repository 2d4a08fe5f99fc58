package driver

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed38182bad/parallax/examples/session"
)

// trace opens the trace that was named.
func (in *invocation) trace() (*session.Trace, error) {
	var from io.Reader
	if in.args[0] == "-" {
		from = in.stdin
	}
	return in.session.OpenTrace(in.args[0], from, in.opts.lenient)
}

// write calls f to write the file that -o names. The file appears when it is complete;
// nothing is left half written.
func (in *invocation) write(f func(io.Writer) error) (err error) {
	if in.opts.output == "-" {
		buf := bufio.NewWriterSize(in.stdout, 1<<16)
		return errors.Join(f(buf), buf.Flush())
	}
	cannot := func(err error) error {
		return fmt.Errorf("%s cannot be written: %s", in.opts.output, session.Cause(err))
	}
	file := in.path(in.opts.output)
	tmp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.tmp")
	if err != nil {
		return cannot(err)
	}
	defer func() {
		tmp.Close()
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	buf := bufio.NewWriterSize(tmp, 1<<16)
	if err := f(buf); err != nil {
		return err
	}
	if err := errors.Join(buf.Flush(), tmp.Chmod(0o644), tmp.Close()); err != nil {
		return cannot(err)
	}
	if err := os.Rename(tmp.Name(), file); err != nil {
		return cannot(err)
	}
	return nil
}
