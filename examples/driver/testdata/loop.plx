func main() {
	i = 0
	while i < 10 {
		i = i + 1
	}
}
