// Package stray imports what is not there.
package stray

import _ "example.com/nowhere"
