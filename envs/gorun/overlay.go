package gorun

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/internal/patch"
	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
)

// writeOverlay writes files, by name, and the run time's half of the probes, for the go command to build with.
func (b *Build) writeOverlay(files map[string][]byte) error {
	for name, text := range b.cfg.Overlay {
		if files[name] == nil {
			files[name] = text
		}
	}
	dir, err := os.MkdirTemp(b.dir, "src")
	if err != nil {
		return err
	}
	// The identity would make each program have a run time of its own to compile.
	replace, err := probe.Overlay(b.goroot, dir, 1, probe.Options{
		Order: b.cfg.Order, Awaits: b.cfg.Meetings, Perturb: b.cfg.Perturb, Calls: b.plans.Burst(),
	})
	if err != nil {
		return err
	}
	if b.cfg.Order {
		if err := b.renameAtomics(files); err != nil {
			return err
		}
	}
	maps.DeleteFunc(files, func(name string, text []byte) bool {
		old, err := os.ReadFile(name)
		return err == nil && bytes.Equal(old, text)
	})
	b.replace = replace
	b.overlay, err = patch.WriteOverlay(dir, files, replace)
	return err
}

// renameAtomics makes the calls of functions of sync/atomic visible in the files of the program, in functions that keep
// their body, too. Files that the go command does not replace stay as they are. Methods of the types of sync/atomic are
// visible without that.
func (b *Build) renameAtomics(files map[string][]byte) error {
	embedded := b.embedded()
	for _, p := range b.prog.Packages {
		if p.Load == nil || slices.Contains(belowAtomics, p.Load.PkgPath) {
			continue
		}
		m := p.Load.Module
		if !p.Root && (m == nil || !m.Main) {
			continue
		}
		for _, name := range p.Load.GoFiles {
			if embedded[name] {
				continue
			}
			text, ok := files[name]
			if !ok {
				if b.cached(name) {
					continue
				}
				var err error
				if text, err = os.ReadFile(name); err != nil {
					continue // the go command made it
				}
			}
			renamed, err := probe.RenameAtomics(name, text)
			if err != nil {
				return err
			}
			if ok || !bytes.Equal(text, renamed) {
				files[name] = renamed
			}
		}
	}
	return nil
}

// cached reports whether a file is in the module cache, where the go command replaces none.
func (b *Build) cached(file string) bool {
	return b.modcache != "" && strings.HasPrefix(file, b.modcache+string(filepath.Separator))
}

// belowAtomics are packages that the visible functions import, or that report what they order by other means.
var belowAtomics = []string{"sync", "sync/atomic", "internal/sync", "internal/race", "runtime", "unsafe"}
