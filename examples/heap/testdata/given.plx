class C { f }
var shared

func main() {
	a = new C
	a.f = new C
	shared = a.f; b = shared
}
