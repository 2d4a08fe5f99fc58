func main() {
	throw 7
}
