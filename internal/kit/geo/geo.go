// Package geo knows in which country an address is, from a table inside the
// program: no request leaves the machine.
//
// The table is iptoasn's country list (PDDL 1.0, see NOTICE). It is right about
// countries for most addresses and silent about the rest; it is no proof of
// where a person is.
package geo

import (
	_ "embed"
	"fmt"
	"net/netip"

	"github.com/oschwald/maxminddb-golang/v2"
)

//go:embed country.mmdb
var table []byte

// Countries answers for addresses.
type Countries struct{ reader *maxminddb.Reader }

// Open reads the table.
func Open() (*Countries, error) {
	reader, err := maxminddb.OpenBytes(table)
	if err != nil {
		return nil, fmt.Errorf("read the country table: %w", err)
	}
	return &Countries{reader: reader}, nil
}

// CountryOf is the ISO 3166-1 alpha-2 code of the address' country, empty when
// the text is no address or its country is not known.
func (c *Countries) CountryOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	var found struct {
		Country string `maxminddb:"country_code"`
	}
	if err := c.reader.Lookup(ip.Unmap()).Decode(&found); err != nil {
		return ""
	}
	return found.Country
}
