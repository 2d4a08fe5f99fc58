package driver

import (
	"regexp"
)

// folders matches the place of a line in a file, up to the line's number; or the folders of a package's path, before
// the package's own name and a dot and a name of what is in it.
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
