package driver

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed38182bad/parallax/examples/session"
)

// replay is the verb that checks runs in a file: against the program that was recorded,
// or against what the file tells of it.
func (in *invocation) replay() error {
	if len(in.args) != 1 {
		return errors.New("replay: name one file, or - for the standard input")
	}
	t, err := in.trace()
	if err != nil {
		return err
	}
	defer t.Close()
	r, err := in.session.Replay(in.ctx, t, session.ReplayConfig{
		Alone: in.opts.alone, Offline: in.opts.offline, Strict: in.opts.checkers != allCheckers, Known: in.command.Checkers,
	})
	if errors.Is(err, session.ErrFolder) {
		err = in.inFolder(err)
	}
	in.problem(err)
	in.problem(t.Err())
	if r.Program != nil {
		in.opened(r.Program)
	}
	if r.Checkers == nil {
		return nil
	}
	in.idle(filepath.ToSlash(in.args[0]), r)
	in.analyzers = r.Checkers
	in.out.ranBy(r.Checkers)
	in.assume(r.Program, session.Runs, session.RunConfig{Elements: -1, Calls: -1})
	in.out.Skipped = r.Skipped
	in.out.Functions += r.Program.Code.NumFuncs()
	in.ran(r)
	in.addFindings(r.Findings)
	in.mark(aPart)
	return nil
}

// idle tells of the checkers that did not look at a program.
func (in *invocation) idle(name string, r *session.Result) {
	for _, x := range r.Idle {
		in.progress.clear()
		fmt.Fprintf(in.stderr, "%s: without %s: %s\n", name, strings.Join(x.Checkers, ", "), x.Why)
	}
}

// inFolder says which flag names the folder that err is about.
func (in *invocation) inFolder(err error) error {
	var errs []error
	for _, e := range session.Unjoin(err) {
		if errors.Is(e, session.ErrFolder) {
			e = fmt.Errorf("-C: %w", e)
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}
