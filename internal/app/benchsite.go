package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"limelight/internal/account"
	"limelight/internal/earnings"
	"limelight/internal/favourites"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/recovery"
	"limelight/internal/ledger"
	"limelight/internal/messages"
	"limelight/internal/notices"
	"limelight/internal/notices/webpush"
	"limelight/internal/purchases"
	"limelight/internal/show"
	"limelight/internal/studio"
	"limelight/internal/tips"
)

// BenchSite is a site as it serves people, without its HTTP server and the media
// engine: what a bench measures. Nothing in it stands in for a neighbour.
type BenchSite struct {
	DB         *db.DB
	Ledger     *ledger.Ledger
	Tips       *tips.Service
	Purchases  *purchases.Service
	Messages   *messages.Service
	Favourites *favourites.Service
	Notices    *notices.Notices
	Studios    *studio.Service
	Shifts     *studio.Shifts
	Earnings   *earnings.Service
	Sockets    http.Handler
	Members    []string // account ids, each with more tokens than can be spent
	Rooms      []BenchRoom

	services *Services
}

// BenchRoom is a performer and their public room.
type BenchRoom struct{ PerformerID, ConversationID string }

// BenchPeople is how many people of a kind a bench site has. Performers are spread over the studios. All share the
// password; without one they share one that nobody is told.
type BenchPeople struct {
	Members, Performers, Studios int
	Password                     string
}

// WithBenchSite makes a site with people, and lets do use it while its news is delivered.
func WithBenchSite(ctx context.Context, cfg Config, people BenchPeople, do func(context.Context, *BenchSite) error) error {
	return with(ctx, cfg, making, func(ctx context.Context, s *Services) (err error) {
		r := &BenchSite{
			DB: s.db, Ledger: s.ledger, services: s,
			Tips:       s.tips,
			Purchases:  s.purchases,
			Messages:   s.messages,
			Favourites: s.favourites,
			Notices:    s.notices,
			Studios:    s.studios,
			Shifts:     s.shifts,
			Earnings:   s.earnings,
			Sockets:    s.sockets,
		}
		if err := r.populate(ctx, people); err != nil {
			return err
		}
		delivering, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		recovery.Go(s.log, "benchsite.events", func() { ended <- s.bus.Run(delivering) }, nil)
		defer func() { stop(); err = errors.Join(err, <-ended) }()
		return do(ctx, r)
	})
}

// SellAtOnce has nothing of what performers sell wait for a review.
func (r *BenchSite) SellAtOnce(ctx context.Context) error {
	return r.services.settings.Change(ctx, "", map[string]json.RawMessage{"reviewMode": json.RawMessage(`"off"`)})
}

// Tell lets do use a site that tells people what happens, over its sockets and by the push services that the client
// reaches.
func (r *BenchSite) Tell(ctx context.Context, client *http.Client, do func(context.Context) error) error {
	s := r.services
	pushing := s.webPush.Deps
	pushing.Client = client
	running, stop := context.WithCancel(ctx)
	var all errgroup.Group
	for name, run := range map[string]func(context.Context) error{"sockets": s.sockets.Run, "webpush": webpush.New(pushing).Run, "announcements": s.notices.Announcer.Run} {
		all.Go(func() error { return recovery.Run(s.log, "benchsite."+name, func() error { return run(running) }) })
	}
	err := do(ctx)
	stop()
	return errors.Join(err, all.Wait())
}

// Deliver mails what is due of notices.
func (r *BenchSite) Deliver(ctx context.Context) error { return r.services.notices.DeliverMails(ctx) }

// GoLive has it known that a performer is live, as the media engine's first picture does.
func (r *BenchSite) GoLive(ctx context.Context, performerID string) error {
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := r.services.performers.SetStreaming(ctx, tx, performerID, show.Public, ""); err != nil {
			return err
		}
		return r.Favourites.WentLive(ctx, tx, performerID, id.New(time.Now()))
	})
}

// Settle delivers all news that is due.
func (r *BenchSite) Settle(ctx context.Context) error { return r.services.bus.Drain(ctx) }

// populate makes the people through the same calls as people's.
func (r *BenchSite) populate(ctx context.Context, people BenchPeople) error {
	s := r.services
	one := account.NewAccount{
		Role: account.Member, Username: "somebody", Email: "somebody@demo.example", DateOfBirth: "1990-05-01",
		Password: cmp.Or(people.Password, id.Ticket()), Random: true, Verified: true,
	}
	person, err := s.accounts.Prepare(ctx, one)
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
		{people.Studios, func(ctx context.Context, tx *db.Tx, i int) error {
			a, err := s.studios.Enroll(ctx, tx, named(account.Studio, i))
			studios = append(studios, a.ID)
			return err
		}},
		{people.Performers, func(ctx context.Context, tx *db.Tx, i int) error {
			stage, err := r.openRoom(ctx, tx, named(account.Performer, i), studios[i%len(studios)])
			r.Rooms = append(r.Rooms, stage)
			return err
		}},
		{people.Members, func(ctx context.Context, tx *db.Tx, i int) error {
			a, err := s.accounts.Create(ctx, tx, named(account.Member, i))
			if err != nil {
				return err
			}
			r.Members = append(r.Members, a.ID)
			_, err = s.ledger.Grant(ctx, tx, a.ID, money.Whole(1_000_000_000), a.ID, ledger.Memo{})
			return err
		}},
	}
	for _, step := range steps {
		for i := range step.count {
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return step.make(ctx, tx, i) })
			if err != nil {
				return err
			}
		}
	}
	return s.bus.Drain(ctx)
}

// openRoom makes a performer of a studio who may be seen, and opens their room.
func (r *BenchSite) openRoom(ctx context.Context, tx *db.Tx, n account.NewAccount, studioID string) (BenchRoom, error) {
	s := r.services
	a, err := s.performers.Enroll(ctx, tx, n, "female")
	if err != nil {
		return BenchRoom{}, err
	}
	if err := s.performers.SetVerification(ctx, tx, a.ID, true, "", time.Time{}); err != nil {
		return BenchRoom{}, err
	}
	if err := s.studios.AddMember(ctx, tx, studioID, a.ID); err != nil {
		return BenchRoom{}, err
	}
	room, err := s.messages.PublicIn(ctx, tx, a.ID)
	return BenchRoom{a.ID, room.ID}, err
}
