func main() {
	x = y.nothing
	nobody()
}
