package driver

import (
	"errors"
	"io"
	"path/filepath"

	"github.com/seed38182bad/parallax/examples/session"
)

// convert is the verb that writes a trace in the other format.
func (in *invocation) convert() error {
	switch {
	case in.opts.output == "":
		return errors.New("convert: say with -o FILE where the trace goes; " +
			"a text has a name like x.std, and - is the standard output")
	case len(in.args) != 1:
		return errors.New("convert: name one trace, or - for the standard input")
	}
	t, err := in.trace()
	if err != nil {
		return err
	}
	defer t.Close()
	text := in.opts.output == "-" || filepath.Ext(in.opts.output) == ".std"
	var r *session.Result
	var lost string
	err = in.write(func(w io.Writer) (err error) {
		r, lost, err = t.Convert(in.ctx, w, text)
		return err
	})
	in.problem(t.Err())
	if r != nil {
		in.out.Runs, in.out.Skipped = append(in.out.Runs, r.Runs...), r.Skipped
		in.out.Functions += r.Program.Code.NumFuncs()
	}
	if lost != "" {
		in.problem(errors.New(lost))
	}
	return err
}
