package performer

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/sanitize"
)

// Profiles is what performers say of themselves.
type Profiles struct {
	*core
	catalogue *Catalogue
}

// SetVIP puts a performer among the VIPs, or takes them out.
func (s *Profiles) SetVIP(ctx context.Context, tx *db.Tx, performerID string, vip bool) error {
	if err := updateVIP(ctx, tx, performerID, vip, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}

// The bounds of a profile.
const (
	maxTags       = 20
	maxTag        = 30
	maxLanguages  = 10
	maxCategories = 5
	maxTokens     = 10_000 // the largest price, in tokens
)

// Profile is what a performer says about themselves.
type Profile struct {
	Headline    string   `json:"headline" db:"headline"`
	About       string   `json:"aboutMe" db:"about"`
	Gender      string   `json:"gender" db:"gender"`
	Country     string   `json:"country" db:"country"`
	Timezone    string   `json:"timezone" db:"timezone"`
	Languages   []string `json:"languages"`
	Tags        []string `json:"tags"`
	CategoryIDs []string `json:"categoryIds"`
	Height      string   `json:"height" doc:"feet and inches from 4'0 to 6'11; empty: not told" db:"height"`
	Weight      string   `json:"weight" doc:"99 lbs to 318 lbs; empty: not told" db:"weight"`
	Hair        string   `json:"hair" db:"hair"`
	Eyes        string   `json:"eyes" db:"eyes"`
	Ethnicity   string   `json:"ethnicity" db:"ethnicity"`
	BodyType    string   `json:"bodyType" db:"body_type"`
	Orientation string   `json:"sexualPreference" db:"orientation"`
	Welcome     string   `json:"welcomeMessage" doc:"shown to whoever enters the room" db:"welcome"`
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

// Update changes a performer's profile and its search words. The name is
// the account's; it is changed first, when the rest is known to be well formed.
func (s *Profiles) Update(ctx context.Context, c account.Caller, ch Changes) (p Performer, err error) {
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
func (s *Profiles) keep(ctx context.Context, tx *db.Tx, performerID string, p Profile) error {
	ids, err := s.catalogue.CategoryIDs(ctx, tx, p.CategoryIDs)
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

// Reindex rebuilds what a performer is found by after the account's name has
// changed. Accounts that are no performers are passed over.
func (s *Profiles) Reindex(ctx context.Context, tx *db.Tx, accountID string) error {
	err := s.index(ctx, tx, accountID)
	if errors.Is(err, ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{accountID})
}

// Me returns a performer's own record.
func (s *Profiles) Me(ctx context.Context, performerID string) (p Performer, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = s.load(ctx, tx, performerID)
		return err
	})
	return p, err
}

// The pictures of a performer's cards, by the last part of their address.
var pictureColumns = map[string]string{"card": "card_image", "wide": "wide_image"}

// SetPicture keeps a picture for the performer's cards (kind card) or the head of
// the page (kind wide).
func (s *Profiles) SetPicture(ctx context.Context, performerID, kind string, f api.File) (Performer, error) {
	if !f.IsSet {
		return Performer{}, fault.Missing("file")
	}
	file, err := s.Files.SaveImage(ctx, performerID, files.Kind(kind), f.Filename, f, files.Limits{})
	if err != nil {
		return Performer{}, ofField("file", err)
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		return updateImage(ctx, tx, performerID, pictureColumns[kind], file.URL(), s.Now())
	})
}

func (s *Profiles) me(ctx context.Context, _ *struct{}) (Performer, error) {
	return s.Me(ctx, account.CallerFrom(ctx).ID)
}

type updateInput struct{ Body Changes }

func (s *Profiles) update(ctx context.Context, in *updateInput) (Performer, error) {
	return s.Update(ctx, account.CallerFrom(ctx), in.Body)
}

type avatarInput struct {
	RawBody api.Form[avatarForm]
}

type avatarForm struct {
	Avatar api.File `form:"avatar" required:"true"`
}

func (s *Profiles) avatar(ctx context.Context, in *avatarInput) (Performer, error) {
	c := account.CallerFrom(ctx)
	if _, err := s.Accounts.SetAvatar(ctx, c, in.RawBody.Data().Avatar); err != nil {
		return Performer{}, err
	}
	return s.Me(ctx, c.ID)
}

type pictureInput struct {
	RawBody api.Form[pictureForm]
}

type pictureForm struct {
	File api.File `form:"file" required:"true"`
}

func (s *Profiles) picture(kind string) api.Handler[pictureInput, Performer] {
	return func(ctx context.Context, in *pictureInput) (Performer, error) {
		return s.SetPicture(ctx, account.CallerFrom(ctx).ID, kind, in.RawBody.Data().File)
	}
}

type suspendInput struct {
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"1024"`
	}
}

func (s *Profiles) suspend(ctx context.Context, in *suspendInput) (api.Done, error) {
	return api.OK, s.Accounts.SuspendSelf(ctx, account.CallerFrom(ctx), in.Body.Password)
}
