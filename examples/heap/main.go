package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"os"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
)

//go:embed testdata/list.plx
var shipped embed.FS

func main() {
	if err := show(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "heap:", err)
		os.Exit(2)
	}
}

// show prints what is known of the functions in the files, or in the one that is shipped
// if there are none.
func show(ctx context.Context, w io.Writer, files []string) error {
	read := os.ReadFile
	if len(files) == 0 {
		read, files = shipped.ReadFile, []string{"testdata/list.plx"}
	}
	for _, name := range files {
		text, err := read(name)
		if err != nil {
			return err
		}
		p, err := ir.Parse(name, string(text))
		if err != nil {
			return err
		}
		r, err := dataflow.NewAnalyzer("heap", "", newChecker().analysis().Alone).Fixpoint(ctx, p, dataflow.Options{})
		if err != nil {
			return err
		}
		for _, f := range r.Findings {
			if _, err := fmt.Fprintf(w, "%s: %s: %s\n", f.Pos, f.Func, f.Message); err != nil {
				return err
			}
		}
	}
	return nil
}
