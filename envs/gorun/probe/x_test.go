package probe
import ("testing";"runtime";"encoding/json";"os")
func TestX(t *testing.T) {
	os.MkdirAll("/tmp/ring/ov",0o777)
	m, err := Overlay(runtime.GOROOT(), "/tmp/ring/ov", 42)
	if err != nil { t.Fatal(err) }
	b, _ := json.Marshal(map[string]any{"Replace": m})
	os.WriteFile("/tmp/ring/overlay.json", b, 0o666)
}
