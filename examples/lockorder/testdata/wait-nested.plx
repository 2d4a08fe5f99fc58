// Who waits gives the lock back, though it was taken twice, and takes it again while the other one is held.
final a = new Object
final b = new Object
func waits() {
	sync a {
		sync b {
			sync a {
				wait a // want lock-cycle lock-wait // want end: deadlock
			}
		}
	}
}
func wakes() {
	sync a {
		sync b { // want paths: lock-cycle // want end: deadlock
			notify a // want paths: lock-wait
		}
	}
}
func main() {
	t = spawn waits()
	u = spawn wakes()
}
