package places

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// zones.txt is the table of the IANA time zone database (public domain): the
// country and the zone of each line, ordered by zone, and UTC.
//
//go:embed zones.txt
var zonesText string

// Zone is a time zone.
type Zone struct {
	ID      string `json:"_id"`
	Name    string `json:"name" doc:"IANA name, such as Europe/Berlin"`
	Country string `json:"country" doc:"ISO 3166-1 alpha-2; empty for UTC"`
	Offset  int    `json:"offset" doc:"minutes east of UTC, today"`
	Label   string `json:"label" doc:"(UTC+01:00) Europe/Berlin"`
}

type zone struct {
	country  string
	location *time.Location
}

var zones = sync.OnceValues(func() (list []zone, err error) {
	for line := range strings.Lines(zonesText) {
		name, country, _ := strings.Cut(strings.TrimSpace(line), " ")
		location, err := time.LoadLocation(name)
		if err != nil {
			return nil, fmt.Errorf("load the time zone %s: %w", name, err)
		}
		list = append(list, zone{country, location})
	}
	return list, nil
})

// Zones lists the time zones by name, with their offsets as of now.
func (s *Service) Zones() ([]Zone, error) {
	all, err := zones()
	if err != nil {
		return nil, err
	}
	now := s.Now()
	list := make([]Zone, len(all))
	for i, z := range all {
		name := z.location.String()
		_, seconds := now.In(z.location).Zone()
		list[i] = Zone{ID: name, Name: name, Country: z.country, Offset: seconds / 60, Label: fmt.Sprintf("(UTC%s) %s", now.In(z.location).Format("-07:00"), name)}
	}
	return list, nil
}

func plus(code int) string { return "+" + strconv.Itoa(code) }
