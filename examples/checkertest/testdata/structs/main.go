package main

import "runtime"

func use(...any) {}

// quiet waits until all goroutines but this one have ended, which orders nothing.
func quiet() {
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
}

// Everything is done twice, so that a run shows both accesses after the other one.
func main() {
	runPlain()
	runParts()
	runElements()
	runLocked()
	runTogether()
	runLimits()
}
