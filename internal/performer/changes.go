package performer

import (
	"regexp"
	"slices"
	"strings"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/iso"
	"limelight/internal/kit/sanitize"
)

// The bounds of a profile.
const (
	maxTags       = 20
	maxTag        = 30
	maxLanguages  = 10
	maxCategories = 5
	maxTokens     = 10_000 // the largest price, in tokens
)

// Changes are what a performer wants different; what is absent stays as it is.
type Changes struct {
	Name        *string  `json:"name,omitempty" minLength:"1" maxLength:"60"`
	Headline    *string  `json:"headline,omitempty" maxLength:"120"`
	About       *string  `json:"aboutMe,omitempty" maxLength:"4000"`
	Gender      *string  `json:"gender,omitempty" enum:"female,male,transgender,couple"`
	Country     *string  `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
	Timezone    *string  `json:"timezone,omitempty" maxLength:"60"`
	Languages   []string `json:"languages,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	CategoryIDs []string `json:"categoryIds,omitempty"`
	Height      *string  `json:"height,omitempty"`
	Weight      *string  `json:"weight,omitempty"`
	Hair        *string  `json:"hair,omitempty" maxLength:"40"`
	Eyes        *string  `json:"eyes,omitempty" maxLength:"40"`
	Ethnicity   *string  `json:"ethnicity,omitempty" maxLength:"40"`
	BodyType    *string  `json:"bodyType,omitempty" maxLength:"40"`
	Orientation *string  `json:"sexualPreference,omitempty" maxLength:"40"`
	Welcome     *string  `json:"welcomeMessage,omitempty" maxLength:"300"`
}

// The choices for height and weight (spec §5): 4'0 to 6'11, 99 to 318 lbs.
var (
	heightChoice = regexp.MustCompile(`^[4-6]'([0-9]|1[01])$`)
	weightChoice = regexp.MustCompile(`^(99|[12][0-9]{2}|30[0-9]|31[0-8]) lbs$`)
)

// apply puts the changes into the profile, cleaned and checked.
func (c Changes) apply(p *Profile) error {
	for _, text := range []struct {
		into *string
		from *string
	}{
		{&p.Headline, c.Headline}, {&p.Timezone, c.Timezone}, {&p.Country, c.Country}, {&p.Gender, c.Gender},
		{&p.Hair, c.Hair}, {&p.Eyes, c.Eyes}, {&p.Ethnicity, c.Ethnicity}, {&p.BodyType, c.BodyType},
		{&p.Orientation, c.Orientation}, {&p.Welcome, c.Welcome},
	} {
		if text.from != nil {
			*text.into = sanitize.Line(*text.from)
		}
	}
	if c.About != nil {
		p.About = sanitize.Paragraphs(*c.About)
	}
	if c.Country != nil && !iso.Country(p.Country) {
		return fault.Field("country", "%q is not a country", p.Country)
	}
	if c.Timezone != nil && p.Timezone != "" && !iso.Zone(p.Timezone) {
		return fault.Field("timezone", "%q is not a time zone", p.Timezone)
	}
	if err := c.applySizes(p); err != nil {
		return err
	}
	return c.applyLists(p)
}

func (c Changes) applySizes(p *Profile) error {
	if c.Height != nil {
		if p.Height = *c.Height; p.Height != "" && !heightChoice.MatchString(p.Height) {
			return fault.Between("height", "4'0", "6'11")
		}
	}
	if c.Weight != nil {
		if p.Weight = *c.Weight; p.Weight != "" && !weightChoice.MatchString(p.Weight) {
			return fault.Between("weight", "99 lbs", "318 lbs")
		}
	}
	return nil
}

// spoken reports whether a code is a language, or one as spoken in a country, such as pt-br.
func spoken(code string) bool {
	base, region, hasRegion := strings.Cut(code, "-")
	return iso.Language(base) && (!hasRegion || iso.Country(strings.ToUpper(region)))
}

func (c Changes) applyLists(p *Profile) error {
	if c.Languages != nil {
		p.Languages = distinct(c.Languages)
		if len(p.Languages) > maxLanguages {
			return fault.Field("languages", "Choose at most %d", maxLanguages)
		}
		for _, code := range p.Languages {
			if !spoken(code) {
				return fault.Field("languages", "%q is not a language", code)
			}
		}
	}
	if c.Tags != nil {
		p.Tags = distinct(c.Tags)
		if len(p.Tags) > maxTags {
			return fault.Field("tags", "Choose at most %d", maxTags)
		}
		for _, tag := range p.Tags {
			if len([]rune(tag)) > maxTag || strings.ContainsAny(tag, ",#") {
				return fault.Field("tags", "A tag has at most %d characters, none of them a comma or #", maxTag)
			}
		}
	}
	if c.CategoryIDs != nil {
		p.CategoryIDs = c.CategoryIDs
		if len(p.CategoryIDs) > maxCategories {
			return fault.Field("categoryIds", "Choose at most %d", maxCategories)
		}
	}
	return nil
}

// distinct folds the values, and drops empty and repeated ones.
func distinct(values []string) []string {
	list := []string{}
	for _, v := range values {
		if v = fold.Text(sanitize.Line(v)); v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
