// The programs of the gallery are a module of their own, as those of a user are.
module github.com/seed38182bad/parallax/examples/gallery

go 1.26.0

require github.com/seed38182bad/parallax v0.0.0

replace github.com/seed38182bad/parallax => ../..
