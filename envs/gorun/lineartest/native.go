package lineartest

import (
	"fmt"
	"testing"

	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// timesNative is how often a program is executed natively.
const timesNative = 10

// native executes programs under the scheduler of Go. It finds what that happens to show. A deadlock or a panic ends
// the test.
func (o Options) native(t *testing.T, f func(*T), why error) (*failure, string, error) {
	for n := range max(o.Executions/timesNative, 1) {
		p, err := o.draw(t, f, uint64(n)+1)
		if err != nil {
			return nil, "", err
		}
		found, err := p.natively(t, f)
		if err != nil {
			return nil, "", err
		}
		if found == nil {
			continue
		}
		p = shrink(p, values{t, f}, func(q program) bool {
			again, e := q.natively(t, f)
			if e != nil || again == nil {
				return false
			}
			found = again
			return true
		})
		return &failure{
			kind: control.Fail, test: t.Name(), program: p, events: found.events(), preemptions: -1,
			said:      fmt.Sprintf("natively, as %v", why),
			execution: control.Execution{End: control.Fail, Text: notLinearizable},
		}, "", nil
	}
	said := fmt.Sprintf("%d programs, each executed natively %d times: %v", max(o.Executions/timesNative, 1),
		timesNative, why)
	return nil, said, nil
}

// natively executes a program some times, and gives a history that is not linearizable.
func (p program) natively(t *testing.T, f func(*T)) (*history, error) {
	for range timesNative {
		h, err := p.perform(t, f, nil)
		if err != nil {
			return nil, err
		}
		if _, ok := h.linearize(t, f, p.draws); !ok {
			return h, nil
		}
	}
	return nil, nil
}
