// Package audit is the log of what the site's staff did, and of what they looked at, and of what
// studios and those who work for them did.
//
// Invariants:
//   - the log only grows: the database refuses to change or delete a line;
//   - each line holds the hash of the one before (chain.go) and, since the site has
//     keys for it, a MAC: a line that is changed, missing or made up is found;
//   - an act and its line are one transaction: neither is there without the other;
//   - only an action that somebody declared (action.go) can be recorded, and the
//     back office names it in the words of its declaration;
//   - whatever else a call of staff's did is on record before the first byte of its
//     answer (witness.go).
//
// Everybody above kit records here, accounts included. So this package knows no
// account: who calls, and what people are called, it is told (Deps).
package audit

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
)

// System is the actor of what no person did: the command line, a timer.
const System = "system"

// Act is one thing that was done. Before and After say what changed.
type Act struct {
	Action   Action
	Subject  string // kind:id, such as "account:…"
	Reason   string
	Before   string
	After    string
	BehalfOf string // the id of the account it was done for; empty: the studio that the actor owns or works for, if any
}

// Line is an act as it stands in the log.
type Line struct {
	Seq      int64     `db:"seq" json:"seq"`
	At       time.Time `db:"at" json:"at"`
	ActorID  string    `db:"actor_id" json:"actorId"`
	Actor    string    `json:"actor" doc:"username of the actor"`
	BehalfOf string    `db:"behalf_of" json:"behalfOf,omitempty"`
	Action   ActionID  `db:"action" json:"action"`
	Subject  string    `db:"subject" json:"subject"`
	Reason   string    `db:"reason" json:"reason"`
	Before   string    `db:"before" json:"before"`
	After    string    `db:"after" json:"after"`
	Address  string    `db:"address" json:"address"`
	Previous string    `db:"previous" json:"previous"`
	Hash     string    `db:"hash" json:"hash"`
}

// Deps are what a log stands on.
type Deps struct {
	DB     *db.DB
	MAC    secretbox.MAC // zero: lines have none
	Reader api.Guard
	// Caller is the id of the account that calls; empty: nobody, which is System.
	Caller func(ctx context.Context) string
	// Staff reports whether who calls is one of the site's own people, whose calls are
	// witnessed.
	Staff func(ctx context.Context) bool
	// Studio is the id of the studio that the caller owns or works for; empty: none. Nobody does, when nil.
	Studio func(ctx context.Context) string
	// Names gives usernames to accounts' ids.
	Names func(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
	Now   func() time.Time
}

// Log is the audit log of a site.
type Log struct{ Deps }

// New makes the log.
func New(d Deps) *Log {
	if d.Studio == nil {
		d.Studio = func(context.Context) string { return "" }
	}
	return &Log{d}
}

// Record writes down what the caller in ctx did, in the caller's transaction.
// Those who record at once stand in line until theirs ends.
func (l *Log) Record(ctx context.Context, tx *db.Tx, a Act) error {
	if a.Action == (Action{}) {
		return fmt.Errorf("audit: what was done to %s is no declared action", a.Subject)
	}
	last, err := lockHead(ctx, tx)
	if err != nil {
		return fmt.Errorf("lock the audit log: %w", err)
	}
	line := Line{
		Seq: last.seq + 1, At: db.Time(db.Millis(l.Now())), ActorID: l.Caller(ctx),
		BehalfOf: cmp.Or(a.BehalfOf, l.Studio(ctx)), Action: ActionID(a.Action.id), Subject: a.Subject, Reason: a.Reason,
		Before: a.Before, After: a.After, Address: api.Address(ctx), Previous: last.hash,
	}
	if line.ActorID == "" {
		line.ActorID = System
	}
	line.Hash = line.digest()
	if seen, ok := ctx.Value(recordedKey{}).(*atomic.Bool); ok {
		seen.Store(true)
	}
	return insertLine(ctx, tx, line, l.MAC)
}

// Lock keeps every other act of the site waiting until the transaction ends, for
// what must not be done by two at once.
func (l *Log) Lock(ctx context.Context, tx *db.Tx) error {
	_, err := lockHead(ctx, tx)
	return err
}

// Did reports whether somebody did a thing to a subject, ever.
func (l *Log) Did(ctx context.Context, tx *db.Tx, actorID string, action Action, subject string) (bool, error) {
	did, err := db.One(ctx, tx, db.Bool, `
		SELECT EXISTS (SELECT 1 FROM audit_log WHERE subject = $1 AND action = $2 AND actor_id = $3)`, subject, action.id, actorID)
	if err != nil {
		return false, fmt.Errorf("look for %s of %s: %w", action.id, subject, err)
	}
	return did, nil
}

// Filter chooses lines of the log; what is empty does not choose.
type Filter struct {
	Subject  string
	ActorID  string
	BehalfOf string
	Offset   int
	Limit    int
}

// Search returns one page of the chosen lines, newest first, and how many there are
// in all.
func (l *Log) Search(ctx context.Context, f Filter) (list []Line, total int, err error) {
	err = l.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, total, err = selectLines(ctx, tx, f); err != nil {
			return err
		}
		return l.name(ctx, tx, list)
	})
	return list, total, err
}

// name puts the actors' usernames on the lines.
func (l *Log) name(ctx context.Context, tx *db.Tx, list []Line) error {
	ids := make([]string, 0, len(list))
	for _, line := range list {
		if line.ActorID != System {
			ids = append(ids, line.ActorID)
		}
	}
	names, err := l.Names(ctx, tx, ids...)
	for i, line := range list {
		list[i].Actor = names[line.ActorID]
		if line.ActorID == System {
			list[i].Actor = System
		}
	}
	return err
}
