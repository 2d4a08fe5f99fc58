// Package schedules has a test of each program of the gallery, and the same test of its correct twin. Two or three
// goroutines call what the program exports. The test says what has to hold, under whatever schedule. It stages nothing,
// so that it mostly passes where the Go run time schedules it, as a defect shows under some schedules only:
//
//	parallax explore -by source -C examples/gallery ./testdata/schedules -- -run TestLostUpdate
//
// The tests are small enough for all schedules to be covered, which a test of package control does. The folder is in
// testdata since "./..." is to mean the programs, and not what these tests make of them.
package schedules

import "sync"

// together has goroutines do something, and waits for them.
func together(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(f)
	}
	wg.Wait()
}
