package notices

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Digest is how the mails of what comes often are gathered.
type Digest string

// The digests.
const (
	Immediately Digest = "immediately"
	Hourly      Digest = "hourly"
	Daily       Digest = "daily"
	Never       Digest = "never"
)

// Preferences are what somebody wants to be told, and how.
type Preferences struct {
	Groups     api.Each[groupSet, Channels] `json:"groups"`
	Digest     Digest                       `json:"digest" enum:"immediately,hourly,daily,never" doc:"how the mails of requests, tips, purchases and messages are gathered"`
	QuietHours *QuietHours                  `json:"quietHours,omitempty" doc:"when neither mail nor push comes, but for what is essential; absent: never"`
	Discreet   bool                         `json:"discreet" doc:"neither the subject nor the sender of a mail, nor a push, names the site or a person"`
}

// QuietHours are from one time of the day to another one, the next day if that is earlier.
type QuietHours struct {
	From     string `json:"from" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" doc:"HH:MM"`
	To       string `json:"to" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" doc:"HH:MM"`
	Timezone string `json:"timezone" minLength:"1" maxLength:"64" doc:"IANA, such as Europe/Madrid"`
}

// initial are the preferences of who has not chosen.
func initial() Preferences {
	p := Preferences{Groups: api.Each[groupSet, Channels]{}, Digest: Hourly, Discreet: true}
	for _, d := range defaults {
		p.Groups[string(d.group)] = d.channels
	}
	return p
}

func (p Preferences) channels(g Group) Channels { return p.Groups[string(g)] }

// mails reports whether notices of a group that are not essential are mailed.
func (p Preferences) mails(g Group) bool {
	return p.channels(g).Mail && !(often(g) && p.Digest == Never)
}

// check reports the first thing wrong with what somebody chose.
func (q *QuietHours) check() error {
	if q == nil {
		return nil
	}
	if q.From == q.To {
		return fault.Field("quietHours.to", "Must be another time than the beginning")
	}
	if _, err := time.LoadLocation(q.Timezone); err != nil || q.Timezone == "Local" {
		return fault.Field("quietHours.timezone", "Must be a time zone")
	}
	return nil
}

// after is the first moment from now on that is not quiet. It looks at the clock on the wall
// of the reader's zone, minute by minute: so an hour that is left out or comes twice needs no
// rule.
func (q *QuietHours) after(now time.Time) time.Time {
	if q == nil {
		return now
	}
	zone, err := time.LoadLocation(q.Timezone)
	if err != nil {
		return now // the zone was known when it was chosen
	}
	at := now
	for range 48 * 60 {
		if !q.holds(at.In(zone).Format("15:04")) {
			return at
		}
		at = at.Truncate(time.Minute).Add(time.Minute)
	}
	return now
}

func (q *QuietHours) holds(clock string) bool {
	if q.From < q.To {
		return q.From <= clock && clock < q.To
	}
	return clock >= q.From || clock < q.To
}

// Preferences are what an account wants.
func (n *Notices) Preferences(ctx context.Context, accountID string) (p Preferences, err error) {
	err = n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = preferencesOf(ctx, tx, accountID)
		return err
	})
	return p, err
}

// Choice is what somebody changes of their preferences; a group that is not named stays as it
// is.
type Choice struct {
	Groups     api.Some[groupSet, Channels] `json:"groups,omitempty"`
	Digest     Digest                       `json:"digest" enum:"immediately,hourly,daily,never"`
	QuietHours *QuietHours                  `json:"quietHours,omitempty"`
	Discreet   bool                         `json:"discreet"`
}

// Choose keeps what an account wants, and returns it as it is then.
func (n *Notices) Choose(ctx context.Context, accountID string, c Choice) (p Preferences, err error) {
	if err := c.QuietHours.check(); err != nil {
		return p, err
	}
	err = n.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = lockPreferences(ctx, tx, accountID)
		if err != nil {
			return err
		}
		p.Digest, p.QuietHours, p.Discreet = c.Digest, c.QuietHours, c.Discreet
		for group, channels := range c.Groups {
			if known(Group(group)) {
				p.Groups[group] = channels
			}
		}
		return savePreferences(ctx, tx, accountID, p)
	})
	return p, err
}

const preferenceColumns = `channels, digest, quiet_from, quiet_to, timezone, discreet`

// scanPreferences reads preferenceColumns, and those before them.
func scanPreferences(r db.Row, before ...any) (Preferences, error) {
	p := initial()
	var channels string
	var quiet QuietHours
	err := r.Scan(append(before, &channels, &p.Digest, &quiet.From, &quiet.To, &quiet.Timezone, &p.Discreet)...)
	if err != nil {
		return p, err
	}
	if quiet.From != "" {
		p.QuietHours = &quiet
	}
	return p, json.Unmarshal([]byte(channels), &p.Groups) // over those that are not named
}

func preferencesOf(ctx context.Context, tx *db.Tx, accountID string) (Preferences, error) {
	return selectPreferences(ctx, tx, accountID, "")
}

// lockPreferences keeps anybody else from changing them until the transaction ends: a row that is
// not there cannot be locked, so it is made.
func lockPreferences(ctx context.Context, tx *db.Tx, accountID string) (Preferences, error) {
	if err := insertPreferences(ctx, tx, accountID, initial(), `DO NOTHING`); err != nil {
		return Preferences{}, err
	}
	return selectPreferences(ctx, tx, accountID, tx.Fragment(db.ForUpdate))
}

func selectPreferences(ctx context.Context, tx *db.Tx, accountID, lock string) (Preferences, error) {
	if accountID == "" {
		return initial(), nil
	}
	p, found, err := db.Maybe(ctx, tx, func(r db.Row) (Preferences, error) { return scanPreferences(r) }, `
		SELECT `+preferenceColumns+`
		FROM notice_preferences
		WHERE account_id = $1`+lock, accountID)
	if err != nil {
		return p, fmt.Errorf("select the preferences of %s: %w", accountID, err)
	}
	if !found {
		return initial(), nil
	}
	return p, nil
}

// preferencesOfAll are those of accounts, by their ids.
func preferencesOfAll(ctx context.Context, tx *db.Tx, accountIDs []string) (map[string]Preferences, error) {
	type chosen struct {
		accountID string
		Preferences
	}
	in, args := db.In(1, accountIDs)
	list, err := db.All(ctx, tx, func(r db.Row) (c chosen, err error) {
		c.Preferences, err = scanPreferences(r, &c.accountID)
		return c, err
	}, `
		SELECT account_id, `+preferenceColumns+`
		FROM notice_preferences
		WHERE account_id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select preferences: %w", err)
	}
	all, unchosen := make(map[string]Preferences, len(accountIDs)), initial()
	for _, accountID := range accountIDs {
		all[accountID] = unchosen
	}
	for _, c := range list {
		all[c.accountID] = c.Preferences
	}
	return all, nil
}

func savePreferences(ctx context.Context, tx *db.Tx, accountID string, p Preferences) error {
	return insertPreferences(ctx, tx, accountID, p, `DO UPDATE
		SET channels = excluded.channels, digest = excluded.digest, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
			timezone = excluded.timezone, discreet = excluded.discreet`)
}

// insertPreferences does something else where the account has some.
func insertPreferences(ctx context.Context, tx *db.Tx, accountID string, p Preferences, otherwise string) error {
	channels, err := json.Marshal(p.Groups)
	if err != nil {
		return err
	}
	quiet := QuietHours{}
	if p.QuietHours != nil {
		quiet = *p.QuietHours
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO notice_preferences (account_id, `+preferenceColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (account_id) `+otherwise,
		accountID, string(channels), string(p.Digest), quiet.From, quiet.To, quiet.Timezone, p.Discreet)
	if err != nil {
		return fmt.Errorf("save the preferences of %s: %w", accountID, err)
	}
	return nil
}
