package session

// Sides say from where a program is looked at.
type Sides uint8

// The sides.
const (
	Paths Sides = 1 << iota // all paths
	Runs                    // some runs
)

// An Assumption is a sentence that results rest on.
type Assumption struct {
	Text string
	// By says how more is known of it, or how less is assumed; empty if there is no way.
	By By
}

// By names what tells more of an assumption.
type By string

// What may.
const (
	ByDeps     By = "Source.Deps"
	ByElements By = "RunConfig.Elements"
	ByCalls    By = "RunConfig.Calls"
	ByKept     By = "Result.Kept"
)

// What is assumed about all programs.
const (
	assumedOfPaths = "Locks that a function reaches by the same path are one lock, and by different paths different locks."
	assumedOfRuns  = "A run shows what it executed under its schedule: what it does not report it does not exclude."
)

// published is assumed where it matters which memory is accessed.
const published = "Objects are published safely: what a goroutine did with an object before others could reach it " +
	"happens before what they do with it."

// Assumptions are what results about the program rest on: over all paths, of runs as cfg says, or both.
func (p *Program) Assumptions(s Sides, cfg RunConfig) []Assumption {
	p.prepare(&cfg)
	var list []Assumption
	switch {
	case p.Assumes != nil:
		list = p.Assumes(s)
	default:
		if s&Paths != 0 {
			list = append(list, Assumption{Text: assumedOfPaths})
		}
		if s&Runs != 0 {
			list = append(list, Assumption{Text: assumedOfRuns})
		}
	}
	if s&Paths != 0 && cfg.needs.pathsMemory {
		list = append(list, Assumption{Text: published})
	}
	if p.probed != nil {
		list = append(list, p.probed(s, &cfg)...)
	}
	for _, a := range p.session.Checkers {
		for _, text := range a.Assumes {
			list = append(list, Assumption{Text: a.Name + ": " + text})
		}
	}
	return list
}
