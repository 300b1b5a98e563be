package geo

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// networkTable is a set of addresses: ranges that do not touch, in order.
type networkTable struct{ ranges []addressRange }

type addressRange struct{ first, last netip.Addr }

// The widest networks of a list. A wider one would be a mistake that hides performers from
// everybody.
const (
	widest4 = 8
	widest6 = 16
)

var errNoNetworks = errors.New("the file names no networks")

// parseNetworks reads a text with a network (192.0.2.0/24) or an address in each line; what
// follows # is a comment.
func parseNetworks(data []byte) (*networkTable, error) {
	var ranges []addressRange
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text, _, _ := strings.Cut(string(line), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		one, err := parseNetwork(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		ranges = append(ranges, one)
	}
	if len(ranges) == 0 {
		return nil, errNoNetworks
	}
	return &networkTable{merged(ranges)}, nil
}

func parseNetwork(text string) (addressRange, error) {
	if ip, err := netip.ParseAddr(text); err == nil {
		return addressRange{ip.Unmap(), ip.Unmap()}, nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return addressRange{}, fmt.Errorf("%.60q is no network", text)
	}
	widest := widest6
	if network.Addr().Is4() {
		widest = widest4
	}
	if network.Bits() < widest {
		return addressRange{}, fmt.Errorf("%s is wider than /%d", network, widest)
	}
	first := network.Masked().Addr()
	return addressRange{first, lastOf(first, network.Bits())}, nil
}

// lastOf is the last address of a network.
func lastOf(first netip.Addr, bits int) netip.Addr {
	raw := first.AsSlice()
	for i := bits; i < len(raw)*8; i++ {
		raw[i/8] |= 1 << (7 - i%8)
	}
	last, _ := netip.AddrFromSlice(raw)
	return last
}

// merged orders ranges and joins those that overlap.
func merged(ranges []addressRange) []addressRange {
	slices.SortFunc(ranges, func(a, b addressRange) int {
		return cmp.Or(a.first.Compare(b.first), a.last.Compare(b.last))
	})
	list := ranges[:1]
	for _, one := range ranges[1:] {
		end := &list[len(list)-1]
		if one.first.Compare(end.last) > 0 {
			list = append(list, one)
		} else if one.last.Compare(end.last) > 0 {
			end.last = one.last
		}
	}
	return slices.Clone(list)
}

func (t *networkTable) contains(ip netip.Addr) bool {
	at, exact := slices.BinarySearchFunc(t.ranges, ip, func(r addressRange, ip netip.Addr) int { return r.first.Compare(ip) })
	return exact || at > 0 && ip.Compare(t.ranges[at-1].last) <= 0
}
