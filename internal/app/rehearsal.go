package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/recovery"
	"limelight/internal/ledger"
	"limelight/internal/tips"
)

// Rehearsal is the house as it serves people, without its doors and the media
// engine: what a bench measures. Nothing in it stands in for a neighbour.
type Rehearsal struct {
	DB      *db.DB
	Ledger  *ledger.Ledger
	Tips    *tips.Service
	Members []string // account ids, each with more tokens than can be spent
	Stages  []Stage

	house *house
}

// Stage is a performer and her public room.
type Stage struct{ PerformerID, ConversationID string }

// Cast is who is there in a rehearsal. Performers are spread over the studios.
type Cast struct{ Members, Performers, Studios int }

// Rehearse makes a site with people, and lets do use it while its news is delivered.
func Rehearse(ctx context.Context, cfg Config, cast Cast, do func(context.Context, *Rehearsal) error) error {
	return with(ctx, cfg, making, func(ctx context.Context, h *house) (err error) {
		r := &Rehearsal{DB: h.db, Ledger: h.ledger, Tips: h.tips, house: h}
		if err := r.engage(ctx, cast); err != nil {
			return err
		}
		delivering, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		recovery.Go(h.log, "rehearsal.events", func() { ended <- h.bus.Run(delivering) }, nil)
		defer func() { stop(); err = errors.Join(err, <-ended) }()
		return do(ctx, r)
	})
}

// Settle delivers all news that is due.
func (r *Rehearsal) Settle(ctx context.Context) error { return r.house.bus.Drain(ctx) }

// engage makes the people through the house's own doors. They share a password
// that nobody is told.
func (r *Rehearsal) engage(ctx context.Context, cast Cast) error {
	h := r.house
	person, err := h.accounts.Prepare(ctx, newcomer(account.Member, demoPerson{Username: "somebody"}, "1990-05-01"))
	if err != nil {
		return err
	}
	named := func(role account.Role, i int) account.NewAccount {
		n := person
		n.Role, n.Username = role, fmt.Sprint(role, i)
		n.Name, n.Email = n.Username, n.Username+"@demo.example"
		return n
	}
	var studios []string
	steps := []struct {
		count int
		make  func(context.Context, *db.Tx, int) error
	}{
		{cast.Studios, func(ctx context.Context, tx *db.Tx, i int) error {
			a, err := h.studios.Enroll(ctx, tx, named(account.Studio, i))
			studios = append(studios, a.ID)
			return err
		}},
		{cast.Performers, func(ctx context.Context, tx *db.Tx, i int) error {
			stage, err := r.stage(ctx, tx, named(account.Performer, i), studios[i%len(studios)])
			r.Stages = append(r.Stages, stage)
			return err
		}},
		{cast.Members, func(ctx context.Context, tx *db.Tx, i int) error {
			a, err := h.accounts.Create(ctx, tx, named(account.Member, i))
			if err != nil {
				return err
			}
			r.Members = append(r.Members, a.ID)
			_, err = h.ledger.Grant(ctx, tx, a.ID, money.Whole(1_000_000_000), a.ID, "")
			return err
		}},
	}
	for _, step := range steps {
		for i := range step.count {
			err := h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return step.make(ctx, tx, i) })
			if err != nil {
				return err
			}
		}
	}
	return h.bus.Drain(ctx)
}

// stage makes a performer of a studio who may be seen, and opens her room.
func (r *Rehearsal) stage(ctx context.Context, tx *db.Tx, n account.NewAccount, studioID string) (Stage, error) {
	h := r.house
	a, err := h.performers.Enroll(ctx, tx, n, "female")
	if err != nil {
		return Stage{}, err
	}
	if err := h.performers.SetVerification(ctx, tx, a.ID, true, "", time.Time{}); err != nil {
		return Stage{}, err
	}
	if err := h.studios.AddMember(ctx, tx, studioID, a.ID); err != nil {
		return Stage{}, err
	}
	room, err := h.messages.PublicIn(ctx, tx, a.ID)
	return Stage{a.ID, room.ID}, err
}
