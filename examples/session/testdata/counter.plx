var hits

root func hit() {
	hits = hits + 1
}

func main() {
	t = spawn hit()
	hits = 2
	join t
}
