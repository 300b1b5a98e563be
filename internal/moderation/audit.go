package moderation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Act is one thing that staff did. Before and After say what changed; what is
// private goes in as a digest (Digest).
type Act struct {
	Action   string // noun.verb, such as "identity.verified"
	Subject  string // kind:id, such as "account:…"
	Reason   string
	Before   string
	After    string
	BehalfOf string
}

// Line is an act as it stands in the log.
type Line struct {
	Seq      int64     `json:"seq"`
	At       time.Time `json:"at"`
	ActorID  string    `json:"actorId"`
	Actor    string    `json:"actor" doc:"username of the actor"`
	BehalfOf string    `json:"behalfOf,omitempty"`
	Action   string    `json:"action"`
	Subject  string    `json:"subject"`
	Reason   string    `json:"reason"`
	Before   string    `json:"before"`
	After    string    `json:"after"`
	Address  string    `json:"address"`
	Previous string    `json:"previous"`
	Hash     string    `json:"hash"`
}

// System is the actor of what no person did: the command line, a timer.
const System = "system"

// Record writes down what the caller in ctx did, in the caller's transaction:
// no act without its line, no line without its act.
func (s *Service) Record(ctx context.Context, tx *db.Tx, a Act) error {
	head, err := lockHead(ctx, tx)
	if err != nil {
		return fmt.Errorf("lock the audit log: %w", err)
	}
	l := Line{
		Seq: head.seq + 1, At: db.Time(db.Millis(s.Now())), ActorID: account.CallerFrom(ctx).ID,
		BehalfOf: a.BehalfOf, Action: a.Action, Subject: a.Subject, Reason: a.Reason, Before: a.Before,
		After: a.After, Address: api.Address(ctx), Previous: head.hash,
	}
	if l.ActorID == "" {
		l.ActorID = System
	}
	l.Hash = l.digest()
	if seen, ok := ctx.Value(seenKey{}).(*atomic.Bool); ok {
		seen.Store(true)
	}
	return insertLine(ctx, tx, l, s.Seals.MAC())
}

type seenKey struct{}

// Observed is a context that remembers whether an act was recorded in it.
func Observed(ctx context.Context) context.Context {
	return context.WithValue(ctx, seenKey{}, new(atomic.Bool))
}

// Recorded reports whether an act was recorded in a context that Observed made.
func Recorded(ctx context.Context) bool {
	seen, ok := ctx.Value(seenKey{}).(*atomic.Bool)
	return ok && seen.Load()
}

// digest is the line's hash: over every field and the hash before it. JSON keeps
// the fields apart, whatever is in them.
func (l Line) digest() string {
	text, err := json.Marshal([]any{
		l.Seq, l.At.UnixMilli(), l.ActorID, l.BehalfOf, l.Action, l.Subject, l.Reason, l.Before, l.After, l.Address, l.Previous,
	})
	if err != nil {
		panic(err) // numbers and strings always become JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Filter chooses lines of the log; what is empty does not choose.
type Filter struct {
	Subject string
	ActorID string
	Offset  int
	Limit   int
}

// Log returns one page of the audit log, newest first.
func (s *Service) Log(ctx context.Context, f Filter) (list []Line, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, total, err = selectLines(ctx, tx, f); err != nil {
			return err
		}
		return s.sign(ctx, tx, list)
	})
	return list, total, err
}

// sign puts the actors' usernames on the lines.
func (s *Service) sign(ctx context.Context, tx *db.Tx, list []Line) error {
	ids := make([]string, 0, len(list))
	for _, l := range list {
		if l.ActorID != System {
			ids = append(ids, l.ActorID)
		}
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	for i, l := range list {
		list[i].Actor = cards[l.ActorID].Username
		if l.ActorID == System {
			list[i].Actor = System
		}
	}
	return err
}

// Broken walks the whole chain and returns the number of the first line that was
// changed, taken out or put in, or 0 when the chain is whole.
func Broken(ctx context.Context, tx *db.Tx) (int64, error) {
	const batch = 1_000
	var last Line
	for {
		lines, err := selectAfter(ctx, tx, last.Seq, batch)
		if err != nil {
			return 0, err
		}
		for _, l := range lines {
			if l.Seq != last.Seq+1 || l.Previous != last.Hash || l.Hash != l.digest() {
				return l.Seq, nil
			}
			last = l
		}
		if len(lines) < batch {
			return afterLast(ctx, tx, last)
		}
	}
}

// Forged are the lines of the log that the program did not write: its chain can be
// computed anew by anybody, their MACs cannot.
func (s *Service) Forged(ctx context.Context, tx *db.Tx) (lines []int64, err error) {
	mac := s.Seals.MAC()
	epoch, err := mac.Judge(ctx, tx)
	if err != nil {
		return nil, err
	}
	list, err := db.All(ctx, tx, scanAuthenticated, `SELECT seq, hash, mac FROM audit_log ORDER BY seq`)
	for _, l := range list {
		since := epoch
		if l.seq <= epoch.Line {
			since.Since = "~"
		}
		if mac.Flaw(since, "", l.mac, "audit_log", l.seq, l.hash) != "" {
			lines = append(lines, l.seq)
		}
	}
	return lines, err
}

// End is the number and the hash of the log's last line; 0 when it is empty.
func End(ctx context.Context, tx *db.Tx) (line int64, hash string, err error) {
	last, err := readHead(ctx, tx)
	return last.seq, last.hash, err
}

// HashOf is the hash of a line; empty when there is none of the number.
func HashOf(ctx context.Context, tx *db.Tx, line int64) (string, error) {
	hash, _, err := db.Maybe(ctx, tx, db.String, `SELECT hash FROM audit_log WHERE seq = $1`, line)
	return hash, err
}

type authenticated struct {
	head
	mac string
}

func scanAuthenticated(r db.Row) (a authenticated, err error) {
	return a, r.Scan(&a.seq, &a.hash, &a.mac)
}

// afterLast finds lines missing from the end of the chain.
func afterLast(ctx context.Context, tx *db.Tx, last Line) (int64, error) {
	head, err := readHead(ctx, tx)
	if err != nil {
		return 0, err
	}
	if head.seq != last.Seq || head.hash != last.Hash {
		return last.Seq + 1, nil
	}
	return 0, nil
}
