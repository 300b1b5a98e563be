package performer

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// How much a performer may say of herself.
const (
	maxTags       = 20
	maxTag        = 30
	maxLanguages  = 10
	maxCategories = 5
	maxTokens     = 10_000 // the largest price, in tokens
)

// Profile is what a performer says about herself.
type Profile struct {
	Headline    string   `json:"headline"`
	About       string   `json:"aboutMe"`
	Gender      string   `json:"gender"`
	Country     string   `json:"country"`
	Timezone    string   `json:"timezone"`
	Languages   []string `json:"languages"`
	Tags        []string `json:"tags"`
	CategoryIDs []string `json:"categoryIds"`
	Height      string   `json:"height" doc:"feet and inches from 4'0 to 6'11; empty: not told"`
	Weight      string   `json:"weight" doc:"99 lbs to 318 lbs; empty: not told"`
	Hair        string   `json:"hair"`
	Eyes        string   `json:"eyes"`
	Ethnicity   string   `json:"ethnicity"`
	BodyType    string   `json:"bodyType"`
	Orientation string   `json:"sexualPreference"`
	Welcome     string   `json:"welcomeMessage" doc:"shown to whoever enters the room"`
}

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

var languageCode = regexp.MustCompile(`^[a-z]{2,3}(-[a-z0-9]{2,8})?$`)

func (c Changes) applyLists(p *Profile) error {
	if c.Languages != nil {
		p.Languages = distinct(c.Languages)
		if len(p.Languages) > maxLanguages {
			return fault.Field("languages", "Choose at most %d", maxLanguages)
		}
		for _, code := range p.Languages {
			if !languageCode.MatchString(code) {
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

// Update changes a performer's profile and what is searched of her. Her name is
// the account's; it is changed first, when the rest is known to be well formed.
func (s *Service) Update(ctx context.Context, c account.Caller, ch Changes) (p Performer, err error) {
	if err := ch.apply(&Profile{}); err != nil {
		return p, err
	}
	if ch.Name != nil {
		if _, err := s.Accounts.UpdateProfile(ctx, c, account.Changes{Name: ch.Name}); err != nil {
			return p, err
		}
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = s.load(ctx, tx, c.ID); err != nil {
			return err
		}
		if err := ch.apply(&p.Profile); err != nil {
			return err
		}
		if err := s.keep(ctx, tx, c.ID, p.Profile); err != nil {
			return err
		}
		p, err = s.load(ctx, tx, c.ID)
		return err
	})
	return p, err
}

// keep stores a profile with its facets and search words, and tells of it.
func (s *Service) keep(ctx context.Context, tx *db.Tx, performerID string, p Profile) error {
	ids, err := s.CategoryIDs(ctx, tx, p.CategoryIDs)
	if err != nil {
		return err
	}
	if err := updateProfile(ctx, tx, performerID, p, s.Now()); err != nil {
		return err
	}
	for facet, values := range map[string][]string{facetCategory: ids, facetTag: p.Tags, facetLanguage: p.Languages} {
		if err := replaceFacet(ctx, tx, performerID, facet, values); err != nil {
			return err
		}
	}
	if err := s.index(ctx, tx, performerID); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}

// Validate reports the first price that cannot be: prices are whole tokens from
// 1 to 10,000 (docs/behaviours: small conventions).
func (p Prices) Validate() error {
	for _, price := range []struct {
		property string
		amount   money.Tokens
		least    int64
	}{
		{"privatePrice", p.PrivatePrice, 1}, {"exclusivePrice", p.ExclusivePrice, 0},
		{"groupPrice", p.GroupPrice, 1}, {"wheelPrice", p.WheelPrice, 1},
	} {
		if err := checkPrice(price.property, price.amount, price.least); err != nil {
			return err
		}
	}
	if p.MinMinutes < 1 || p.MinMinutes > 60 {
		return fault.Between("minMinutes", 1, 60)
	}
	return nil
}

func checkPrice(property string, amount money.Tokens, least int64) error {
	if amount < money.Whole(least) || amount > money.Whole(maxTokens) {
		return fault.Between(property, least, maxTokens)
	}
	if amount%money.Unit != 0 {
		return fault.Field(property, "Must be whole tokens")
	}
	return nil
}

// SetPrices changes what a performer charges from the next show on.
func (s *Service) SetPrices(ctx context.Context, performerID string, p Prices) (Performer, error) {
	if err := p.Validate(); err != nil {
		return Performer{}, err
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		return updatePrices(ctx, tx, performerID, p, s.Now())
	})
}

// Validate reports what does not fit together.
func (b Broadcast) Validate() error {
	if b.MinParticipants > b.MaxParticipants {
		return fault.Field("minParticipants", "Must be between %d and %d", 1, b.MaxParticipants)
	}
	if b.WhoMayAsk == "balance" || b.MinBalance != 0 { // it is kept for when it counts again
		if err := checkPrice("minBalance", b.MinBalance, 1); err != nil {
			return err
		}
	}
	if b.PeekIn.Price != 0 {
		return checkPrice("peekIn.price", b.PeekIn.Price, 1)
	}
	return nil
}

// SetBroadcast changes how a performer runs her shows. A peek-in may not cost
// more per second than the private show itself (docs/behaviours: peek-in).
func (s *Service) SetBroadcast(ctx context.Context, performerID string, b Broadcast) (Performer, error) {
	if err := b.Validate(); err != nil {
		return Performer{}, err
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.load(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if b.PeekIn.Price*60 > p.PrivatePrice*money.Tokens(b.PeekIn.Seconds) {
			return fault.Field("peekIn.price", "Must not cost more per second than the private show")
		}
		return updateBroadcast(ctx, tx, performerID, b, s.Now())
	})
}

// change runs fn, tells of the change and answers with the record as it is then.
func (s *Service) change(ctx context.Context, performerID string, fn func(context.Context, *db.Tx) error) (p Performer, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := fn(ctx, tx); err != nil {
			return err
		}
		if err := s.Events.Publish(ctx, tx, Changed{performerID}); err != nil {
			return err
		}
		p, err = s.load(ctx, tx, performerID)
		return err
	})
	return p, err
}
