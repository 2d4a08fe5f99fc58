package confirm_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/confirm"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

const shop = "testdata/shop"

// marked are findings that comments in the file name: each has its name as checker.
func marked(t *testing.T) (found []envs.Finding) {
	text, err := os.ReadFile(shop + "/shop.go")
	require.NoError(t, err)
	var fn string
	first := map[string]envs.Position{}
	for i, line := range strings.Split(string(text), "\n") {
		if m := regexp.MustCompile(`^func \(s \*shop\) (\w+)`).FindStringSubmatch(line); m != nil {
			fn = "(*example.org/shop.shop)." + m[1]
		}
		m := regexp.MustCompile(`// (\w+): (first|shows)$`).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		at := envs.Position{File: "shop.go", Line: i + 1}
		if m[2] == "first" {
			first[m[1]] = at
			continue
		}
		f := envs.Finding{Checker: m[1], Kind: "kind", Func: fn, Pos: at, Cause: at}
		if at, ok := first[m[1]]; ok {
			f.Story = []envs.Note{{Pos: at}}
		}
		found = append(found, f)
	}
	require.Len(t, found, 9)
	return found
}

func witness(checker string) envs.Witness {
	return map[string]envs.Witness{
		"between": envs.Between, "safe": envs.Between, "alone": envs.Between, "unreached": envs.Between,
		"other":  envs.Between,
		"popped": envs.Between,
		"racing": envs.Racing, "stuck": envs.Stuck, "ending": envs.Ending,
	}[checker]
}

// Each finding that happens under some schedule of a test is shown, and no other. What shows it is made again by its
// schedule, without probes.
func TestConfirm(t *testing.T) {
	gogentest.Controlled(t)
	ctx := context.Background()
	cfg := confirm.Config{
		Load: gosrc.Config{Dir: shop, Patterns: []string{"."}}, Witness: witness, Executions: 60, Time: time.Minute,
	}
	plain, err := control.Prepare(ctx, control.Config{Dir: shop})
	require.NoError(t, err)
	defer func() { require.NoError(t, plain.Close()) }()

	shown, why := map[string]string{}, map[string]string{}
	attempts, err := confirm.Confirm(ctx, cfg, marked(t))
	require.NoError(t, err)
	for _, a := range attempts {
		name := a.Finding.Checker
		if a.Shown == nil {
			why[name] = fmt.Sprint(a.Why, a.Covered)
			continue
		}
		shown[name] = a.Shown.End
		require.NotEmpty(t, a.Shown.Story)
		switch name {
		case "alone":
			const tally = "(*example.org/shop.shop).tally"
			require.Equal(t, &confirm.Second{Calls: tally, Func: tally, Call: 1}, a.Shown.Second)
			require.Empty(t, a.Shown.Source)
			continue
		case "other":
			require.NotNil(t, a.Shown.Second)
			require.NotEqual(t, a.Shown.Second.Func, a.Shown.Second.Calls)
			continue
		case "unreached":
			require.Nil(t, a.Shown.Second)
			require.Contains(t, string(a.Shown.Source), "refund()")
			continue
		}
		require.Nil(t, a.Shown.Second)
		opts := control.Options{Schedule: a.Shown.Schedule, Rand: a.Shown.Rand, Memory: true, Executions: 1}
		again, err := plain.Execute(ctx, a.Shown.Test, opts)
		require.NoError(t, err)
		x := again.Shown[0]
		require.Equal(t, []string{a.Shown.End, a.Shown.Schedule, ""}, []string{x.End, x.Schedule, x.Diverged})
	}
	require.Equal(t, map[string]string{
		"between": control.Pass, "racing": control.Pass, "stuck": control.Deadlock, "ending": control.Panic,
		"alone": control.Pass, "unreached": control.Fail, "other": control.Pass, "popped": control.Panic,
	}, shown)
	require.Equal(t, map[string]string{"safe": "[every schedule of TestServe]"}, why)
}
