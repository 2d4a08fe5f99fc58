package blockwise

// Unordered is what the message of a report ends with that is not known to be about one order.
const Unordered = unordered
