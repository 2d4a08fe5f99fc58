package control

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/seed38182bad/parallax/envs/gorun/control/internal/kind"
)

// A watched process has a Watcher, or none. What is announced is ended on each way out, or the Watcher would wait for
// more.
type watched struct {
	by     Watcher
	w      *os.File   // what lets the process go on is written to it
	r      *os.File   // the process has it
	made   *Execution // what the process has told of since something was announced
	again  bool       // what is announced repeats another execution
	agains int        // how many executions do so from now on
	open   bool       // something is announced, and not ended
}

// watched has a process watched that is about to be started.
func (e *exploration) watched(cmd *exec.Cmd) (*watched, error) {
	p := &watched{by: e.opts.Watcher}
	if p.by == nil {
		return p, nil
	}
	env, err := p.by.Starts()
	if err != nil {
		return nil, err
	}
	if p.r, p.w, err = os.Pipe(); err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	cmd.Env = append(cmd.Env, env...)
	cmd.ExtraFiles = append(cmd.ExtraFiles, p.r)
	p.begins(e.again)
	return p, nil
}

func (p *watched) begins(again bool) {
	p.again, p.open = again, true
	p.by.Begins(again)
}

func (p *watched) ends() {
	if !p.open {
		return
	}
	p.open = false
	made := p.made
	if p.again {
		made = nil
	}
	p.made = nil
	p.by.Ends(made)
}

// over is called when an execution is over and the process waits.
func (p *watched) over(x *line) {
	if p.by == nil {
		return
	}
	if !p.again {
		p.agains = x.Agains
	} else {
		p.agains--
	}
	p.ends()
	p.begins(p.agains > 0)
	p.w.Write([]byte{1}) // a process that is no more reads nothing
}

// exited is called when the process is no more.
func (p *watched) exited() {
	if p.by != nil {
		p.ends()
	}
}

func (p *watched) close() {
	if p.by != nil {
		p.r.Close()
		p.w.Close()
	}
}

// tells reports whether an execution that was watched is one of Test.Shown though Options.All does not ask for it.
func (e *exploration) tells(x *Execution) bool {
	return x.End != kind.Redundant && (len(e.sum.Shown) == 0 || fails(x.End) || len(x.Races) > 0 ||
		x.leaks() || x.End == Limit)
}
