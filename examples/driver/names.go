package driver

import "regexp"

// folders matches the folders of a package's path, before the package's own name and a dot and a
// name of what is in it.
var folders = regexp.MustCompile(`(?:[\pL\d_.~-]+/)+([\pL\d_.~-]+\.[\pL_(])`)

// shortNames leaves the folders of packages out of the names that a text has, as
// envs.ShortName does for one name.
func shortNames(text string) string { return folders.ReplaceAllString(text, "$1") }
