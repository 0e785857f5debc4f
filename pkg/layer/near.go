package layer

// Nearest is the entry of list nearest to name, for a hint; "" when none is
// near. Ties go to the first in order.
func Nearest(name string, list []string) string { return nearestOf(name, list) }
