package gorun

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
)

// wordFile goes into the probes' package: the identity of a lock that is known by an interface is the address in it.
const wordFile = `package zzparallax

import "unsafe"

// Word is the pointer that an interface holds.
func Word(x any) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&x))[1] }

// Locker is Word of a lock, and one more if it has the type of shared, that of the shared side of a lock.
func Locker(x, shared any) unsafe.Pointer {
	lock, side := (*[2]unsafe.Pointer)(unsafe.Pointer(&x)), (*[2]unsafe.Pointer)(unsafe.Pointer(&shared))
	switch odd := uintptr(lock[1])&1 == 1; {
	case lock[0] == side[0] && lock[1] != nil:
		return unsafe.Add(lock[1], 1)
	case odd:
		return unsafe.Add(lock[1], -1)
	}
	return lock[1]
}
`

// probeAPI is what generated code is checked against.
const probeAPI = `package zzparallax

import "unsafe"

type Writer struct{ pos, end uintptr }

func Enter(fn uint32) (w *Writer, d uint64)
func Block(pc uint32) uint64
func Word(x any) unsafe.Pointer
func Locker(x, shared any) unsafe.Pointer
func (w *Writer) Put(rec uint64)
func (w *Writer) Leave(d uint64)
func (w *Writer) Exit(d uint64)
func (w *Writer) Lock(d uint64, pc uint32, obj unsafe.Pointer)
func (w *Writer) Try(d uint64, pc uint32, obj unsafe.Pointer, taken bool)
func (w *Writer) Deferred(d uint64, site uint32, obj unsafe.Pointer, more int)
func (w *Writer) Wait(d uint64, pc uint32, obj unsafe.Pointer)
func (w *Writer) Unlock(d uint64, pc uint32, obj unsafe.Pointer)
func (w *Writer) Fork(d uint64, pc uint32)
func (w *Writer) Unfork(d uint64, pc uint32)
func (w *Writer) Object(d uint64, pc uint32, obj unsafe.Pointer)
func (w *Writer) Access(d uint64, pc, site uint32, obj unsafe.Pointer)
func (w *Writer) Fault(d uint64, pc uint32, check, x0, x1, x2, x3 uint64)
`

// probePackage is the package that generated code imports, by its types.
func probePackage() (*packages.Package, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "zzparallax.go", probeAPI, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	conf := types.Config{IgnoreFuncBodies: true, Importer: unsafeOnly{}}
	t, err := conf.Check(probe.ImportPath, fset, []*ast.File{f}, nil)
	if err != nil {
		return nil, err
	}
	return &packages.Package{ID: probe.ImportPath, PkgPath: probe.ImportPath, Types: t}, nil
}

type unsafeOnly struct{}

func (unsafeOnly) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return nil, fmt.Errorf("package %s is not needed", path)
}
