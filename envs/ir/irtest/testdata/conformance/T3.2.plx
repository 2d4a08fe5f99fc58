// The synchronization inconsistency between a task and the daemon: an error in
// the Remote Agent, a space craft controller.
// Artho, Combining Static and Dynamic Analysis, figure 3.2.
//
// The task sets value and achieved in two blocks, the daemon reads both in one.
// No value leaves its block. entry is the lock table's entry N, table the lock
// table.

class Entry { value, achieved }

final table = new Object
final entry = new Entry
var warnings = 0

atomic func task(v) {
	sync table {
		entry.value = v
	}
	skip // achieve property
	sync table {
		entry.achieved = true
	}
}

atomic func daemon() {
	state = nondet // system_state[N], as the sensors have it
	sync table {
		if entry.achieved && state != entry.value {
			issueWarning()
		}
	}
}

func issueWarning() {
	warnings = 1
}

func main() {
	t = spawn task(1)
	u = spawn daemon()
	join t
	join u
	daemon()
}
