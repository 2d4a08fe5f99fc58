package driver

import (
	"regexp"
)

// folders matches one of two things. One is the place of a line in a file, up to the line's number. The other is the
// folders of a package's path, if the package's name, a dot and the name of something in it follow.
var folders = regexp.MustCompile(`[^\s()\[\]{}*,:"]+:\d|(?:[\pL\d_.~-]+/)+[\pL\d_.~-]+\.[\pL_(]`)

// short has names of packages for import paths in the names that a text has, as envs.PackageNames.Short has for one
// name. Places keep their folders.
func (in *invocation) short(text string) string {
	return folders.ReplaceAllStringFunc(text, func(name string) string {
		if last := name[len(name)-1]; last >= '0' && last <= '9' {
			return name
		}
		return in.names.Short(name)
	})
}
