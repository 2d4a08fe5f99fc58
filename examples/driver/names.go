package driver

import (
	"regexp"
	"strings"
)

// folders matches the folders of a package's path, before the package's own name and a dot and a
// name of what is in it; and a file's place, with its folders, which is nothing else.
var folders = regexp.MustCompile(`(?:[\pL\d_.~-]+/)+([\pL\d_.~-]+\.(?:go:\d|plx:\d|[\pL_(]))`)

// shortNames leaves the folders of packages out of the names that a text has, as
// envs.ShortName does for one name. Places keep theirs.
func shortNames(text string) string {
	return folders.ReplaceAllStringFunc(text, func(name string) string {
		if last := name[len(name)-1]; last >= '0' && last <= '9' {
			return name
		}
		return name[strings.LastIndexByte(name, '/')+1:]
	})
}
