// Package user imports a package that does not type-check.
package user

import _ "github.com/seed38182bad/parallax/examples/driver/testdata/broken"
