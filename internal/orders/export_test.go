package orders

import (
	"maps"
	"slices"
)

// Statuses are all that an order can have, as the declared table has them.
func Statuses() []Status {
	all := slices.Collect(maps.Keys(transitions))
	for _, next := range transitions {
		all = slices.AppendSeq(all, maps.Keys(next))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Leads reports whether an order of one status may become another.
func Leads(from, to Status) bool { return len(transitions[from][to]) > 0 }
