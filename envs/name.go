package envs

import "strings"

// ShortName leaves the folders of package paths out of the name of a function or a type, as
// reports for people do: (*example.com/bank.Account).Add is (*bank.Account).Add.
func ShortName(name string) string {
	if !strings.Contains(name, "/") {
		return name
	}
	var b strings.Builder
	part := 0 // where the part begins that may be a folder
	for i := range len(name) {
		switch name[i] {
		case '/':
			part = i + 1
		case ' ', '(', ')', '[', ']', '{', '}', '*', ',':
			b.WriteString(name[part : i+1])
			part = i + 1
		}
	}
	b.WriteString(name[part:])
	return b.String()
}
