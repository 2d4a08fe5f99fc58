package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/seed38182bad/parallax/envs/ir"
)

//go:embed testdata/*.plx
var shipped embed.FS

func main() {
	if err := show(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "values:", err)
		os.Exit(2)
	}
}

// show prints the tables of the files, or of those that are shipped if there are none.
func show(ctx context.Context, w io.Writer, files []string) error {
	read := os.ReadFile
	if len(files) == 0 {
		read = shipped.ReadFile
		var err error
		if files, err = fs.Glob(shipped, "testdata/*.plx"); err != nil {
			return err
		}
	}
	for i, name := range files {
		text, err := read(name)
		if err != nil {
			return err
		}
		p, err := ir.Parse(name, string(text))
		if err != nil {
			return err
		}
		t, err := tableOf(ctx, p)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.write(w); err != nil {
			return err
		}
	}
	return nil
}
