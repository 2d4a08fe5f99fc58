package lineartest

import (
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// envAgain is what a failure says to see it again: the program, the random number, the schedule and the test.
const envAgain = "PARALLAX_LINEAR"

// again makes an execution again.
func (s *finder) again(text string) (*failure, string, error) {
	words := strings.SplitN(text, "|", 4)
	if len(words) != 4 {
		return nil, "", fmt.Errorf("lineartest: %s has %d parts: want PROGRAM|RANDOM|SCHEDULE|TEST", envAgain, len(words))
	}
	if words[3] != s.t.Name() {
		return nil, fmt.Sprintf("not executed: %s is about %s", envAgain, words[3]), nil
	}
	found := &failure{test: s.t.Name(), preemptions: -1, said: "seen again"}
	x := control.Execution{Schedule: words[2]}
	var err error
	if found.program, err = parse(words[0]); err != nil {
		return nil, "", err
	}
	if _, err := fmt.Sscan(words[1], &x.Rand); err != nil {
		return nil, "", fmt.Errorf("lineartest: %s has the random number %q: %w", envAgain, words[1], err)
	}
	if err := control.CheckSchedule(x.Schedule); err != nil {
		return nil, "", err
	}
	opts := control.Options{Schedule: x.Schedule, Rand: x.Rand, Memory: true, Executions: 1}
	_, seen, err := s.explore(&found.program, opts)
	if err != nil || seen == nil {
		return nil, "the execution does not fail any more", err
	}
	found.kind, found.execution = kindOf(seen), x
	return found, "", s.show(found)
}
