// Package blocking lets a performer hide from accounts and from whole countries.
//
// Invariants:
//   - who is blocked sees no trace: what answers for a blocked caller answers as
//     for a performer who does not exist (see Hides);
//   - a country blocks by the caller's address and, for accounts, by the country
//     of their profile: either is enough;
//   - account.Hosting is blocked as a country is, by the address alone;
//   - a reason is the performer's own note: nobody else reads it;
//   - every change is published, so that running media and sockets are cut.
package blocking

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/iso"
	"limelight/internal/kit/sanitize"
)

// maxUsers bounds how many accounts one performer may block in one call.
const maxUsers = 200

// ErrNotBlocked refuses a reason of no block.
var ErrNotBlocked = fault.New(fault.NotFound, "This is not on your list.")

// The kinds of a block.
const (
	kindUser    = "user"
	kindCountry = "country"
)

// List is everyone a performer has blocked.
type List struct {
	Countries    []string          `json:"countries"`
	Reasons      map[string]string `json:"countryReasons" doc:"her own notes, by country; only she reads them"`
	Users        []Blocked         `json:"users"`
	Hosting      bool              `json:"hosting" doc:"addresses of data centres and VPNs are blocked"`
	HostingKnown bool              `json:"hostingKnown" doc:"whether the site has a list of such addresses: without one nobody is blocked by it"`
}

// Blocked is an account on the list.
type Blocked struct {
	ID        string    `json:"_id"`
	Username  string    `json:"username"`
	Name      string    `json:"name"`
	Avatar    string    `json:"avatar"`
	Reason    string    `json:"reason" doc:"her own note; only she reads it"`
	BlockedAt time.Time `json:"blockedAt"`
}

// Change is what a performer wants of her list. Countries replace the ones
// before when given; users are added (they leave by DELETE, one at a time, so
// that blocking one from the chat does not free the others).
type Change struct {
	Countries []string `json:"countries,omitempty" doc:"ISO 3166-1 alpha-2; replaces the list"`
	UserIDs   []string `json:"userIds,omitempty" doc:"added to the list"`
	Usernames []string `json:"usernames,omitempty" maxItems:"200" doc:"members, added to the list by name as a room shows them"`
	Reason    string   `json:"reason,omitempty" maxLength:"200" doc:"a note for oneself about the members that are added"`
	Hosting   *bool    `json:"hosting,omitempty" doc:"block addresses of data centres and VPNs, too"`
}

// Changed is published when a performer's list changes. UserIDs and Countries
// are those that are newly blocked; when both are empty somebody was freed.
type Changed struct {
	PerformerID string   `json:"performerId"`
	UserIDs     []string `json:"userIds"`
	Countries   []string `json:"countries"`
	FreedIDs    []string `json:"freedIds"`
}

// EventName names the event on the bus.
func (Changed) EventName() string { return "blocking.changed" }

// Places knows where an address is.
type Places interface {
	// PlaceOf is the place of an address as account.Place writes it, empty when not known.
	PlaceOf(address string) string
	// KnowsHosting reports whether there is a list of data centres and VPNs.
	KnowsHosting() bool
}

// Meetings know whom a performer has met.
type Meetings interface {
	// Met are the accounts that have talked to the performer, or written in her rooms under their names.
	Met(ctx context.Context, tx *db.Tx, performerID string) ([]string, error)
}

// Deps is what the service stands on.
type Deps struct {
	DB       *db.DB
	Events   *bus.Bus
	Accounts *account.Service
	Places   Places
	Meetings Meetings
	Now      func() time.Time
}

// Service keeps the lists.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Blocked reports whether the performer has blocked the account or a country it
// is of. An empty viewerID is a guest; country is the one of the address and
// empty when not known.
func (s *Service) Blocked(ctx context.Context, tx *db.Tx, performerID, viewerID, country string) (bool, error) {
	if viewerID == performerID {
		return false, nil
	}
	countries, err := s.countriesOf(ctx, tx, viewerID, country)
	if err != nil {
		return false, err
	}
	return selectBlocked(ctx, tx, performerID, viewerID, countries)
}

// BlockedUsers says which of the accounts a performer blocks by name.
func (s *Service) BlockedUsers(ctx context.Context, tx *db.Tx, performerID string, ids ...string) (map[string]bool, error) {
	return setOf(selectBlockedOf(ctx, tx, performerID, ids))
}

// BlockedViewers says which of the accounts a performer blocks, by name or by the country of their
// profile: Blocked for many, of whom nobody calls.
func (s *Service) BlockedViewers(ctx context.Context, tx *db.Tx, performerID string, ids ...string) (map[string]bool, error) {
	blocked, err := s.BlockedUsers(ctx, tx, performerID, ids...)
	if err != nil {
		return nil, err
	}
	countries, err := selectCountries(ctx, tx, performerID)
	if err != nil || len(countries) == 0 {
		return blocked, err
	}
	viewers, err := s.Accounts.All(ctx, tx, ids...)
	for _, v := range viewers {
		blocked[v.ID] = blocked[v.ID] || v.Country != "" && slices.Contains(countries, v.Country)
	}
	return blocked, err
}

// Hides is Blocked with the country that is known of the viewer, such as that of a
// media connection's identity, and with that of the address the call comes from: a
// token made in one country may be shown in another. Work that comes over no network
// counts by what is known alone.
func (s *Service) Hides(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	here := viewer.Country
	if address := api.Address(ctx); address != "" {
		here = s.Places.PlaceOf(address)
	}
	hides, err := s.Blocked(ctx, tx, performerID, viewer.ID, here)
	if err != nil || hides || viewer.Country == here || viewer.Country == "" {
		return hides, err
	}
	return s.Blocked(ctx, tx, performerID, viewer.ID, viewer.Country)
}

// Hiding says which of some performers hide from a viewer, as Hides does of one.
func (s *Service) Hiding(ctx context.Context, tx *db.Tx, viewer account.Caller, performerIDs ...string) (map[string]bool, error) {
	countries, err := s.Countries(ctx, tx, viewer)
	if err != nil {
		return nil, err
	}
	return setOf(selectHiding(ctx, tx, viewer.ID, countries, performerIDs))
}

func setOf(list []string, err error) (map[string]bool, error) {
	set := make(map[string]bool, len(list))
	for _, one := range list {
		set[one] = true
	}
	return set, err
}

// Any reports whether the performer blocks anybody at all.
func (s *Service) Any(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return selectAny(ctx, tx, performerID)
}

// HidesFromCountries reports whether the performer blocks any country.
func (s *Service) HidesFromCountries(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	countries, err := selectCountries(ctx, tx, performerID)
	return len(countries) > 0, err
}

// Countries are those that a viewer counts as, as Hides has it.
func (s *Service) Countries(ctx context.Context, tx *db.Tx, viewer account.Caller) ([]string, error) {
	here := viewer.Country
	if address := api.Address(ctx); address != "" {
		here = s.Places.PlaceOf(address)
	}
	list, err := s.countriesOf(ctx, tx, viewer.ID, here)
	for _, known := range account.CountsAs(viewer.Country) {
		if !slices.Contains(list, known) {
			list = append(list, known)
		}
	}
	return list, err
}

// countriesOf lists the countries a viewer counts as, and account.Hosting.
func (s *Service) countriesOf(ctx context.Context, tx *db.Tx, viewerID, place string) (list []string, err error) {
	list = account.CountsAs(place)
	if viewerID == "" {
		return list, nil
	}
	own, err := s.Accounts.Country(ctx, tx, viewerID)
	if err == nil && own != "" && !slices.Contains(list, own) {
		list = append(list, own)
	}
	return list, err
}

// Update changes a performer's list.
func (s *Service) Update(ctx context.Context, performerID string, c Change) (list List, err error) {
	if c.Countries, err = checkCountries(c.Countries); err != nil {
		return list, err
	}
	c.Reason = sanitize.Line(c.Reason)
	if len(c.UserIDs) > maxUsers {
		return list, fault.Field("userIds", "Block at most %d at once", maxUsers)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.apply(ctx, tx, performerID, c); err != nil {
			return err
		}
		list, err = s.list(ctx, tx, performerID)
		return err
	})
	return list, err
}

func (s *Service) apply(ctx context.Context, tx *db.Tx, performerID string, c Change) error {
	news := Changed{PerformerID: performerID, UserIDs: []string{}, Countries: []string{}, FreedIDs: []string{}}
	if c.Countries != nil {
		was, err := selectCountries(ctx, tx, performerID)
		if err != nil {
			return err
		}
		for _, country := range was {
			if !slices.Contains(c.Countries, country) {
				if _, err := deleteBlock(ctx, tx, performerID, kindCountry, country); err != nil {
					return err
				}
			}
		}
		if news.Countries, err = s.add(ctx, tx, performerID, kindCountry, c.Countries); err != nil {
			return err
		}
	}
	if err := s.applyHosting(ctx, tx, performerID, c.Hosting, &news); err != nil {
		return err
	}
	if err := s.checkUsers(ctx, tx, c.UserIDs); err != nil {
		return err
	}
	named, err := s.named(ctx, tx, c.Usernames)
	if err != nil {
		return err
	}
	c.UserIDs = slices.Concat(c.UserIDs, named)
	if news.UserIDs, err = s.add(ctx, tx, performerID, kindUser, c.UserIDs); err != nil {
		return err
	}
	if c.Reason != "" {
		for _, id := range c.UserIDs {
			if _, err := updateReason(ctx, tx, performerID, kindUser, id, c.Reason); err != nil {
				return err
			}
		}
	}
	return s.Events.Publish(ctx, tx, news)
}

// applyHosting blocks addresses of data centres and VPNs, or frees them.
func (s *Service) applyHosting(ctx context.Context, tx *db.Tx, performerID string, block *bool, news *Changed) error {
	if block == nil {
		return nil
	}
	if !*block {
		_, err := deleteBlock(ctx, tx, performerID, kindCountry, account.Hosting)
		return err
	}
	fresh, err := s.add(ctx, tx, performerID, kindCountry, []string{account.Hosting})
	news.Countries = append(news.Countries, fresh...)
	return err
}

// named are the accounts of members by their usernames.
func (s *Service) named(ctx context.Context, tx *db.Tx, usernames []string) (ids []string, err error) {
	for _, username := range usernames {
		a, err := s.Accounts.ByUsername(ctx, tx, strings.TrimSpace(username))
		if errors.Is(err, account.ErrAbsent) || err == nil && a.Role != account.Member {
			return nil, fault.Field("usernames", "There is no member of this name.")
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, a.ID)
	}
	return ids, nil
}

// add stores the blocks and returns those that are new.
func (s *Service) add(ctx context.Context, tx *db.Tx, performerID, kind string, values []string) ([]string, error) {
	fresh := []string{}
	for _, value := range values {
		isNew, err := insertBlock(ctx, tx, performerID, kind, value, s.Now())
		if err != nil {
			return nil, err
		}
		if isNew {
			fresh = append(fresh, value)
		}
	}
	return fresh, nil
}

// checkUsers refuses ids that are no member's.
func (s *Service) checkUsers(ctx context.Context, tx *db.Tx, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	if err != nil {
		return err
	}
	for _, one := range ids {
		if card, ok := cards[one]; !ok || card.Role != account.Member {
			return fault.Field("userIds", "This member does not exist")
		}
	}
	return nil
}

func checkCountries(codes []string) ([]string, error) {
	for i, code := range codes {
		code = strings.ToUpper(strings.TrimSpace(code))
		if !iso.Country(code) {
			return nil, fault.Field("countries", "%q is not a country", codes[i])
		}
		codes[i] = code
	}
	return codes, nil
}

// Block puts an account on the list.
func (s *Service) Block(ctx context.Context, performerID, userID string) error {
	_, err := s.Update(ctx, performerID, Change{UserIDs: []string{userID}})
	return err
}

// Free takes an account off the list; one that was not on it changes nothing.
func (s *Service) Free(ctx context.Context, performerID, userID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := deleteBlock(ctx, tx, performerID, kindUser, userID)
		if err != nil || !found {
			return err
		}
		return s.Events.Publish(ctx, tx, Changed{
			PerformerID: performerID, UserIDs: []string{}, Countries: []string{}, FreedIDs: []string{userID},
		})
	})
}

// Note keeps a reason with a block, for the performer alone; an empty one takes it away.
func (s *Service) Note(ctx context.Context, performerID, kind, value, reason string) (list List, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := updateReason(ctx, tx, performerID, kind, value, sanitize.Line(reason))
		if err != nil {
			return err
		}
		if !found {
			return ErrNotBlocked
		}
		list, err = s.list(ctx, tx, performerID)
		return err
	})
	return list, err
}

// List returns everyone a performer has blocked.
func (s *Service) List(ctx context.Context, performerID string) (list List, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = s.list(ctx, tx, performerID)
		return err
	})
	return list, err
}

func (s *Service) list(ctx context.Context, tx *db.Tx, performerID string) (list List, err error) {
	if list.Countries, err = selectCountries(ctx, tx, performerID); err != nil {
		return list, err
	}
	if list.Reasons, err = selectReasons(ctx, tx, performerID); err != nil {
		return list, err
	}
	if list.Hosting, err = selectHosting(ctx, tx, performerID); err != nil {
		return list, err
	}
	list.HostingKnown = s.Places.KnowsHosting()
	users, err := selectUsers(ctx, tx, performerID)
	if err != nil {
		return list, err
	}
	ids := make([]string, len(users))
	for i, u := range users {
		ids[i] = u.ID
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	if err != nil {
		return list, err
	}
	for i, u := range users {
		card := cards[u.ID]
		users[i].Username, users[i].Name, users[i].Avatar = card.Username, card.Name, card.AvatarURL
	}
	list.Users = users
	return list, nil
}
