// Package patch changes copies of the toolchain's own files, for "go build -overlay".
package patch

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A Patch changes a text in one of the toolchain's own files that occurs a given number of times. What replaces it is
// written as for regexp.Expand.
type Patch struct {
	File    string // below src
	Find    *regexp.Regexp
	Count   int
	Replace string
	Why     string
}

// like is a Patch under the name that a package gives it.
type like interface {
	~struct {
		File    string
		Find    *regexp.Regexp
		Count   int
		Replace string
		Why     string
	}
}

// Apply makes patches in files, which are texts by their names below src. What is not there yet is read from goroot. An
// error names the place where a toolchain does not look as expected.
func Apply[P like](goroot string, patches []P, files map[string]string) error {
	src := filepath.Join(goroot, "src")
	for _, like := range patches {
		p := Patch(like)
		text, ok := files[p.File]
		if !ok {
			b, err := os.ReadFile(filepath.Join(src, filepath.FromSlash(p.File)))
			if err != nil {
				return fmt.Errorf("cannot read the toolchain's run time: %w", err)
			}
			text = string(b)
		}
		if n := len(p.Find.FindAllStringIndex(text, -1)); n != p.Count {
			return fmt.Errorf("%s: found %d places like %q, want %d (%s); this version of Go is not supported",
				filepath.Join(src, p.File), n, p.Find, p.Count, p.Why)
		}
		files[p.File] = p.Find.ReplaceAllString(text, p.Replace)
	}
	return nil
}

// WriteOverlay writes texts of files, by their absolute names, into dir, and adds them to what Write has given. It
// gives the name of the file that "go build -overlay" takes.
func WriteOverlay(dir string, texts map[string][]byte, replace map[string]string) (name string, err error) {
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		to := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replace), filepath.Base(file)))
		replace[file] = to
		if err := os.WriteFile(to, texts[file], 0o666); err != nil {
			return "", err
		}
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
}

// Write writes files, by their names below src, into dir. It gives the files under goroot that these replace, for the
// Replace section of the file that "go build -overlay" takes.
func Write(goroot, dir string, files map[string]string) (map[string]string, error) {
	replace := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(to, []byte(files[name]), 0o666); err != nil {
			return nil, err
		}
		replace[filepath.Join(goroot, "src", filepath.FromSlash(name))] = to
	}
	return replace, nil
}
