// Package starts starts a goroutine when it is initialised.
package starts

import "testing"

func init() {
	go func() { select {} }()
}

func TestSet(t *testing.T) {}
