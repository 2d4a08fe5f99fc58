class Node { next, owner }
class Owner { name }
var shared

// A list of three is built; nobody else knows it.
func build() {
	me = new Owner
	list = nil
	i = 0
	while i < 3 {
		node = new Node
		node.next = list
		node.owner = me
		list = node
		i = i + 1
	}
	first = list.next
	them = node.owner
}

// One of two nodes is given away, with what it leads to.
func give() {
	kept = new Node
	given = new Node
	given.next = new Node
	shared = given
	given.owner = nil
	x = kept.next
	y = given.next
}

func main() {
	build()
	give()
}
