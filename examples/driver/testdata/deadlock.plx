final a = new Object
final b = new Object

func other() {
	sync b {
		sync a {
			skip
		}
	}
}

func main() {
	t = spawn other()
	sync a {
		sync b {
			skip
		}
	}
	join t
}
