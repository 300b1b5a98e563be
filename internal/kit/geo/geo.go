// Package geo knows in which country an address is, and whether it belongs to a data centre or a
// VPN, from tables on this machine: no request leaves it.
//
// The table of countries inside the program is iptoasn's country list (PDDL 1.0, see NOTICE). It is
// right about countries for most addresses and silent about the rest; it is no proof of where a
// person is. An operator may name a newer one, and a list of networks of data centres and VPNs:
// both are read again when their files change. A file that is broken is refused, and what was
// read before stays.
package geo

import (
	_ "embed"
	"net/netip"
	"sync/atomic"
	"time"
)

//go:embed country.mmdb
var bundled []byte

// Found is what is known of an address.
type Found struct {
	Country string // ISO 3166-1 alpha-2; empty when not known
	Hosting bool   // of a data centre or a VPN
}

// Tables answers for addresses.
type Tables struct {
	countries atomic.Pointer[countryTable]
	hosting   atomic.Pointer[networkTable]
	files     []*followed
	now       func() time.Time
}

// Open reads the table inside the program, and follows the files named; either name may be empty.
func Open(countriesFile, hostingFile string, now func() time.Time) (*Tables, error) {
	own, err := parseCountries(bundled, true)
	if err != nil {
		return nil, err
	}
	t := &Tables{now: now}
	t.countries.Store(own)
	t.hosting.Store(&networkTable{})
	t.files = []*followed{
		{path: countriesFile, use: t.useCountries, state: AddressFile{Kind: KindCountries, Bundled: true, BuiltAt: own.built, Entries: own.entries}},
		{path: hostingFile, use: t.useHosting, state: AddressFile{Kind: KindHosting}},
	}
	return t, nil
}

// Of tells of an address; nothing when the text is none.
func (t *Tables) Of(address string) Found {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return Found{}
	}
	ip = ip.Unmap().WithZone("")
	return Found{Country: t.countries.Load().country(ip), Hosting: t.hosting.Load().contains(ip)}
}

// KnowsHosting reports whether there is a list of data centres and VPNs.
func (t *Tables) KnowsHosting() bool { return len(t.hosting.Load().ranges) > 0 }

func (t *Tables) useCountries(data []byte) (built time.Time, entries int, err error) {
	table, err := parseCountries(data, false) // takes a second
	if err != nil {
		return built, 0, err
	}
	t.countries.Store(table)
	return table.built, table.entries, nil
}

func (t *Tables) useHosting(data []byte) (built time.Time, entries int, err error) {
	table, err := parseNetworks(data)
	if err != nil {
		return built, 0, err
	}
	t.hosting.Store(table)
	return built, len(table.ranges), nil
}
