package driver

import (
	"errors"
	"fmt"
	"io"

	"github.com/seed38182bad/parallax/examples/session"
)

// record is the verb that keeps events for later.
func (in *invocation) record() error {
	if in.opts.output == "" {
		return errors.New("record: say with -o FILE where the events go")
	}
	cfg := in.runConfig()
	if err := in.wantRunnable(&cfg); err != nil {
		return err
	}
	programs := in.open(cfg.Tests, true)
	switch {
	case len(programs) == 0:
		return nil // what is missing has been noted
	case len(programs) > 1:
		return errors.New("record: a file holds the runs of one program: name one .plx file, or Go packages only")
	}
	p := programs[0]
	if _, err := p.Plan(in.ctx, cfg); err != nil {
		return in.instead(err, cfg)
	}
	return in.write(func(out io.Writer) error {
		r, err := p.Record(in.ctx, out, cfg)
		if r == nil {
			return fmt.Errorf("%s cannot be written: %s", in.opts.output, session.Cause(err))
		}
		in.out.Runs, in.out.Kept = append(in.out.Runs, r.Runs...), append(in.out.Kept, r.Kept...)
		in.problem(err)
		return nil
	})
}
