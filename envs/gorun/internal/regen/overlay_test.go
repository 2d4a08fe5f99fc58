package regen

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// WriteOverlay writes the regenerated files below dir, which must exist, and returns the name of the file to be given
// to the go command's -overlay flag.
func (r *Result) WriteOverlay(dir string) (string, error) {
	names := make([]string, 0, len(r.Files))
	for name := range r.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	replace := map[string]string{}
	for i, name := range names {
		to := filepath.Join(dir, fmt.Sprintf("%d_%s", i, filepath.Base(name)))
		if err := os.WriteFile(to, r.Files[name], 0o666); err != nil {
			return "", fmt.Errorf("overlay: %w", err)
		}
		replace[name] = to
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", fmt.Errorf("overlay: %w", err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return "", fmt.Errorf("overlay: %w", err)
	}
	return file, nil
}
