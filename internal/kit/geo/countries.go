package geo

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/oschwald/maxminddb-golang/v2"

	"limelight/internal/kit/iso"
)

// countryTable is a file of the MaxMind format (.mmdb).
type countryTable struct {
	reader  *maxminddb.Reader
	built   time.Time
	entries int
}

// row is a record of the tables that are to be had: iptoasn, DB-IP, GeoLite2 and IPinfo.
type row struct {
	Code    string `maxminddb:"country_code"`
	Country any    `maxminddb:"country"`
}

func (r row) code() string {
	switch c := r.Country.(type) {
	case map[string]any:
		if code, ok := c["iso_code"].(string); ok {
			return code
		}
	case string:
		if r.Code == "" {
			return c
		}
	}
	return r.Code
}

// sampled is how many networks of a whole table are looked at.
const sampled = 2000

var errNoCountries = errors.New("the file names no countries")

// parseCountries reads a table. One whose networks name no countries is refused. Of a table that is
// known to be whole a sample is enough.
func parseCountries(data []byte, whole bool) (*countryTable, error) {
	reader, err := maxminddb.OpenBytes(data)
	if err != nil {
		return nil, fmt.Errorf("read the table of countries: %w", err)
	}
	table := &countryTable{reader: reader, built: time.Unix(int64(reader.Metadata.BuildEpoch), 0).UTC(), entries: int(reader.Metadata.NodeCount)}
	seen, known := 0, 0
	for result := range reader.Networks() {
		var found row
		if err := result.Decode(&found); err != nil {
			return nil, fmt.Errorf("read the table of countries: %w", err)
		}
		if iso.Country(found.code()) {
			known++
		}
		if seen++; whole && seen == sampled {
			break
		}
	}
	if known*2 < seen || known == 0 {
		return nil, errNoCountries
	}
	return table, nil
}

func (t *countryTable) country(ip netip.Addr) string {
	var found row
	if err := t.reader.Lookup(ip).Decode(&found); err != nil {
		return ""
	}
	return found.code()
}
