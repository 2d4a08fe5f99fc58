package typestate

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

//go:embed properties/*.txt
var shipped embed.FS

// Shipped are the properties that come with the package, by name.
func Shipped() []*Property {
	entries, err := shipped.ReadDir("properties")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	var all []*Property
	for _, e := range entries {
		text, err := shipped.ReadFile("properties/" + e.Name())
		if err != nil {
			panic(err)
		}
		p, err := Parse(e.Name(), string(text))
		if err != nil {
			panic(err) // a test reads them all
		}
		all = append(all, p)
	}
	return all
}

// Analyzer makes the analyzer "typestate". Its flag property names files with
// properties; they take the place of those that are shipped.
func Analyzer() *dataflow.Analyzer {
	var files fileList
	properties := Shipped()
	a := dataflow.NewAnalyzer("typestate",
		"finds objects that are not used in the order in which they should be: "+names(properties),
		func(r *dataflow.Requires) dataflow.Analysis[State] { return New(properties...)(r) })
	a.Everywhere = true
	a.OnDemand = true
	a.Assumes = []string{
		"objects that others can reach, since they are stored, captured or passed to a function, are used as they " +
			"should be there",
		"a lock that a function gives back was held, unless it was given back before: in the same function, by the same name",
	}
	a.Flags.Var(&files, "property",
		"check the property in `file`, in place of those that are shipped; may be given several times")
	a.Setup = func(path func(string) string) error {
		if len(files) == 0 {
			return nil
		}
		properties = nil
		var problems []error
		seen := map[string]string{}
		for _, file := range files {
			text, err := os.ReadFile(path(file))
			if err != nil {
				problems = append(problems, fmt.Errorf("a property cannot be read: %w", err))
				continue
			}
			p, err := Parse(file, string(text))
			if err != nil {
				problems = append(problems, err)
				continue
			}
			if other, twice := seen[p.Name()]; twice {
				problems = append(problems, &envs.InputError{
					Pos:     envs.Position{File: file, Line: 1, Col: 1},
					Message: fmt.Sprintf("property %q is in %s already", p.Name(), other),
				})
			}
			seen[p.Name()] = file
			properties = append(properties, p)
		}
		return errors.Join(problems...)
	}
	return a
}

// fileList is the value of a flag that may be given several times.
type fileList []string

func (l *fileList) String() string { return strings.Join(*l, ",") }

func (l *fileList) Set(file string) error {
	if file == "" {
		return errors.New("want the name of a file")
	}
	*l = append(*l, file)
	return nil
}

func names(properties []*Property) string {
	var all []string
	for _, p := range properties {
		all = append(all, p.Name())
	}
	return strings.Join(all, ", ")
}
