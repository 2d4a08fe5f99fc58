package driver

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
)

// help prints how the command, or one verb, is used.
func help(name string, args []string, stdout, stderr io.Writer, analyzers []*dataflow.Analyzer) int {
	all := verbs(analyzers)
	if len(args) == 0 {
		io.WriteString(stdout, overview(name, all, analyzers))
		return 0
	}
	at := slices.IndexFunc(all, func(v verb) bool { return v.name == args[0] })
	if at < 0 {
		fmt.Fprintf(stderr, "%s: there is no verb %q\n", name, args[0])
		return 2
	}
	v := &all[at]
	fs, _ := v.flagSet(analyzers)
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s\n\n%s.\n%s\n\nFlags:\n", name, v.name, v.args, sentence(v.short), v.doc)
	fs.VisitAll(func(f *flag.Flag) { flagLine(&b, f) })
	io.WriteString(stdout, b.String())
	return 0
}

func overview(name string, all []verb, analyzers []*dataflow.Analyzer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s looks at a program from two sides with the same checkers: at all its paths at\n"+
		"once, and at its runs.", name)
	if args := example(); args != nil {
		fmt.Fprintf(&b, " Without arguments it does %q.", strings.Join(args, " "))
	}
	b.WriteString("\n\n")
	for _, v := range all {
		fmt.Fprintf(&b, "  %s %-8s %s\n", name, v.name, v.short)
	}
	fmt.Fprintf(&b, "  %s %-8s %s\n", name, "help", "tell how a verb is used: help check")
	b.WriteString("\nPatterns name Go packages, as for the go command, or .plx files of the textual IR.\n\nCheckers:\n\n")
	for _, a := range analyzers {
		first, _, _ := strings.Cut(a.Doc, "\n")
		more := ""
		switch a.Only {
		case dataflow.OnRuns:
			more += "; on single runs only"
		case dataflow.OverPaths:
			more += "; over all paths only"
		}
		if a.Informs {
			more += "; informs only"
		}
		if a.OnDemand {
			more += " (-checker " + a.Name + ")"
		}
		fmt.Fprintf(&b, "  %s: %s%s\n", a.Name, first, more)
		a.Flags.VisitAll(func(f *flag.Flag) {
			x := *f
			x.Name = a.Name + "." + f.Name
			flagLine(&b, &x)
		})
	}
	b.WriteString("\nExit status: 0 nothing wrong found, 1 findings, 2 something could not be done.\n")
	return b.String()
}

func flagLine(b *strings.Builder, f *flag.Flag) {
	arg, usage := flag.UnquoteUsage(f)
	head := "-" + f.Name
	if arg != "" {
		head += " " + arg
	}
	def := ""
	if f.DefValue != "" && f.DefValue != "false" {
		def = " (default " + f.DefValue + ")"
	}
	fmt.Fprintf(b, "    %-28s  %s%s\n", head, usage, def)
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
