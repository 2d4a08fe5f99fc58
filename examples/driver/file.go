package driver

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// trace opens the file that was named.
func (in *invocation) trace(opts trace.Options) (*trace.Reader, error) {
	if in.args[0] == "-" {
		return trace.NewReader(in.stdin, "-", opts)
	}
	return trace.Open(in.path(in.args[0]), opts)
}

// write calls f to write the file that -o names. The file appears when it is complete;
// nothing is left half written.
func (in *invocation) write(f func(io.Writer) error) (err error) {
	if in.opts.output == "-" {
		buf := bufio.NewWriterSize(in.stdout, 1<<16)
		return errors.Join(f(buf), buf.Flush())
	}
	cannot := func(err error) error {
		return fmt.Errorf("%s cannot be written: %s", in.opts.output, cause(err))
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

// damaged tells of what is wrong with a trace, at its place in the file that was named.
func (in *invocation) damaged() func(error) error {
	name := filepath.ToSlash(in.args[0])
	return func(err error) error {
		var e *trace.Error
		switch {
		case !errors.As(err, &e):
			return &placedError{Problem{Pos: envs.Position{File: name}, Message: cause(err)}}
		case e.Line > 0:
			return &placedError{Problem{Pos: envs.Position{File: name, Line: int(e.Line), Col: 1}, Message: e.Msg}}
		}
		return &placedError{Problem{Pos: envs.Position{File: name}, Message: strings.TrimPrefix(e.Error(), e.File+": ")}}
	}
}
