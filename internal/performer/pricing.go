package performer

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// Pricing is what performers charge, and how they run their shows.
type Pricing struct{ *core }

// Prices are what time and spins with a performer cost. Per minute, but
// WheelPrice, which is per spin; an ExclusivePrice of 0 is not offered.
type Prices struct {
	PrivatePrice   money.Tokens `json:"privatePrice" db:"private_price"`
	ExclusivePrice money.Tokens `json:"exclusivePrice" db:"exclusive_price"`
	GroupPrice     money.Tokens `json:"groupPrice" db:"group_price"`
	WheelPrice     money.Tokens `json:"wheelPrice" db:"wheel_price"`
	MinMinutes     int          `json:"minMinutes" db:"min_minutes"`
}

// startingPrices are what a new performer charges at first.
var startingPrices = Prices{
	PrivatePrice: money.Whole(30), GroupPrice: money.Whole(10), WheelPrice: money.Whole(25), MinMinutes: 1,
}

// Broadcast is how a performer runs shows.
type Broadcast struct {
	MaxParticipants int    `json:"maxParticipants" minimum:"1" maximum:"100" db:"max_participants"`
	MinParticipants int    `json:"minParticipants" minimum:"1" maximum:"100" db:"min_participants"`
	PeekIn          PeekIn `json:"peekIn" db:",inline"`
	Record          bool   `json:"record" db:"record"`
	WhoMayAsk       string `json:"whoMayAsk" enum:"everyone,favourites,balance,nobody" db:"who_may_ask"`
	// MinBalance is what a member must have to ask, when WhoMayAsk is balance.
	MinBalance money.Tokens `json:"minBalance,omitempty" doc:"tokens a member must have to ask, when whoMayAsk is balance" db:"min_balance"`
}

// PeekIn sells a look into a private show: a window of Seconds for Price; a
// price of 0 is a third of the private price.
type PeekIn struct {
	Enabled bool         `json:"enabled" db:"peek_in"`
	Price   money.Tokens `json:"price" db:"peek_in_price"`
	Seconds int          `json:"seconds" minimum:"10" maximum:"600" db:"peek_in_seconds"`
	Sound   bool         `json:"sound,omitempty" doc:"those who look in hear the performer; otherwise they see her only" db:"peek_in_sound"`
}

// Validate reports the first price that cannot be: prices are whole tokens from
// 1 to 10,000 (docs/behaviours: small conventions).
func (p Prices) Validate() error {
	for _, price := range []struct {
		property string
		amount   money.Tokens
		least    int64
	}{
		{"privatePrice", p.PrivatePrice, 1}, {"exclusivePrice", p.ExclusivePrice, 0},
		{"groupPrice", p.GroupPrice, 1}, {"wheelPrice", p.WheelPrice, 1},
	} {
		if err := checkPrice(price.property, price.amount, price.least); err != nil {
			return err
		}
	}
	if p.MinMinutes < 1 || p.MinMinutes > 60 {
		return fault.Between("minMinutes", 1, 60)
	}
	return nil
}

func checkPrice(property string, amount money.Tokens, least int64) error {
	if amount < money.Whole(least) || amount > money.Whole(maxTokens) {
		return fault.Between(property, least, maxTokens)
	}
	if amount%money.Unit != 0 {
		return fault.Field(property, "Must be whole tokens")
	}
	return nil
}

// SetPrices changes what a performer charges from the next show on.
func (s *Pricing) SetPrices(ctx context.Context, performerID string, p Prices) (Performer, error) {
	if err := p.Validate(); err != nil {
		return Performer{}, err
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		return updatePrices(ctx, tx, performerID, p, s.Now())
	})
}

// Validate reports what does not fit together.
func (b Broadcast) Validate() error {
	if b.MinParticipants > b.MaxParticipants {
		return fault.Field("minParticipants", "Must be between %d and %d", 1, b.MaxParticipants)
	}
	if b.WhoMayAsk == "balance" || b.MinBalance != 0 { // it is kept for when it counts again
		if err := checkPrice("minBalance", b.MinBalance, 1); err != nil {
			return err
		}
	}
	if b.PeekIn.Price != 0 {
		return checkPrice("peekIn.price", b.PeekIn.Price, 1)
	}
	return nil
}

// SetBroadcast changes how a performer runs shows. A peek-in may not cost
// more per second than the private show itself (docs/behaviours: peek-in).
func (s *Pricing) SetBroadcast(ctx context.Context, performerID string, b Broadcast) (Performer, error) {
	if err := b.Validate(); err != nil {
		return Performer{}, err
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.load(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if b.PeekIn.Price*60 > p.PrivatePrice*money.Tokens(b.PeekIn.Seconds) {
			return fault.Field("peekIn.price", "Must not cost more per second than the private show")
		}
		return updateBroadcast(ctx, tx, performerID, b, s.Now())
	})
}

// WheelPrice is what a spin of the performer's wheel costs; ErrAbsent for nobody.
func (s *Pricing) WheelPrice(ctx context.Context, tx *db.Tx, performerID string) (money.Tokens, error) {
	return selectWheelPrice(ctx, tx, performerID)
}

// Offer is what a performer charges now, how shows are run, and whether the performer is
// available or away.
type Offer struct {
	Prices
	Broadcast    Broadcast `db:",inline"`
	Availability string    `db:"status"`
}

// offerRows is where an offer is stored.
var offerRows = db.StructOf[Offer]()

// Offer reads what a performer asks for a show; ErrAbsent for nobody.
func (s *Pricing) Offer(ctx context.Context, tx *db.Tx, performerID string) (Offer, error) {
	return selectOffer(ctx, tx, performerID)
}

// selectOffer reads what a show needs of a performer.
func selectOffer(ctx context.Context, tx *db.Tx, performerID string) (Offer, error) {
	o, err := db.One(ctx, tx, offerRows.Scan, `SELECT `+offerRows.Columns+` FROM performers WHERE id = $1`, performerID)
	return o, none(err)
}

func updatePrices(ctx context.Context, tx *db.Tx, performerID string, p Prices, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET private_price = $2, exclusive_price = $3, group_price = $4, wheel_price = $5, min_minutes = $6, updated_at = $7
		WHERE id = $1`,
		performerID, p.PrivatePrice, p.ExclusivePrice, p.GroupPrice, p.WheelPrice, p.MinMinutes, db.Millis(now)))
}

func updateBroadcast(ctx context.Context, tx *db.Tx, performerID string, b Broadcast, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET max_participants = $2, min_participants = $3, peek_in = $4, peek_in_price = $5, peek_in_seconds = $6,
			peek_in_sound = $7, record = $8, who_may_ask = $9, min_balance = $10, updated_at = $11
		WHERE id = $1`,
		performerID, b.MaxParticipants, b.MinParticipants, b.PeekIn.Enabled, b.PeekIn.Price, b.PeekIn.Seconds,
		b.PeekIn.Sound, b.Record, b.WhoMayAsk, b.MinBalance, db.Millis(now)))
}

func scanTokens(r db.Row) (t money.Tokens, err error) { return t, r.Scan(&t) }

func selectWheelPrice(ctx context.Context, tx *db.Tx, performerID string) (money.Tokens, error) {
	price, err := db.One(ctx, tx, scanTokens, `SELECT wheel_price FROM performers WHERE id = $1`, performerID)
	return price, none(err)
}

type pricesInput struct{ Body Prices }

func (s *Pricing) prices(ctx context.Context, in *pricesInput) (Performer, error) {
	return s.SetPrices(ctx, account.CallerFrom(ctx).ID, in.Body)
}

type broadcastInput struct{ Body Broadcast }

func (s *Pricing) broadcast(ctx context.Context, in *broadcastInput) (Performer, error) {
	return s.SetBroadcast(ctx, account.CallerFrom(ctx).ID, in.Body)
}
