package funds

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

// EventsTable is what the gateways told. Every row of it has a MAC.
const EventsTable = "funds_events"

// Happened is an event of a payment, as it was written down.
type Happened struct {
	id             string
	intentID       string
	gateway        string
	Key            string
	Kind           gateway.Kind
	NotificationID string
	ref            gateway.Ref
	Amount         int64 // minor units
	Total          int64 // -1: not told
	Reason         string
	At             time.Time // the vendor's
	ReceivedAt     time.Time
	// Forged: the program did not write it down like this, so it counts for nothing.
	Forged bool
}

const happenedColumns = `id, intent_id, gateway, key, kind, notification_id, session, sale, amount, total, reason, at, received_at`

func scanHappened(r db.Row) (h Happened, err error) {
	var at, received int64
	err = r.Scan(&h.id, &h.intentID, &h.gateway, &h.Key, &h.Kind, &h.NotificationID, &h.ref.Session, &h.ref.Sale,
		&h.Amount, &h.Total, &h.Reason, &at, &received)
	h.At, h.ReceivedAt = db.Time(at), db.Time(received)
	return h, err
}

func (h Happened) mac(m secretbox.MAC) string { return m.Of(EventsTable, h.fields()...) }

func (h Happened) fields() []any {
	return []any{
		h.id, h.intentID, h.gateway, h.Key, string(h.Kind), h.NotificationID, h.ref.Session, h.ref.Sale,
		h.Amount, h.Total, h.Reason, db.Millis(h.At), db.Millis(h.ReceivedAt),
	}
}

// insertEvent writes an event down, or reports that its key is known; on
// PostgreSQL it waits for another transaction that is writing it.
func (s *Settlement) insertEvent(ctx context.Context, tx *db.Tx, intentID, gatewayID, notificationID string, e gateway.Event) (fresh bool, err error) {
	now := s.Now()
	h := Happened{
		id: id.New(now), intentID: intentID, gateway: gatewayID, Key: e.Key, Kind: e.Kind, NotificationID: notificationID,
		ref: e.Ref, Amount: e.Amount.Minor, Total: -1, Reason: e.Reason, At: e.At, ReceivedAt: now,
	}
	if e.Total.Currency != "" {
		h.Total = e.Total.Minor
	}
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO funds_events (`+happenedColumns+`, mac)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (gateway, key) DO NOTHING`,
		append(h.fields(), h.mac(s.Seals.MAC()))...)
	if err != nil {
		return false, fmt.Errorf("insert the event %s: %w", e.Key, err)
	}
	return rows == 1, nil
}

// selectHappened returns all that is written down of a payment, also what was forged.
func (s *Settlement) selectHappened(ctx context.Context, tx *db.Tx, intentID string) ([]Happened, error) {
	list, err := db.All(ctx, tx, scanJudged(s.Seals.MAC()), `
		SELECT `+happenedColumns+`, mac
		FROM funds_events
		WHERE intent_id = $1
		ORDER BY id`, intentID)
	if err != nil {
		return nil, fmt.Errorf("select the events of %s: %w", intentID, err)
	}
	return list, nil
}

// scanJudged scans events and their MACs. No row may lack one, whatever may be said of
// when MACs began: the first start of this version gave older rows theirs.
func scanJudged(m secretbox.MAC) func(db.Row) (Happened, error) {
	return func(r db.Row) (h Happened, err error) {
		var kept string
		h, err = scanHappened(also{r, &kept})
		h.Forged = err == nil && m.Flaw(secretbox.Epoch{}, h.id, kept, EventsTable, h.fields()...) != ""
		return h, err
	}
}

// selectFacts returns what the gateways told of a payment. Who has the database alone
// can neither add to it nor change it.
func (s *Settlement) selectFacts(ctx context.Context, tx *db.Tx, intentID string) (facts []fact, err error) {
	list, err := s.selectHappened(ctx, tx, intentID)
	for _, h := range list {
		if !h.Forged {
			facts = append(facts, fact{h.Kind, h.Amount, h.Total, db.Millis(h.At)})
		}
	}
	return facts, err
}

// eachEvent gives every event to do, in pages.
func eachEvent(ctx context.Context, tx *db.Tx, m secretbox.MAC, do func(Happened) error) error {
	const page = 500
	for after, more := "", true; more; {
		list, err := db.All(ctx, tx, scanJudged(m), `
			SELECT `+happenedColumns+`, mac
			FROM funds_events
			WHERE id > $1
			ORDER BY id
			LIMIT $2`, after, page)
		if err != nil {
			return fmt.Errorf("select events: %w", err)
		}
		for _, h := range list {
			if err := do(h); err != nil {
				return err
			}
			after = h.id
		}
		more = len(list) == page
	}
	return nil
}

// checkTold finds events that no gateway told.
func (s *Settlement) checkTold(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
	err = eachEvent(ctx, tx, s.Seals.MAC(), func(h Happened) error {
		if h.Forged {
			found = append(found, ledger.Violation{Rule: "funds.told", Subject: h.id, Text: "of the payment " + h.intentID + " is not as the program writes what gateways tell"})
		}
		return nil
	})
	return found, err
}

// AuthenticateEvents gives the events of a version without MACs theirs. It is for the
// first start of this version alone: afterwards it would bless what somebody forged.
func AuthenticateEvents(ctx context.Context, tx *db.Tx, m secretbox.MAC) error {
	return eachEvent(ctx, tx, m, func(h Happened) error {
		_, err := db.Exec(ctx, tx, `UPDATE funds_events SET mac = $2 WHERE id = $1`, h.id, h.mac(m))
		return err
	})
}
