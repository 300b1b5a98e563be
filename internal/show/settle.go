package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/meter"
)

// Settling brings a paid show's status and its meters in line with what is there:
// the performer's picture, and each member in the media room. Everything that
// changes either calls it, in the same transaction; it may be called at any time.

// settle returns the show as it is then.
func (s *Service) settle(ctx context.Context, tx *db.Tx, current Show) (Show, error) {
	seats, err := selectSeats(ctx, tx, current.ID)
	if err != nil {
		return current, err
	}
	was := current.Status
	if current.Status == Starting && current.Type == Group && current.picture() && members(seats) >= current.MinParticipants {
		if seats, err = s.openMeters(ctx, tx, current, seats); err != nil {
			return current, err
		}
	}
	current.Status = current.becomes(seats)
	if current.Status == Live && current.LiveAt.IsZero() {
		current.LiveAt = s.Now()
	}
	if err := updateStage(ctx, tx, current); err != nil {
		return current, err
	}
	at := s.Now()
	if !current.picture() && !current.LostAt.IsZero() {
		at = current.LostAt
	}
	err = s.eachSeat(ctx, tx, seats, func(ctx context.Context, tx *db.Tx, one seat) error {
		return s.turn(ctx, tx, one, current.Status == Live && current.picture() && one.here(), at)
	})
	if err != nil {
		return current, err
	}
	if was == current.Status && was != Paused { // a paused show may have another cause now
		return current, nil
	}
	return current, s.announce(ctx, tx, current)
}

// becomes is the status that fits the media. A private show needs both sides; a
// group show starts with enough members and then needs only its performer.
func (s Show) becomes(seats []seat) Status {
	complete := s.picture()
	switch {
	case s.Type == Private:
		complete = complete && anyHere(seats)
	case s.Status == Starting:
		complete = complete && metered(seats) >= s.MinParticipants
	}
	switch {
	case complete:
		return Live
	case s.Status == Live:
		return Paused
	}
	return s.Status
}

// turn lets one clock run, or stops it, as of at.
func (s *Service) turn(ctx context.Context, tx *db.Tx, one seat, runs bool, at time.Time) error {
	if !one.Metered {
		return nil
	}
	if !runs {
		return s.Meters.Pause(ctx, tx, one.ID, at)
	}
	if err := s.Meters.Start(ctx, tx, one.ID, at); err != nil {
		return err
	}
	return s.Meters.Resume(ctx, tx, one.ID, at)
}

// openMeters reserves the first minutes of those who wait in a group show, which
// is about to start. Who cannot pay them is dropped, and told; the others wait
// on when too few remain.
func (s *Service) openMeters(ctx context.Context, tx *db.Tx, current Show, seats []seat) (able []seat, err error) {
	for _, one := range seats {
		one.TakenAt, one.Metered = s.Now(), true
		_, err := s.openMeter(ctx, tx, current, one, meter.Group, current.Price, current.MinMinutes)
		if cannotPay(err) {
			one.Metered = false
			if err := s.leave(ctx, tx, current, one, BalanceExhausted); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := updateSeat(ctx, tx, one); err != nil {
			return nil, err
		}
		able = append(able, one)
	}
	return able, nil
}

// cannotPay reports that a member has too little, or may not spend it.
func cannotPay(err error) bool {
	_, refused := errors.AsType[*ledger.Refusal](err)
	return refused || errors.Is(err, ledger.ErrFunds)
}

// openMeter opens the meter of a seat in the performer's show, with the free
// seconds that this member has not used within the hour.
func (s *Service) openMeter(ctx context.Context, tx *db.Tx, of Show, one seat, kind meter.Kind, price money.Tokens, minutes int) (meter.Meter, error) {
	terms, err := s.Rates.Terms(ctx, tx, string(kind), of.PerformerID)
	if err != nil {
		return meter.Meter{}, err
	}
	used, err := s.Meters.FreeUsed(ctx, tx, of.PerformerID, one.MemberID, s.Now().Add(-time.Hour))
	if err != nil {
		return meter.Meter{}, err
	}
	plan := meter.Plan{
		ID: one.ID, ShowID: of.ID, PerformerID: of.PerformerID, MemberID: one.MemberID, Kind: kind,
		Price: price, Period: time.Minute, Minimum: minutes, Terms: terms,
	}
	if !used {
		plan.Free = s.Rules().FreeFor
	}
	return s.Meters.Open(ctx, tx, plan)
}

// certain sets the clocks of a show back whose node vanished: nobody knows what
// was delivered since it last renewed its lease, so nothing of that is billed,
// and both sides have their grace to come back.
func (s *Service) certain(ctx context.Context, tx *db.Tx, current Show) (Show, error) {
	now := s.Now()
	if !current.paid() || !current.onStage() || !s.vanished(current) {
		return current, nil
	}
	taken, err := selectSeats(ctx, tx, current.ID)
	if err != nil {
		return current, err
	}
	err = s.eachSeat(ctx, tx, taken, func(ctx context.Context, tx *db.Tx, one seat) error {
		if !one.Metered {
			return nil
		}
		return s.Meters.Pause(ctx, tx, one.ID, current.WatchedUntil.Add(-lease))
	})
	if err != nil {
		return current, err
	}
	if err := holdLease(ctx, tx, current.ID, s.Node, now.Add(lease)); err != nil {
		return current, err
	}
	current.WatchedBy, current.WatchedUntil = s.Node, now.Add(lease)
	if current.picture() {
		current.PictureAt, current.LostAt, current.LostCause = time.Time{}, now, LineLost
	}
	seats, err := selectSeats(ctx, tx, current.ID)
	if err != nil {
		return current, err
	}
	for _, one := range seats {
		if one.Kind == seated && one.here() {
			one.HereAt, one.LostAt = time.Time{}, now
			if err := updateSeat(ctx, tx, one); err != nil {
				return current, err
			}
		}
	}
	return s.settle(ctx, tx, current)
}

// vanished reports whether the node that held the show is gone: its lease has run
// out or, on a site of one node, it is not this one, which was started since.
func (s *Service) vanished(current Show) bool {
	return s.Alone && current.WatchedBy != s.Node || current.WatchedUntil.Before(s.Now())
}

// lock is the open paid show for whoever changes it; nothing in it is uncertain.
func (s *Service) lock(ctx context.Context, tx *db.Tx, showID string) (Show, error) {
	current, err := lockShow(ctx, tx, showID)
	if err != nil {
		return current, err
	}
	return s.certain(ctx, tx, current)
}

func members(seats []seat) (n int) {
	for _, one := range seats {
		if one.Kind == seated {
			n++
		}
	}
	return n
}

func peekers(seats []seat) int { return len(seats) - members(seats) }

func metered(seats []seat) (n int) {
	for _, one := range seats {
		if one.Kind == seated && one.Metered {
			n++
		}
	}
	return n
}

func anyHere(seats []seat) bool {
	for _, one := range seats {
		if one.Kind == seated && one.here() {
			return true
		}
	}
	return false
}
