package driver

import "path/filepath"

// header is what a recording says of the program whose runs it has.
type header struct {
	Sort        sort     `json:"sort"`
	Name        string   `json:"name"`               // the patterns or the file, for people
	Text        string   `json:"text,omitempty"`     // of a .plx file
	Dir         string   `json:"dir,omitempty"`      // of Go packages: the folder in which patterns are resolved
	Patterns    []string `json:"patterns,omitempty"` // of Go packages
	Tags        string   `json:"tags,omitempty"`     // build tags
	Build       []string `json:"build,omitempty"`    // other build flags
	Tests       bool     `json:"tests,omitempty"`    // whether tests were loaded
	Deps        bool     `json:"deps,omitempty"`     // whether imports were followed
	Fingerprint string   `json:"fingerprint"`        // of the program
	Checkers    []string `json:"checkers,omitempty"` // of Go packages: which the events are enough for
}

// runInfo is what a recording adds to the end of a run.
type runInfo struct {
	Kept []Kept `json:"kept,omitempty"`
}

func (in *invocation) header(t *target, cfg runConfig) header {
	h := header{Sort: t.sort, Name: t.name, Text: t.text, Fingerprint: fingerprint(t.prog)}
	if t.sort == goSort {
		h.Dir, h.Patterns, h.Tags, h.Tests, h.Deps = in.opts.dir, in.args, in.opts.tags, cfg.Test, in.opts.deps
		h.Build = in.opts.build
		for _, a := range in.analyzers {
			h.Checkers = append(h.Checkers, a.Name)
		}
		if abs, err := filepath.Abs(in.opts.dir); err == nil {
			h.Dir = abs
		}
	}
	return h
}
