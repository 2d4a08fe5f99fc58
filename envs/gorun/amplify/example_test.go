package amplify_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/amplify"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

const purse = `package purse

import "sync"

type Purse struct {
	mu    sync.Mutex
	coins int
}

func (p *Purse) Coins() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.coins
}

func (p *Purse) Spend(n int) bool {
	if p.Coins() < n {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.coins -= n
	return true
}

func (p *Purse) Earn(int) { p.mu.Lock(); p.coins++; p.mu.Unlock() }
`

// Spend looks in one critical section and spends in the next one. Its tests are given a second thread.
func Example() {
	dir, err := os.MkdirTemp("", "purse")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "purse.go")
	overlay := map[string][]byte{filepath.Join(dir, "go.mod"): []byte("module purse\n\ngo 1.26\n"), file: []byte(purse)}
	ctx := context.Background()
	p, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Tests: true, KeepSyntax: true, Overlay: overlay})
	if err != nil {
		panic(err)
	}
	var spend envs.FuncID
	for _, id := range p.Roots() {
		if p.SSA(id).Name() == "Spend" {
			spend = id
		}
	}
	pairs := amplify.Pairs(p, spend)
	for i, pair := range pairs {
		fmt.Printf("%d. %s\n", i, pair.Why)
	}
	files, refused, err := amplify.Second(ctx, p, pairs, amplify.Config{Overlay: overlay})
	if err != nil {
		panic(err)
	}
	fmt.Println(len(refused), "refused")
	fmt.Printf("%s\n", bytes.Split(files[file], []byte("\n"))[15])
	fmt.Println(amplify.Env(0, 1, amplify.Beside))
	// Output:
	// 0. the same call at the same time: (*Purse).Spend writes purse.Purse.coins
	// 1. (*Purse).Earn writes purse.Purse.coins, which (*Purse).Spend accesses
	// 0 refused
	// func (p *Purse) Spend(n int) bool { if zzAmplify0 != nil { defer zzAmplify0(p, n)() };
	// PARALLAX_AMPLIFY=0@1,beside
}
