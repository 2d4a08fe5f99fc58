module github.com/seed38182bad/parallax

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1
	github.com/benbjohnson/immutable v0.4.3
	github.com/klauspost/compress v1.20.3
	github.com/stretchr/testify v1.12.1
	golang.org/x/term v0.48.0
	golang.org/x/tools v0.52.0
	pgregory.net/rapid v1.3.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/exp v0.0.0-20220518171630-0b5c67f07fdf // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)
