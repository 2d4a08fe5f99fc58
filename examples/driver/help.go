package driver

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// help prints how the command, or one verb, is used.
func (in *invocation) help(args []string) int {
	if len(args) == 0 {
		io.WriteString(in.stdout, in.command.overview(in.name))
		return 0
	}
	v := in.command.verb(args[0])
	if v == nil {
		fmt.Fprintf(in.stderr, "%s: there is no verb %q\n", in.name, args[0])
		return 2
	}
	fs, _ := v.flagSet(in.command.Checkers)
	var own, checkers strings.Builder
	fs.VisitAll(func(f *flag.Flag) {
		if strings.Contains(f.Name, ".") || strings.HasPrefix(f.Usage, shortFor) {
			flagLine(&checkers, f)
		} else {
			flagLine(&own, f)
		}
	})
	fmt.Fprintf(in.stdout, "%s %s %s\n\n%s.\n%s\n\nFlags:\n%s", in.name, v.name, v.args, sentence(v.short), v.doc, &own)
	if checkers.Len() > 0 {
		fmt.Fprintf(in.stdout, "\nFlags of checkers:\n%s", &checkers)
	}
	return 0
}

func (c *Command) overview(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s looks at a program from two sides with the same checkers: at all its paths at\n"+
		"once, and at its runs.", name)
	if args := c.example(); args != nil {
		fmt.Fprintf(&b, " Without arguments it does %q.", strings.Join(args, " "))
	}
	b.WriteString("\n\n")
	for _, v := range c.verbs() {
		fmt.Fprintf(&b, "  %s %-8s %s\n", name, v.name, v.short)
	}
	fmt.Fprintf(&b, "  %s %-8s %s\n", name, "help", "tell how a verb is used: help check")
	var patterns []string
	for _, e := range c.environments() {
		patterns = append(patterns, e.Doc)
	}
	fmt.Fprintf(&b, "\nPatterns name %s.\n\nCheckers:\n\n", strings.Join(patterns, ", or "))
	for _, a := range c.Checkers {
		first, _, _ := strings.Cut(a.Doc, "\n")
		more := ""
		if where := only[a.Only]; where != "" {
			more += "; " + where + " only"
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
