package limit

import (
	"cmp"
	"sync"
)

// FurtherShare is how many times as much each further owner may have open as the
// first: an address's network after the address itself.
const FurtherShare = 4

// CrowdPerAddress is how many people count behind one address: a household, not a
// crowd that was made up.
const CrowdPerAddress = 4

// Owners are an address and, of IPv6, its network, which counts FurtherShare times as
// much; what is no address owns for itself.
func Owners(address string) []string {
	if share := Share6(address); share != "" {
		return []string{Address(address), share}
	}
	return []string{cmp.Or(Address(address), address)}
}

// Open counts what is open at once, such as connections, by whom it belongs to. A
// count that reaches zero is forgotten, so there are never more of them than what
// is open. The zero value is ready; it is safe for concurrent use.
type Open struct {
	mu    sync.Mutex
	total int // of everybody
	open  map[string]int
}

// Entry says whether one more may be opened.
type Entry int

// The answers of Enter.
const (
	Entered Entry = iota
	Owned         // one of its owners has too many
	Full          // all together are too many
)

// Enter counts one more for all of its owners, or for none when one of them has too
// many. Of the first owner most may be open, of all owners together all; 0: no bound.
func (o *Open) Enter(owners []string, most, all int) Entry {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, name := range owners {
		if most > 0 && o.open[name] >= most*(1+i*(FurtherShare-1)) {
			return Owned
		}
	}
	if all > 0 && o.total >= all {
		return Full
	}
	o.total++
	if o.open == nil {
		o.open = map[string]int{}
	}
	for _, name := range owners {
		o.open[name]++
	}
	return Entered
}

// Leave counts one less, that was entered for these owners.
func (o *Open) Leave(owners []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.total--
	for _, name := range owners {
		if o.open[name]--; o.open[name] <= 0 {
			delete(o.open, name)
		}
	}
}

// Len is how much is open now, of everybody.
func (o *Open) Len() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.total
}
