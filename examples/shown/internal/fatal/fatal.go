// Package fatal ends the programs that show defects when something else goes wrong in them.
package fatal

import "log"

// If ends the program with err, if that is an error.
func If(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
