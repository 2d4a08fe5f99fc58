package world

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// unanswered answers the facets that cost something over all paths, as if nothing was known.
type unanswered struct{}

func (unanswered) MustLocks() envs.LockSet                { return noLocks.Must().Empty() }
func (unanswered) Table() *lockset.Table[envs.Lock]       { return noLocks }
func (unanswered) MayShare() bool                         { return true }
func (unanswered) MayWrite() bool                         { return true }
func (unanswered) MustPrecede() bool                      { return false }
func (unanswered) MayReach() bool                         { return true }
func (unanswered) Variable() envs.Variable                { return 0 }
func (unanswered) MustBeVariable(a, b envs.Variable) bool { return false }
func (unanswered) VariableName(envs.Variable) string      { return "" }
func (unanswered) MayRace() []envs.Access                 { return nil }
func (unanswered) Excluded(envs.Access) string            { return "" }
func (unanswered) MayComeLater() ([]envs.Access, bool)    { return nil, false }
func (unanswered) Segment() envs.Segment                  { return envs.Segment{} }
func (unanswered) MayOverlap(a, b envs.Segment) bool      { return true }
func (unanswered) Meeting() envs.Lock                     { return 0 }
func (unanswered) MayStay() bool                          { return true }

var noLocks = newClassNames().table

var _ interface {
	envs.LockSets
	envs.Memory
	envs.Races
	envs.Sequence
	envs.Segments
	envs.Meetings
} = unanswered{}
