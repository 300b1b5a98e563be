package assets

import (
	"slices"
	"time"
	"unicode/utf8"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// Consents are what a performer declares about the people in what they submit.
type Consents struct {
	OnlyMe       bool     `json:"onlyMe" doc:"nobody but me is to be seen"`
	Others       []string `json:"others,omitempty" doc:"the names of those who are to be seen beside me"`
	Adults       bool     `json:"adults" doc:"everybody was at least 18 years old when it was taken"`
	Depicted     bool     `json:"depicted" doc:"everybody agreed with being pictured"`
	Published    bool     `json:"published" doc:"everybody agreed with its publication"`
	Downloadable bool     `json:"downloadable" doc:"everybody agreed with buyers downloading it"`
}

// Declaration is what was declared, and when.
type Declaration struct {
	OnlyMe      bool      `json:"onlyMe"`
	Others      []string  `json:"others"`
	ConfirmedAt time.Time `json:"confirmedAt"`
}

// Checked refuses what does not agree to everything.
func (c Consents) Checked() (Consents, error) {
	others := []string{}
	for _, name := range c.Others {
		others = append(others, sanitize.Line(name))
	}
	c.Others = distinct(others)
	for _, one := range []struct {
		field string
		said  bool
	}{{"adults", c.Adults}, {"depicted", c.Depicted}, {"published", c.Published}, {"downloadable", c.Downloadable}} {
		if !one.said {
			return c, fault.Field("consents."+one.field, "Without this it cannot be sold")
		}
	}
	switch {
	case !c.OnlyMe && len(c.Others) == 0:
		return c, fault.Missing("consents.others")
	case c.OnlyMe && len(c.Others) > 0:
		return c, fault.Field("consents.onlyMe", "Others are named too")
	case len(c.Others) > maxOthers:
		return c, fault.Field("consents.others", "Name at most %d", maxOthers)
	case slices.ContainsFunc(c.Others, func(name string) bool { return utf8.RuneCountInString(name) > maxName }):
		return c, fault.Field("consents.others", "A name has at most %d characters", maxName)
	}
	return c, nil
}
