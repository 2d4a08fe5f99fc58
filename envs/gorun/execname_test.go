package gorun

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExecName(t *testing.T) {
	for pkg, want := range map[string]string{
		"sort":                            "sort",
		"github.com/spf13/cobra":          "cobra",
		"github.com/alecthomas/chroma/v2": "chroma",
		"example.org/api/v1":              "v1",
		"gopkg.in/yaml.v3":                "yaml.v3",
		"v2":                              "v2",
	} {
		require.Equal(t, want, execName(pkg, false), pkg)
		require.Equal(t, want+".test", execName(pkg, true), pkg)
	}
}
