package control

import (
	"encoding/json"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScratch(t *testing.T) {
	dir := "/tmp/ov"
	os.RemoveAll(dir)
	os.MkdirAll(dir, 0o777)
	m, err := Overlay(runtime.GOROOT(), dir)
	require.NoError(t, err)
	b, _ := json.Marshal(map[string]any{"Replace": m})
	os.WriteFile("/tmp/ov/overlay.json", b, 0o666)
}
