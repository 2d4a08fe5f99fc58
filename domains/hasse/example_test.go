package hasse_test

import (
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/domains/hasse"
)

// Taint: how far the data that flow into a log line may be told.
func Example() {
	levels, err := hasse.Parse(`
		public < user, config    # user data and configuration are different matters
		user, config < secret
	`)
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _ := levels.Element("user")
	config, _ := levels.Element("config")
	line := levels.Join(user, config)
	fmt.Println(line)
	fmt.Println(levels.Leq(line, user))
	_, err = levels.Element("secert")
	fmt.Println(err)
	// Output:
	// secret
	// false
	// no element is called "secert": want one of public, user, config, secret
}

// A diagram that is no lattice: what both readers and writers may do is not
// settled.
func ExampleParse() {
	_, err := hasse.Parse(`
		none < read, write
		read, write < edit, sign
		edit, sign < own
	`)
	fmt.Println(strings.Replace(err.Error(), ": ", ":\n", 1))
	// Output:
	// "read" (line 2) and "write" (line 2) have no join:
	// of their upper bounds "edit" (line 3), "sign" (line 3) none lies below the others
}
