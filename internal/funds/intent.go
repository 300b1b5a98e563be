package funds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
)

// Checkout begins payments.
type Checkout struct {
	*core
	setups         *Setups
	spendingLimits *SpendingLimits
	payments       *Payments
}

// The kinds of intent: a member's purchase, and what admins enter by hand.
const (
	Purchase = "purchase"
	Credit   = "credit"
	Debit    = "debit"
)

// Intent is one payment, frozen at the click.
type Intent struct {
	ID          string
	Kind        string
	AccountID   string
	PackageID   string
	PackageName string
	Gateway     string
	Price       gateway.Money
	Tokens      money.Tokens
	Bonus       money.Tokens
	Status
	Ref        gateway.Ref
	Next       string // where the member was sent, sealed; empty until then
	Reason     string // and below: of what is entered by hand
	Reference  string
	EnteredBy  string
	ApprovedBy string
	Checks     int // how often the gateway was asked
	NextCheck  time.Time
	CreatedAt  time.Time
	PaidAt     time.Time
	Waits      bool // what was decided waits for a second admin
}

// asked is the intent in the words of a gateway.
func (in Intent) asked() gateway.Intent {
	return gateway.Intent{
		ID: in.ID, PackageID: in.PackageID, AccountID: in.AccountID, Price: in.Price,
		Description: (in.Tokens + in.Bonus).String() + " tokens",
	}
}

// credit is all that the payment gives.
func (in Intent) credit() money.Tokens { return in.Tokens + in.Bonus }

// open reports whether the payment may still be paid in the usual way.
func (in Intent) open() bool {
	return in.State == Created || in.State == Pending || in.State == Quarantine
}

// Order is what a member asks for. Its JSON is what an Idempotency-Key stands for.
type Order struct {
	MemberID  string
	PackageID string
	Gateway   string // empty: the last one used, or the first that can
	ReturnURL string `json:"-"` // where the vendor sends the member back to; the intent's id is put behind it
	CancelURL string `json:"-"`
}

// Started is an intent and where the member goes.
type Started struct {
	Intent Intent
	URL    string
	Fields map[string]string // nil: follow URL; otherwise post these to it
}

// Buy freezes an intent and starts it with its gateway. A key that has been used
// gives the same intent, and the same way to pay while it is open. It fails with
// ErrNoPackage, ErrNotOffered, ErrMail, ErrOwes, ErrFrozen, ErrCooling, ErrLimit, or
// as the gateway does; nothing has been charged then.
func (s *Checkout) Buy(ctx context.Context, o Order, key string) (Started, error) {
	if err := s.Limiter.Allow(ctx, "funds.buy", o.MemberID); err != nil {
		return Started{}, err
	}
	var intentID string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		intentID, err = idempotency.Once(ctx, tx, "funds.buy:"+o.MemberID, key, o, s.Now(), func() (string, error) {
			return s.freeze(ctx, tx, o)
		})
		return err
	})
	if err != nil {
		return Started{}, err
	}
	return s.start(ctx, intentID, o)
}

// freeze writes the intent down as the package is now.
func (s *Checkout) freeze(ctx context.Context, tx *db.Tx, o Order) (string, error) {
	if err := s.mayBuy(ctx, tx, o.MemberID); err != nil {
		return "", err
	}
	p, err := selectPackage(ctx, tx, o.PackageID)
	if err != nil {
		return "", err
	}
	chosen, err := s.choose(ctx, tx, p, o)
	if err != nil {
		return "", err
	}
	now := s.Now()
	in := Intent{
		ID: id.New(now), Kind: Purchase, AccountID: o.MemberID, PackageID: p.ID, PackageName: p.Name,
		Gateway: chosen, Price: p.Price, Tokens: p.Tokens, Bonus: p.Bonus,
		Status: Status{State: Created}, NextCheck: now.Add(firstCheck), CreatedAt: now,
	}
	return in.ID, insertIntent(ctx, tx, in, s.Seals.MAC())
}

// choose is the gateway asked for, or the member's last one, or the first.
func (s *Checkout) choose(ctx context.Context, tx *db.Tx, p Package, o Order) (string, error) {
	offers, err := s.setups.offers(ctx, tx)
	if err != nil {
		return "", err
	}
	able := Offer{Package: p, Carriers: carriers(ctx, offers, p.Price)}.able()
	wanted := o.Gateway
	if wanted == "" && len(able) > 0 {
		if wanted, err = selectLastGateway(ctx, tx, o.MemberID); err != nil {
			return "", err
		}
	}
	for _, id := range able {
		if id == wanted {
			return id, nil
		}
	}
	if o.Gateway != "" || len(able) == 0 {
		return "", ErrNotOffered
	}
	return able[0], nil
}

// start asks the gateway where the member goes, outside of any transaction, and
// keeps the answer: a click sent again goes to the same place and pays once. When
// the payment is over it goes to where the vendor would send the member back to.
func (s *Checkout) start(ctx context.Context, intentID string, o Order) (Started, error) {
	in, err := s.intent(ctx, intentID)
	if err != nil {
		return Started{}, err
	}
	if !in.open() {
		return Started{Intent: in, URL: o.ReturnURL + in.ID}, nil
	}
	if in.Next != "" {
		next, err := s.openNext(in)
		return Started{Intent: in, URL: next.URL, Fields: next.Fields}, err
	}
	g, err := s.setups.gatewayNow(ctx, in.Gateway)
	if err != nil {
		return Started{}, err
	}
	asked := in.asked()
	asked.PassThrough = s.Key.PassThrough(asked)
	asked.ReturnURL, asked.CancelURL = o.ReturnURL+in.ID, o.CancelURL+in.ID
	next, err := g.Start(ctx, asked)
	if err != nil {
		s.counts.failures.WithLabelValues(in.Gateway, callStart).Inc()
		return Started{}, err
	}
	in, err = s.keepNext(ctx, in.ID, next)
	return Started{Intent: in, URL: next.URL, Fields: next.Fields}, err
}

// joined is what is known of a reference, once more of it is told. What is known
// stays: the first attempt of an intent is the one that was started.
func joined(known, told gateway.Ref) gateway.Ref {
	if known.Session == "" {
		known.Session = told.Session
	}
	if told.Sale != "" {
		known.Sale = told.Sale
	}
	return known
}

// Payment is a member's own payment; ErrNoPayment for another's.
func (s *Checkout) Payment(ctx context.Context, memberID, intentID string) (Intent, error) {
	in, err := s.intent(ctx, intentID)
	if err == nil && (in.AccountID != memberID || in.Kind != Purchase) {
		return Intent{}, ErrNoPayment
	}
	return in, err
}

func (s *core) intent(ctx context.Context, intentID string) (in Intent, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, err = selectIntent(ctx, tx, `id = $1`, intentID)
		return err
	})
	return in, err
}

// member is an active account of a member; ErrNoMember when it is none.
func (s *core) member(ctx context.Context, tx *db.Tx, memberID string) (account.Account, error) {
	a, err := s.Accounts.Get(ctx, tx, memberID)
	if errors.Is(err, account.ErrAbsent) || err == nil && (a.Role != account.Member || a.Status != account.StatusActive) {
		return a, ErrNoMember
	}
	return a, err
}

// mayBuy refuses who may not buy now.
func (s *Checkout) mayBuy(ctx context.Context, tx *db.Tx, memberID string) error {
	buyer, err := s.member(ctx, tx, memberID)
	switch {
	case err != nil:
		return err
	case !buyer.EmailVerified:
		return ErrMail
	}
	frozen, owes, err := selectTrouble(ctx, tx, memberID)
	switch {
	case err != nil:
		return err
	case frozen:
		return ErrFrozen
	case owes:
		return ErrOwes
	}
	return s.spendingLimits.withinLimits(ctx, tx, memberID, 1) // with nothing left to spend, nothing is bought
}

const intentColumns = `id, kind, account_id, package_id, package_name, gateway, price, currency, tokens, bonus,
	state, session, sale, next, refunded, disputed, dispute, surplus, parked, reason, reference,
	entered_by, approved_by, checks, next_check, created_at, paid_at`

func scanIntent(r db.Row) (in Intent, err error) {
	var check, created, paid int64
	err = r.Scan(&in.ID, &in.Kind, &in.AccountID, &in.PackageID, &in.PackageName, &in.Gateway,
		&in.Price.Minor, &in.Price.Currency, &in.Tokens, &in.Bonus,
		&in.State, &in.Ref.Session, &in.Ref.Sale, &in.Next, &in.Refunded, &in.Disputed, &in.Dispute, &in.Surplus, &in.Orphaned,
		&in.Reason, &in.Reference, &in.EnteredBy, &in.ApprovedBy, &in.Checks, &check, &created, &paid)
	in.NextCheck, in.CreatedAt, in.PaidAt = db.Time(check), db.Time(created), db.Time(paid)
	return in, err
}

func insertIntent(ctx context.Context, tx *db.Tx, in Intent, mac secretbox.MAC) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO funds_intents (`+intentColumns+`, mac)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)`,
		in.ID, in.Kind, in.AccountID, in.PackageID, in.PackageName, in.Gateway, in.Price.Minor, in.Price.Currency,
		in.Tokens, in.Bonus, in.State, in.Ref.Session, in.Ref.Sale, in.Next, in.Refunded, in.Disputed, in.Dispute,
		in.Surplus, in.Orphaned, in.Reason, in.Reference, in.EnteredBy, in.ApprovedBy, in.Checks,
		db.Millis(in.NextCheck), db.Millis(in.CreatedAt), db.Millis(in.PaidAt), mac.Of("funds_intents", in.frozen()...))
	if err != nil {
		return fmt.Errorf("insert the intent %s: %w", in.ID, err)
	}
	return nil
}

// updateIntent writes what events and admins change; the frozen part stays. The way
// to the vendor's page goes when nobody is to pay there any more.
func updateIntent(ctx context.Context, tx *db.Tx, in Intent) error {
	if !in.open() {
		in.Next = ""
	}
	_, err := db.Exec(ctx, tx, `
		UPDATE funds_intents
		SET state = $2, session = $3, sale = $4, next = $5, refunded = $6, disputed = $7, dispute = $8, surplus = $9,
		    parked = $10, approved_by = $11, checks = $12, next_check = $13, paid_at = $14
		WHERE id = $1`,
		in.ID, in.State, in.Ref.Session, in.Ref.Sale, in.Next, in.Refunded, in.Disputed, in.Dispute, in.Surplus,
		in.Orphaned, in.ApprovedBy, in.Checks, db.Millis(in.NextCheck), db.Millis(in.PaidAt))
	if err != nil {
		return fmt.Errorf("update the intent %s: %w", in.ID, err)
	}
	return nil
}

// selectIntent returns one intent, or ErrNoPayment.
func selectIntent(ctx context.Context, tx *db.Tx, where string, args ...any) (Intent, error) {
	in, err := db.One(ctx, tx, scanIntent, `SELECT `+intentColumns+` FROM funds_intents WHERE `+where, args...)
	if errors.Is(err, db.ErrNone) {
		return in, ErrNoPayment
	}
	if err != nil {
		return in, fmt.Errorf("select an intent: %w", err)
	}
	return in, nil
}

// lockIntent returns an intent that nobody else changes until the transaction
// ends: all that happens to a payment happens in a row.
func lockIntent(ctx context.Context, tx *db.Tx, intentID string) (Intent, error) {
	return selectIntent(ctx, tx, `id = $1`+tx.Fragment(db.ForUpdate), intentID)
}

// isFault reports whether an error is the person's to read.
func isFault(err error) bool {
	_, ok := errors.AsType[*fault.Fault](err)
	return ok
}
