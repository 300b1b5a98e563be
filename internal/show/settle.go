package show

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
)

// Settling brings a paid show's status and its meters in line with what is there:
// the performer's picture, and each member in the media room. Everything that
// changes either calls it, in the same transaction; it may be called at any time.

// state is what decisions about a show depend on, as it is stored.
func (s *Service) state(ctx context.Context, tx *db.Tx, current lifecycle.Show) (st lifecycle.State, err error) {
	st = lifecycle.State{Show: current, Now: s.Now(), Rules: s.Rules().life()}
	if current.Paid() {
		st.Seats, err = selectSeats(ctx, tx, current.ID)
	}
	return st, err
}

// settle returns the state that follows. The seats of the given one are stored; its show
// need not be.
func (s *Service) settle(ctx context.Context, tx *db.Tx, current lifecycle.State) (lifecycle.State, error) {
	if lifecycle.MayBegin(current) {
		seats, err := s.openMeters(ctx, tx, current.Show, current.Seats)
		if err != nil {
			return current, err
		}
		current.Seats = seats
	}
	return s.apply(ctx, tx, current, lifecycle.Decide(current, lifecycle.Media))
}

// apply does what was decided of the media.
func (s *Service) apply(ctx context.Context, tx *db.Tx, current lifecycle.State, d lifecycle.Decision) (lifecycle.State, error) {
	was := current.Show.Status
	current.Show = d.Show
	if err := updateStage(ctx, tx, d.Show); err != nil {
		return current, err
	}
	if !d.Show.Paid() && d.Show.Status == lifecycle.Live && was != lifecycle.Live {
		if err := s.Stage.SetStreaming(ctx, tx, d.Show.PerformerID, lifecycle.Public, d.Show.Title); err != nil {
			return current, err
		}
	}
	if err := s.moveClocks(ctx, tx, d.Show.ID, d.Clocks); err != nil {
		return current, err
	}
	if !d.Announce {
		return current, nil
	}
	return current, s.announce(ctx, tx, d.Show)
}

// moveClocks moves all meters of a show together.
func (s *Service) moveClocks(ctx context.Context, tx *db.Tx, showID string, c lifecycle.Clocks) error {
	seatIDs := slices.Concat(c.Run, c.Stop)
	if len(seatIDs) == 0 {
		return nil
	}
	run, stop := setOf(c.Run), setOf(c.Stop)
	return s.sparing(ctx, tx, showID, seatIDs, func(ctx context.Context, tx *db.Tx, seatIDs []string) error {
		return s.Meters.MoveClocks(ctx, tx, c.At, only(seatIDs, run), only(seatIDs, stop))
	})
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

func only(ids []string, in map[string]bool) (list []string) {
	for _, id := range ids {
		if in[id] {
			list = append(list, id)
		}
	}
	return list
}

// storeSeats writes who joined the media room, and who was lost from it.
func (s *Service) storeSeats(ctx context.Context, tx *db.Tx, c lifecycle.Changes) error {
	return errors.Join(updateJoined(ctx, tx, c.Joined, s.Now()), updateLost(ctx, tx, c.Lost, s.Now()))
}

// openMeters reserves the first minutes of those who wait in a group show, which
// is about to start. Who cannot pay them is dropped, and told; the others wait
// on when too few remain.
func (s *Service) openMeters(ctx context.Context, tx *db.Tx, current lifecycle.Show, seats []lifecycle.Seat) (able []lifecycle.Seat, err error) {
	for _, one := range seats {
		one.TakenAt, one.Metered = s.Now(), true
		_, err := s.openMeter(ctx, tx, current, one, meter.Group, current.Price, current.MinMinutes)
		if cannotPay(err) {
			one.Metered = false
			if err := s.leave(ctx, tx, current, one, lifecycle.BalanceExhausted); err != nil {
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
func (s *Service) openMeter(ctx context.Context, tx *db.Tx, of lifecycle.Show, one lifecycle.Seat, kind meter.Kind, price money.Tokens, minutes int) (meter.Meter, error) {
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
func (s *Service) certain(ctx context.Context, tx *db.Tx, current lifecycle.Show) (lifecycle.Show, error) {
	if !current.Paid() || !current.OnStage() || !s.vanished(current) {
		return current, nil
	}
	stored, err := s.state(ctx, tx, current)
	if err != nil {
		return current, err
	}
	rewound, changes := lifecycle.Rewind(stored)
	if err := s.storeSeats(ctx, tx, changes); err != nil {
		return current, err
	}
	until := s.Now().Add(lease)
	if err := holdLease(ctx, tx, current.ID, s.Node, until); err != nil {
		return current, err
	}
	rewound.Show.WatchedBy, rewound.Show.WatchedUntil = s.Node, until
	d := lifecycle.Decide(rewound, lifecycle.Media)
	d.Clocks.At = current.WatchedUntil.Add(-lease)
	rewound, err = s.apply(ctx, tx, rewound, d)
	return rewound.Show, err
}

// vanished reports whether the node that held the show is gone: its lease has run
// out or, on a site of one node, it is not this one, which was started since.
func (s *Service) vanished(current lifecycle.Show) bool {
	return s.Alone && current.WatchedBy != s.Node || current.WatchedUntil.Before(s.Now())
}

// lock is the open paid show for whoever changes it; nothing in it is uncertain.
func (s *Service) lock(ctx context.Context, tx *db.Tx, showID string) (lifecycle.Show, error) {
	current, err := lockShow(ctx, tx, showID)
	if err != nil {
		return current, err
	}
	return s.certain(ctx, tx, current)
}
