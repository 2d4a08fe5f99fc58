package envs

import "strings"

// PackageNames are names of packages by import path, as their package clauses have them. A package of which it is the
// last element of the path may be left out, and nil knows no others.
type PackageNames map[string]string

// Short has the names of packages in place of their import paths in the name of a function or a type, as
// reports for people do:
//
//	(*example.com/bank.Account).Add   (*bank.Account).Add
//	(*example.com/bank/v3.Account).Add   (*bank.Account).Add, if that is the name of package bank/v3
//	example.com/teller.init   main.init, if package teller is a command
//
// A path without a slash is left as it is if nothing is known of its package.
func (n PackageNames) Short(name string) string {
	if len(n) == 0 && !strings.Contains(name, "/") {
		return name
	}
	var b strings.Builder
	from := 0 // where the part begins that may have a path
	for i := range len(name) {
		switch name[i] {
		case ' ', '(', ')', '[', ']', '{', '}', '*', ',':
			b.WriteString(n.part(name[from:i]))
			b.WriteByte(name[i])
			from = i + 1
		}
	}
	b.WriteString(n.part(name[from:]))
	return b.String()
}

// part is Short of a path and what follows it.
func (n PackageNames) part(name string) string {
	last := strings.LastIndexByte(name, '/')
	for end := len(name); end > last; end = strings.LastIndexByte(name[:end], '.') {
		if clause, ok := n[name[:end]]; ok {
			return clause + name[end:]
		}
	}
	return name[last+1:]
}
