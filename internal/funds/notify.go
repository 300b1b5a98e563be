package funds

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
)

// Notifications are what vendors send.
type Notifications struct {
	*core
	setups     *Setups
	settlement *Settlement
}

// keepRaw is how long a notification is kept as it came (payments.md, 1).
const keepRaw = 90 * 24 * time.Hour

// What became of a notification.
const (
	received    = "received"
	accepted    = "accepted"
	ignored     = "ignored"
	unauthentic = "unauthentic"
	failed      = "failed"
)

// Notify takes a vendor's notification by the one algorithm of payments.md: keep
// it sealed, authenticate it, and settle its events in one transaction. The reply
// is made after the commit: a failure asks the vendor to try again. It fails with
// ErrNoGateway, or when the notification could not even be kept.
func (s *Notifications) Notify(ctx context.Context, gatewayID string, raw gateway.Raw) (gateway.Reply, error) {
	g, err := s.setups.gatewayNow(ctx, gatewayID)
	if err != nil {
		return gateway.Reply{}, err
	}
	notificationID, err := s.keep(ctx, gatewayID, raw)
	if err != nil {
		return gateway.Reply{}, err
	}
	events, err := g.Parse(ctx, raw)
	if err == nil {
		err = s.settlement.settleAll(ctx, gatewayID, notificationID, events)
	}
	if err != nil {
		s.noteOutcome(ctx, gatewayID, notificationID, raw, err)
	} else {
		s.counts.notifications.WithLabelValues(gatewayID, accepted).Inc()
		s.counts.heard.WithLabelValues(gatewayID).Set(float64(s.Now().Unix()))
	}
	return g.Ack(events, err), nil
}

// keep stores the request as it came, sealed, in a transaction of its own: what
// cannot be understood can be looked at.
func (s *Notifications) keep(ctx context.Context, gatewayID string, raw gateway.Raw) (string, error) {
	now := s.Now()
	notificationID := id.New(now)
	text, err := json.Marshal(raw)
	if err != nil {
		return "", fmt.Errorf("write a notification: %w", err)
	}
	sealed, err := s.Seals.Seal(notificationPlace(notificationID), text)
	if err != nil {
		return "", err
	}
	return notificationID, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO funds_notifications (id, gateway, address, sealed, outcome, received_at)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			notificationID, gatewayID, raw.RemoteIP.String(), sealed, received, db.Millis(now))
		if err != nil {
			return fmt.Errorf("keep a notification: %w", err)
		}
		return nil
	})
}

func notificationPlace(id string) secretbox.Place {
	return secretbox.Place{Table: "funds_notifications", Column: "sealed", Row: id}
}

// noteOutcome says why a notification was not accepted. Its own failure changes
// nothing of the answer. Of the forgeries of one address only so many are kept.
func (s *Notifications) noteOutcome(ctx context.Context, gatewayID, notificationID string, raw gateway.Raw, err error) {
	outcome, drop := failed, false
	switch {
	case errors.Is(err, gateway.ErrIgnore):
		outcome = ignored
	case errors.Is(err, gateway.ErrUnauthentic):
		outcome = unauthentic
		drop = s.Limiter.AllowAddress(ctx, "funds.forged", raw.RemoteIP.String()) != nil
	}
	s.counts.notifications.WithLabelValues(gatewayID, outcome).Inc()
	_ = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		full, err := outcome == unauthentic && !drop, error(nil)
		if full {
			full, err = manyForgeries(ctx, tx)
		}
		if err != nil {
			return err
		}
		if drop || full {
			_, err := db.Exec(ctx, tx, `DELETE FROM funds_notifications WHERE id = $1`, notificationID)
			return err
		}
		return setOutcome(ctx, tx, notificationID, outcome)
	})
}

// maxForged bounds the notifications that are kept although nobody signed them:
// each may be 256 KiB, and many addresses may send them. A node may count one or
// two too many.
const maxForged = 1000

// manyForgeries tells whether so many are kept.
func manyForgeries(ctx context.Context, tx *db.Tx) (bool, error) {
	n, err := db.One(ctx, tx, db.Int64, `
		SELECT COUNT(*)
		FROM funds_notifications
		WHERE outcome = $1 AND sealed <> ''`,
		unauthentic)
	if err != nil {
		return false, fmt.Errorf("count forged notifications: %w", err)
	}
	return n >= maxForged, nil
}

func setOutcome(ctx context.Context, tx *db.Tx, notificationID, outcome string) error {
	_, err := db.Exec(ctx, tx, `UPDATE funds_notifications SET outcome = $2 WHERE id = $1`, notificationID, outcome)
	if err != nil {
		return fmt.Errorf("note the outcome of %s: %w", notificationID, err)
	}
	return nil
}

// settleAll settles the events of one notification, or of one look at a gateway
// (notificationID is empty then), in one transaction.
func (s *Settlement) settleAll(ctx context.Context, gatewayID, notificationID string, events []gateway.Event) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, e := range events {
			if err := s.take(ctx, tx, gatewayID, notificationID, e); err != nil {
				return err
			}
		}
		return setOutcome(ctx, tx, notificationID, accepted)
	})
}

// take matches one authentic event with its intent, and settles it once.
func (s *Settlement) take(ctx context.Context, tx *db.Tx, gatewayID, notificationID string, e gateway.Event) error {
	in, err := match(ctx, tx, gatewayID, e)
	if errors.Is(err, ErrNoPayment) {
		return s.quarantine(ctx, tx, gatewayID, notificationID, Intent{}, e, []string{"no payment of ours is known for it"})
	}
	if err != nil {
		return err
	}
	differences := s.Against(in, gatewayID, e)
	if in.PaidAt.IsZero() {
		changed, err := s.isChanged(ctx, tx, in)
		if err != nil {
			return err
		}
		if changed {
			differences = append(differences, "the payment was changed in the database after it was begun")
		}
	}
	if len(differences) > 0 {
		return s.quarantine(ctx, tx, gatewayID, notificationID, in, e, differences)
	}
	return s.accept(ctx, tx, in, gatewayID, notificationID, e)
}

// Against says what in an event does not agree with the intent: nothing credits
// that differs in anything.
func (s *Settlement) Against(in Intent, gatewayID string, e gateway.Event) []string {
	differences := s.Key.Against(in.asked(), e)
	if in.Gateway != gatewayID {
		differences = append(differences, "the payment was started with "+in.Gateway)
	}
	if in.Kind != Purchase {
		differences = append(differences, "the payment was entered by hand")
	}
	if e.Total.Currency != "" && (e.Total.Currency != in.Price.Currency || e.Total.Minor < 0 || e.Total.Minor > in.Price.Minor) {
		differences = append(differences, fmt.Sprintf("the total is %s of %s", e.Total, in.Price))
	}
	return differences
}

// match finds and locks the intent that an event is about: by its pass-through
// value, its id, or the vendor's names for it.
func match(ctx context.Context, tx *db.Tx, gatewayID string, e gateway.Event) (Intent, error) {
	for _, named := range []string{gateway.IntentID(e.PassThrough), e.IntentID} {
		if named == "" {
			continue
		}
		if in, err := lockIntent(ctx, tx, named); !errors.Is(err, ErrNoPayment) {
			return in, err
		}
	}
	for _, column := range []struct{ name, value string }{{"session", e.Ref.Session}, {"sale", e.Ref.Sale}} {
		if column.value == "" {
			continue
		}
		found, err := selectIntent(ctx, tx, `gateway = $1 AND `+column.name+` = $2 ORDER BY id LIMIT 1`, gatewayID, column.value)
		if errors.Is(err, ErrNoPayment) {
			continue
		}
		if err != nil {
			return Intent{}, err
		}
		return lockIntent(ctx, tx, found.ID)
	}
	return Intent{}, ErrNoPayment
}

// accept writes the event down, unless it is known, and settles the payment.
func (s *Settlement) accept(ctx context.Context, tx *db.Tx, in Intent, gatewayID, notificationID string, e gateway.Event) error {
	fresh, err := s.record(ctx, tx, in, gatewayID, notificationID, e)
	if err != nil || !fresh {
		return err
	}
	in.Ref = joined(in.Ref, e.Ref)
	return s.settle(ctx, tx, in)
}

// settle brings the tokens and the state of a locked payment to where its events
// want them, and tells the news.
func (s *Settlement) settle(ctx context.Context, tx *db.Tx, in Intent) error {
	facts, err := s.selectFacts(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	was := in.State
	in.Status = Decide(in.Price.Minor, facts)
	if _, credits := paidStates[in.State]; credits {
		if in, err = s.settlePaid(ctx, tx, in); err != nil {
			return err
		}
	} else if in.State, err = shownState(ctx, tx, in); err != nil {
		return err
	}
	switch {
	case in.Orphaned:
		in.NextCheck = s.Now() // ask for the payment that must have been
	case !in.open():
		in.NextCheck = time.Time{}
	}
	if err := updateIntent(ctx, tx, in); err != nil || in.State == was {
		return err
	}
	return s.tellChange(ctx, tx, in)
}

// paidStates are those of a payment that was paid at some time.
var paidStates = map[State]bool{Paid: true, Refunded: true, ChargedBack: true}

// shownState is the state of a payment that is not paid: quarantine while
// something about it waits for an admin.
func shownState(ctx context.Context, tx *db.Tx, in Intent) (State, error) {
	waiting, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM funds_quarantine WHERE intent_id = $1 AND state IN ('open', 'approved')`, in.ID)
	if err != nil {
		return "", fmt.Errorf("count the quarantine of %s: %w", in.ID, err)
	}
	if waiting > 0 {
		return Quarantine, nil
	}
	return in.State, nil
}

// quarantine puts an event aside that does not agree with its payment, once, and
// alerts. It credits nothing.
func (s *Settlement) quarantine(ctx context.Context, tx *db.Tx, gatewayID, notificationID string, in Intent, e gateway.Event, differences []string) error {
	event, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the event %s: %w", e.Key, err)
	}
	texts, err := json.Marshal(differences)
	if err != nil {
		return fmt.Errorf("write the differences of %s: %w", e.Key, err)
	}
	now := s.Now()
	q := Quarantined{ID: id.New(now), Gateway: gatewayID, IntentID: in.ID}
	sum := sha256.Sum256([]byte(gatewayID + "|" + string(event)))
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO funds_quarantine (id, gateway, intent_id, notification_id, event, differences, digest, state, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8)
		ON CONFLICT (digest) DO NOTHING`,
		q.ID, gatewayID, in.ID, notificationID, string(event), string(texts), hex.EncodeToString(sum[:]), db.Millis(now))
	if err != nil {
		return fmt.Errorf("quarantine the event %s: %w", e.Key, err)
	}
	if rows == 0 {
		return nil
	}
	if err := s.Events.Publish(ctx, tx, q); err != nil || in.ID == "" {
		return err
	}
	return s.settle(ctx, tx, in)
}

// Forget empties the raw notifications whose time is over, and says how many.
func (s *Notifications) Forget(ctx context.Context) (n int64, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err = db.Exec(ctx, tx, `
			UPDATE funds_notifications SET sealed = '' WHERE received_at < $1 AND sealed <> ''`,
			db.Millis(s.Now().Add(-keepRaw)))
		return err
	})
	return n, err
}

// Raw opens a kept notification; ErrNoPayment when it has been emptied.
func (s *Notifications) Raw(ctx context.Context, notificationID string) (raw gateway.Raw, err error) {
	var sealed string
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		sealed, err = db.One(ctx, tx, db.String, `SELECT sealed FROM funds_notifications WHERE id = $1`, notificationID)
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && sealed == "" {
		return raw, ErrNoPayment
	}
	if err != nil {
		return raw, fmt.Errorf("select the notification %s: %w", notificationID, err)
	}
	text, err := s.Seals.Open(notificationPlace(notificationID), sealed)
	if err != nil {
		return raw, err
	}
	raw.Header, raw.Query = http.Header{}, url.Values{}
	return raw, json.Unmarshal(text, &raw)
}
