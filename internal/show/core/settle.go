// Package core has the verbs that change a show and its seats, each in the caller's
// transaction: settling them with the media, opening and closing seats, putting a show on
// stage and ending it, and publishing what happened. What follows from what is decided by
// package lifecycle; core stores it.
package core

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/store"
)

// Lease is how long a node keeps a show without renewing.
const Lease = 10 * time.Second

// Core holds the verbs that change a show and its seats, each in the caller's transaction.
type Core struct{ *Seats }

// New makes the core over the gate.
func New(g *gate.Gate) *Core { return &Core{&Seats{&News{g}}} }

// Settling brings a paid show's status and its meters in line with what is there:
// the performer's picture, and each member in the media room. Everything that
// changes either calls it, in the same transaction; it may be called at any time.

// State is what decisions about a show depend on, as it is stored.
func (c *Core) State(ctx context.Context, tx *db.Tx, current lifecycle.Show) (st lifecycle.State, err error) {
	st = lifecycle.State{Show: current, Now: c.Now(), Rules: c.Rules().Life()}
	if current.Paid() {
		st.Seats, err = store.SelectSeats(ctx, tx, current.ID)
	}
	return st, err
}

// Settle returns the state that follows. The seats of the given one are stored; its show
// need not be.
func (c *Core) Settle(ctx context.Context, tx *db.Tx, current lifecycle.State) (lifecycle.State, error) {
	if lifecycle.MayBegin(current) {
		seats, err := c.openMeters(ctx, tx, current.Show, current.Seats)
		if err != nil {
			return current, err
		}
		current.Seats = seats
	}
	return c.applyMedia(ctx, tx, current, lifecycle.Decide(current, lifecycle.Media))
}

// applyMedia does what was decided of the media.
func (c *Core) applyMedia(ctx context.Context, tx *db.Tx, current lifecycle.State, d lifecycle.Decision) (lifecycle.State, error) {
	was := current.Show.Status
	current.Show = d.Show
	if err := store.UpdateStage(ctx, tx, d.Show); err != nil {
		return current, err
	}
	if !d.Show.Paid() && d.Show.Status == lifecycle.Live && was != lifecycle.Live {
		if err := c.Stage.SetStreaming(ctx, tx, d.Show.PerformerID, lifecycle.Public, d.Show.Title); err != nil {
			return current, err
		}
	}
	if err := c.moveClocks(ctx, tx, d.Show.ID, d.Clocks); err != nil {
		return current, err
	}
	if !d.Announce {
		return current, nil
	}
	return current, c.publishChange(ctx, tx, d.Show)
}

// moveClocks moves all meters of a show together.
func (c *Core) moveClocks(ctx context.Context, tx *db.Tx, showID string, clocks lifecycle.Clocks) error {
	seatIDs := slices.Concat(clocks.Run, clocks.Stop)
	if len(seatIDs) == 0 {
		return nil
	}
	run, stop := setOf(clocks.Run), setOf(clocks.Stop)
	return c.isolating(ctx, tx, showID, seatIDs, func(ctx context.Context, tx *db.Tx, seatIDs []string) error {
		return c.Meters.MoveClocks(ctx, tx, clocks.At, only(seatIDs, run), only(seatIDs, stop))
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

// StoreSeats writes which members joined the media room, and which were lost from it, as of an instant.
func (c *Core) StoreSeats(ctx context.Context, tx *db.Tx, changes lifecycle.Changes, at time.Time) error {
	return cmp.Or(store.UpdateJoined(ctx, tx, changes.Joined, at), store.UpdateLost(ctx, tx, changes.Lost, at))
}

// openMeters reserves the first minutes of the members of a group show, which is about
// to start. A member that cannot pay them is dropped, and told; the others wait on when
// too few remain.
func (c *Core) openMeters(ctx context.Context, tx *db.Tx, current lifecycle.Show, seats []lifecycle.Seat) (able []lifecycle.Seat, err error) {
	for _, one := range seats {
		one.TakenAt, one.Metered = c.Now(), true
		_, err := c.OpenMeter(ctx, tx, current, one, meter.Group, current.Price, current.MinMinutes)
		if CannotPay(err) {
			one.Metered = false
			if err := c.LeaveSeat(ctx, tx, current, one, lifecycle.BalanceExhausted); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := store.UpdateSeat(ctx, tx, one); err != nil {
			return nil, err
		}
		able = append(able, one)
	}
	return able, nil
}

// rewindClocks sets the clocks of a show back whose node vanished: nobody knows what
// was delivered since it last renewed its lease, so nothing of that is billed,
// and both sides have their grace to come back.
func (c *Core) rewindClocks(ctx context.Context, tx *db.Tx, current lifecycle.Show) (lifecycle.Show, error) {
	if !current.Paid() || !current.OnStage() || !c.LeaseLost(current) {
		return current, nil
	}
	stored, err := c.State(ctx, tx, current)
	if err != nil {
		return current, err
	}
	rewound, changes := lifecycle.Rewind(stored)
	if err := c.StoreSeats(ctx, tx, changes, stored.Now); err != nil {
		return current, err
	}
	until := c.Now().Add(Lease)
	if err := store.HoldLease(ctx, tx, current.ID, c.Node, until); err != nil {
		return current, err
	}
	rewound.Show.WatchedBy, rewound.Show.WatchedUntil = c.Node, until
	d := lifecycle.Decide(rewound, lifecycle.Media)
	d.Clocks.At = current.WatchedUntil.Add(-Lease)
	rewound, err = c.applyMedia(ctx, tx, rewound, d)
	return rewound.Show, err
}

// LeaseLost reports whether the node that held the show is gone: its lease has run
// out or, on a site of one node, it is not this one, which was started since.
func (c *Core) LeaseLost(current lifecycle.Show) bool {
	return c.Alone && current.WatchedBy != c.Node || current.WatchedUntil.Before(c.Now())
}

// LockShow is the show, locked for a change; when its node vanished, its clocks are
// rewound first.
func (c *Core) LockShow(ctx context.Context, tx *db.Tx, showID string) (lifecycle.Show, error) {
	current, err := store.LockShow(ctx, tx, showID)
	if err != nil {
		return current, err
	}
	return c.rewindClocks(ctx, tx, current)
}

// GainPicture notes that the performer's picture is there.
func (c *Core) GainPicture(ctx context.Context, tx *db.Tx, current lifecycle.Show) (lifecycle.Show, error) {
	return c.changePicture(ctx, tx, current, current.WithPicture(c.Now()))
}

// LosePicture notes that it is not, since at, and why: what came after is not billed.
func (c *Core) LosePicture(ctx context.Context, tx *db.Tx, current lifecycle.Show, at time.Time, why lifecycle.Cause) (lifecycle.Show, error) {
	return c.changePicture(ctx, tx, current, current.WithoutPicture(at, why))
}

func (c *Core) changePicture(ctx context.Context, tx *db.Tx, current, changed lifecycle.Show) (lifecycle.Show, error) {
	if changed.HasPicture() == current.HasPicture() {
		return current, nil
	}
	st, err := c.State(ctx, tx, changed)
	if err != nil {
		return changed, err
	}
	st, err = c.Settle(ctx, tx, st)
	return st.Show, err
}

// WithStaged runs do with the show on stage that the event is about; what is over is
// no news.
func (c *Core) WithStaged(ctx context.Context, room string, do func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error) error {
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		showID, epoch, leg := lifecycle.ReadRoom(room)
		current, err := c.LockShow(ctx, tx, showID)
		if err != nil {
			return err
		}
		if !current.OnStage() || current.Epoch != epoch || leg != "" {
			return nil
		}
		return do(ctx, tx, current)
	})
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	return err
}

// ChangeSeat changes the seat of an identity, and settles the show when that matters.
func (c *Core) ChangeSeat(ctx context.Context, tx *db.Tx, current lifecycle.Show, identity string, change func(lifecycle.Seat, time.Time) (lifecycle.Seat, bool)) error {
	st, err := c.State(ctx, tx, current)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(st.Seats, func(one lifecycle.Seat) bool { return one.Identity == identity })
	if at < 0 {
		return nil
	}
	one, changed := change(st.Seats[at], st.Now)
	if !changed {
		return nil
	}
	st.Seats[at] = one
	if err := store.UpdateSeat(ctx, tx, one); err != nil {
		return err
	}
	_, err = c.Settle(ctx, tx, st)
	return err
}

// EndOverdue ends the show that waited too long, or the seats that did.
func (c *Core) EndOverdue(ctx context.Context, tx *db.Tx, current lifecycle.State) error {
	d := lifecycle.Decide(current, lifecycle.Timeout)
	if d.End != "" {
		return c.EndShow(ctx, tx, current.Show, d.End)
	}
	for _, one := range d.Leave {
		if err := c.LeaveSeat(ctx, tx, current.Show, one.Seat, one.Why); err != nil {
			return err
		}
	}
	return nil
}
