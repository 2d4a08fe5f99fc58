// Package dot has a TestMain that the compiler makes part of the main function, and a dot in its path.
package dot

import "testing"

var set int

func TestMain(m *testing.M) { set = 1; m.Run() }

func TestSet(t *testing.T) {
	if set != 1 {
		t.Error("TestMain was not called")
	}
}
