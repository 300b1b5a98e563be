package wheel

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Status says what became of a result.
type Status string

// The statuses. Nothing leaves Done or Rejected.
const (
	Pending  Status = "pending"
	Done     Status = "done"     // the prize was performed
	Rejected Status = "rejected" // the member has the tokens back
)

// Version is a wheel as it was spun. Its id stands for price and segments: what
// has the same id is the same wheel.
type Version struct {
	ID       string `db:"version"`
	Price    money.Tokens
	Segments []Slice
}

func versionOf(w Wheel) Version {
	v := Version{Price: w.Price, Segments: w.slices()}
	text, err := json.Marshal(struct {
		Price    int64
		Segments []Slice
	}{int64(v.Price), v.Segments})
	if err != nil {
		panic("wheel: " + err.Error()) // texts and numbers always have a JSON
	}
	v.ID = id.Hash(string(text))
	return v
}

func (v Version) weights() []int {
	list := make([]int, len(v.Segments))
	for i, s := range v.Segments {
		list[i] = s.Weight
	}
	return list
}

// Result is one spin: who paid what, what was drawn, from which seeds.
type Result struct {
	ID             string        `db:"id"`
	PerformerID    string        `db:"performer_id"`
	MemberID       string        `db:"member_id"`
	MemberName     string        `db:"member_name"` // the username at the time
	ConversationID string        `db:"conversation_id"`
	Version        Version       `db:",inline"`
	Segment        int           `db:"segment"` // which of the version's
	ServerSeed     string        `db:"server_seed"`
	ClientSeed     string        `db:"client_seed"`
	Nonce          int64         `db:"nonce"`
	Terms          ledger.Terms  `db:",inline"`
	Shares         ledger.Shares `db:",inline"`
	TransferID     string        `db:"transfer_id"`
	Status         Status        `db:"status"`
	CreatedAt      time.Time     `db:"created_at"`
	DecidedAt      time.Time     `db:"decided_at"` // zero while pending
	Refunded       money.Tokens  `db:"refunded"`   // what the site gave back of it on request
}

// Drawn is the segment that came up.
func (r Result) Drawn() Slice { return r.Version.Segments[r.Segment] }

// Decided is published when a performer has decided a result.
type Decided struct{ Result Result }

// EventName implements bus.Event.
func (Decided) EventName() string { return "wheel.decided" }

// Decide says that a result's prize was performed, or rejects it, which gives the
// member the whole price back. Only the wheel's performer may, and once: it fails
// with ErrNoResult, ErrDecided, ErrRefunded or ErrSpent.
func (s *Service) Decide(ctx context.Context, performerID, resultID string, to Status) (r Result, err error) {
	if to != Done && to != Rejected {
		return r, fault.Field("status", "Must be one of done, rejected")
	}
	if !id.Valid(resultID) {
		return r, ErrNoResult
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		r, err = s.decide(ctx, tx, performerID, resultID, to)
		return err
	})
	return r, err
}

// rejectedMemo is what the transfer says that gives a spin back.
var rejectedMemo = ledger.DeclareMemo("Rejected: %v")

func (s *Service) decide(ctx context.Context, tx *db.Tx, performerID, resultID string, to Status) (Result, error) {
	decided, err := updateStatus(ctx, tx, performerID, resultID, to, s.Now())
	if err != nil {
		return Result{}, err
	}
	r, err := selectResult(ctx, tx, performerID, resultID)
	switch {
	case errors.Is(err, db.ErrNone):
		return Result{}, ErrNoResult
	case err != nil:
		return Result{}, err
	case !decided && r.Status == Pending:
		return Result{}, ErrRefunded
	case !decided:
		return Result{}, ErrDecided
	}
	if to == Rejected {
		_, err := s.Ledger.Reverse(ctx, tx, r.TransferID, rejectedMemo.With(r.Drawn().Label))
		if errors.Is(err, ledger.ErrFunds) {
			return Result{}, ErrSpent
		}
		if err != nil {
			return Result{}, err
		}
	}
	return r, s.Events.Publish(ctx, tx, Decided{r})
}

// Spins are the member's newest results since an instant.
func (s *Service) Spins(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Result, error) {
	return selectSince(ctx, tx, memberID, since, most)
}

// Find is a result, whosever it is, or ErrNoResult.
func (s *Service) Find(ctx context.Context, tx *db.Tx, resultID string) (Result, error) {
	r, err := selectOf(ctx, tx, resultID)
	if errors.Is(err, db.ErrNone) {
		return Result{}, ErrNoResult
	}
	return r, err
}

// NoteRefund notes that the site gave tokens of a result back in tx: from then on
// it cannot be rejected. It fails with ErrDecided when it is, and with ErrRefunded
// the second time.
func (s *Service) NoteRefund(ctx context.Context, tx *db.Tx, resultID string, amount money.Tokens) error {
	noted, err := updateRefunded(ctx, tx, resultID, amount)
	if err != nil || noted {
		return err
	}
	r, err := s.Find(ctx, tx, resultID)
	if err != nil {
		return err
	}
	if r.Refunded > 0 {
		return ErrRefunded
	}
	return ErrDecided
}

// Query selects results, newest first, of the performer, the member or the two.
type Query struct {
	PerformerID string
	MemberID    string
	Status      Status // empty for all
	Offset      int
	Limit       int
}

// Results is a page of a performer's or a member's results, how many there are in
// all, and the usernames of their people.
func (s *Service) Results(ctx context.Context, q Query) (list []Result, total int, names map[string]string, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if list, total, err = selectResults(ctx, tx, q); err != nil || len(list) == 0 {
			return err
		}
		ids := map[string]bool{}
		for _, r := range list {
			ids[r.PerformerID], ids[r.MemberID] = true, true
		}
		names, err = s.People.Usernames(ctx, tx, sorted(ids)...)
		return err
	})
	return list, total, names, err
}
