// Package main_test has a TestMain, which may set variables.
package main_test

import (
	"os"
	"testing"
)

var set, calls int

func TestMain(m *testing.M) {
	set = 1
	os.Exit(m.Run())
}

func TestSet(t *testing.T) {
	if set != 1 {
		t.Error("TestMain was not called")
	}
}

// TestCalls is not the same again in one process.
func TestCalls(t *testing.T) {
	if calls++; calls > 1 {
		t.Error("another execution was here")
	}
}

// TestOnce fails in the first execution of a process.
func TestOnce(t *testing.T) {
	if once++; once == 1 {
		t.Error("the first one")
	}
}

var once int
