package regen

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const indirect = `a.go:package m

import "net/http"

func get(wait chan bool, url string) (n int, err error) {
	r, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	body := r.Body
	for range 3 {
		if <-wait {
			body = http.NoBody
		}
	}
	defer body.Close()
	m, err := body.Read(nil)
	return m, err
}
`

// TestIndirect writes a function with a variable whose type is of a package that its own does not import.
func TestIndirect(t *testing.T) {
	dir := module(t, indirect)
	prog, pkgs, err := Load(dir, false, ".")
	require.NoError(t, err)
	res, err := Regenerate(prog, pkgs, Options{})
	require.NoError(t, err)
	require.Empty(t, res.Kept)
	for _, text := range res.Files {
		require.Contains(t, string(text), `"io"`)
	}
}
