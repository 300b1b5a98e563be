// Package journal proves that the ledger's past does not change. Each UTC day is
// closed once: its transfers, each written as one line of text, are the leaves of
// a Merkle tree; the tree's root is chained to the day before and signed. Whoever
// kept one published day can prove that it, and all before it, are the same today.
//
// Invariants:
//   - a day is closed after it has ended, in order, once, by whichever node;
//   - a closed day has every transfer with an id of that day, and gets no more
//     (migration 0071; see Grace);
//   - from the database alone Verify recomputes every closed day, and names the
//     day and the transfer that differ.
//
// README.md of the ledger says how; docs/decisions/0015-journal-proof.md says why.
package journal

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
)

// Grace is how long after midnight a day stays open. Transactions that run across
// midnight need no grace, since a seal waits for them; it is for nodes whose clock
// is slow. What one that is slower than this posts is entered in the first open day.
const Grace = time.Hour

// The refusals.
var (
	// ErrUnfinished: the day, or its grace, has not ended.
	ErrUnfinished = fault.New(fault.Conflict, "This day has not ended yet.").Coded("unfinished_day")
	// ErrOrder: the day does not follow the last closed one, or is before the first.
	ErrOrder = fault.New(fault.Conflict, "The day before has to be closed first.").Coded("day_order")
	// ErrUnclosed: the transfer's day is not closed, so there is nothing to prove
	// it by.
	ErrUnclosed = fault.New(fault.Conflict, "This can be proved once its day is closed.").Coded("unclosed_day")
	// ErrUnknown: no such transfer or day.
	ErrUnknown = fault.New(fault.NotFound, "The journal does not have this.")
)

// Keys are the journal's secrets, and the public keys whose signatures count.
type Keys struct {
	Sign   ed25519.PrivateKey
	Salt   []byte              // hides leaves from whoever is not shown them
	Former []ed25519.PublicKey // that signed earlier days
}

// Deps are what the journal stands on. Accounts are of the same layer, so app
// says who is calling.
type Deps struct {
	DB       *db.DB
	Keys     Keys
	MAC      secretbox.MAC // of how many days there are; zero: none
	Now      func() time.Time
	Caller   func(ctx context.Context) string // the id of the account that calls
	SignedIn api.Guard
}

// Journal closes days and proves what is in them.
type Journal struct{ Deps }

// New makes the journal. Both keys must be there.
func New(d Deps) (*Journal, error) {
	if len(d.Keys.Sign) != ed25519.PrivateKeySize || len(d.Keys.Salt) < 32 {
		return nil, errors.New("the journal needs an Ed25519 key and a salt of 32 bytes or more")
	}
	return &Journal{d}, nil
}

// layout is how days are written; as text they sort by time.
const layout = time.DateOnly

// dayOf is the day of an instant.
func dayOf(at time.Time) string { return at.UTC().Format(layout) }

// span is where a day begins and ends.
func span(day string) (from, to time.Time, err error) {
	from, err = time.Parse(layout, day)
	if err != nil {
		return from, to, fault.Field("day", "Must be a day such as 2026-11-02")
	}
	return from, from.AddDate(0, 0, 1), nil
}

// Close closes every day that has ended and is still open, the oldest first, and
// returns those that this call closed. It begins with the day of the first
// transfer; days without any are closed too, empty.
func (j *Journal) Close(ctx context.Context) (closed []Head, err error) {
	for {
		day, err := j.next(ctx)
		if err != nil || day == "" {
			return closed, err
		}
		switch head, fresh, err := j.close(ctx, day); {
		case errors.Is(err, ErrUnfinished):
			return closed, nil
		case err != nil:
			return closed, err
		case fresh:
			closed = append(closed, head)
		}
	}
}

// next is the day to close after the last one; empty while nothing was ever posted.
func (j *Journal) next(ctx context.Context) (day string, err error) {
	err = j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		day, err = following(ctx, tx)
		return err
	})
	return day, err
}

// following is the day after the last closed one, or that of the first transfer.
func following(ctx context.Context, tx *db.Tx) (string, error) {
	last, err := selectLast(ctx, tx)
	switch {
	case err == nil:
		_, end, err := span(last.Day)
		return dayOf(end), err
	case !errors.Is(err, db.ErrNone):
		return "", err
	}
	first, err := selectFirst(ctx, tx)
	if errors.Is(err, db.ErrNone) {
		return "", nil
	}
	at, ok := id.Time(first)
	if err == nil && !ok {
		err = fmt.Errorf("journal: the first transfer's id %q carries no time", first)
	}
	return dayOf(at), err
}

// close seals the day, so that its transfers are final, then reads and signs them.
// Between the two a node may die: the next call goes on.
func (j *Journal) close(ctx context.Context, day string) (head Head, fresh bool, err error) {
	_, end, err := span(day)
	if err != nil {
		return head, false, err
	}
	if j.Now().Before(end.Add(Grace)) {
		return head, false, ErrUnfinished
	}
	if head, err = j.admit(ctx, day); head.Day != "" || err != nil {
		return head, false, err
	}
	err = j.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return insertSeal(ctx, tx, day, id.Floor(end), j.Now())
	})
	if err != nil {
		return head, false, err
	}
	head, tiles, err := j.collect(ctx, day)
	if err != nil {
		return head, false, err
	}
	if head.Day != "" {
		err = j.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			fresh, err = insertDay(ctx, tx, head, tiles, j.Now())
			if err == nil && fresh {
				err = MoveHead(ctx, tx, j.MAC)
			}
			return err
		})
	}
	if err != nil || fresh {
		return head, fresh, err
	}
	head, err = j.admit(ctx, day) // another node was first
	if err == nil && head.Day == "" {
		err = fmt.Errorf("journal: another day already follows the one before %s", day)
	}
	return head, false, err
}

// admit returns the day if it is closed, and refuses it when it is not its turn.
func (j *Journal) admit(ctx context.Context, day string) (head Head, err error) {
	err = j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		head, err = selectHead(ctx, tx, day)
		if !errors.Is(err, db.ErrNone) {
			return err
		}
		turn, err := following(ctx, tx)
		if err == nil && turn != day {
			return ErrOrder
		}
		return err
	})
	return head, err
}

// collect makes the head of a sealed day, and its tiles. The head is empty when
// the day was closed meanwhile.
func (j *Journal) collect(ctx context.Context, day string) (head Head, tiles []tile, err error) {
	err = j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if turn, err := following(ctx, tx); err != nil || turn > day {
			return err
		} else if turn < day { // something older was posted before the seal
			return ErrOrder
		}
		previous := genesis
		if last, err := selectLast(ctx, tx); err == nil {
			previous = last.Chain
		} else if !errors.Is(err, db.ErrNone) {
			return err
		}
		var leaves []leaf
		err := j.walk(ctx, tx, day, func(l leaf) { leaves = append(leaves, l) })
		if err != nil {
			return err
		}
		tiles = cut(leaves)
		head = j.sign(Head{Version: Version, Day: day, Size: int64(len(leaves)), Root: hexOf(rootOf(tiles)), Previous: previous})
		return nil
	})
	return head, tiles, err
}
