package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/ledger"
	"limelight/internal/show"
	"limelight/internal/show/meter"
	"limelight/migrations"
)

// site is the product's shows, meters and ledger on one database. The media
// engine is a list of who is where: its own cost is another bench's.
type site struct {
	*show.Service
	ledger     *ledger.Ledger
	fakeEngine *fakeEngine
	close      func() error
}

func open(ctx context.Context, where string) (*site, error) {
	d, err := db.Open(ctx, where)
	if err != nil {
		return nil, err
	}
	if _, err := d.Migrate(ctx, migrations.Files); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	news := bus.New(d, log, time.Now)
	bus.Tell(news, "bench.tick", func(context.Context, show.Ticked) error { return nil })
	accounts, err := account.New(account.Deps{
		DB: d, Events: news, Limits: limit.New(time.Now), Now: time.Now, Log: log, SiteName: func() string { return "Bench" }, PublicURL: "http://localhost",
	})
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	h := &site{ledger: ledger.New(time.Now), fakeEngine: &fakeEngine{rooms: map[string]map[string]bool{}}}
	h.Service = show.New(show.Deps{
		DB: d, Engine: h.fakeEngine, Stage: stubs{}, Conversations: stubs{}, Accounts: accounts,
		Fans: stubs{}, Ledger: h.ledger, Rates: stubs{}, Meters: meter.New(meter.Deps{Ledger: h.ledger, Now: time.Now}),
		Events: news, Limiter: limit.New(time.Now, show.Limits()), Online: func(string) bool { return true }, Counted: func(show.Show) {},
		Rules: func() show.Rules {
			return show.Rules{RequestFor: time.Hour, ConnectFor: time.Hour, MediaLoss: time.Hour, Grace: time.Hour, AwayFor: time.Minute, Broadcast: "webrtc"}
		},
		Node: "bench", Log: log, Now: time.Now,
	})
	delivering, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- news.Run(delivering) }()
	h.close = func() error {
		stop()
		return errors.Join(<-ended, d.Close())
	}
	return h, nil
}

// begin opens so many private shows with both sides connected, spread over a
// minute as evenings are.
func (h *site) begin(ctx context.Context, shows int) error {
	if err := h.people(ctx, shows); err != nil {
		return err
	}
	first := time.Now()
	for i := range shows {
		if err := h.private(ctx, i); err != nil {
			return fmt.Errorf("show %d: %w", i, err)
		}
		// A minute's worth of shows starts within a minute, not in one heap.
		time.Sleep(time.Until(first.Add(time.Minute * time.Duration(i) / time.Duration(shows))))
	}
	return nil
}

func (h *site) people(ctx context.Context, shows int) error {
	return h.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i := range shows {
			for _, who := range []account.Caller{performer(i), member(i)} {
				_, err := db.Exec(ctx, tx, `
					INSERT INTO accounts (id, role, username, username_key, email, email_key, email_verified_at, password_hash, name, date_of_birth,
						status, created_at, updated_at)
					VALUES ($1, $2, $1, $1, $1, $1, 1, '', $1, '1990-05-01', 'active', 1, 1)`, who.ID, string(who.Role))
				if err != nil {
					return err
				}
				_, err = db.Exec(ctx, tx, `
					INSERT INTO account_sessions (id, token_hash, account_id, role, browser, network, proved_at, created_at, last_seen_at, expires_at)
					VALUES ($1, $1, $2, $3, '', '', 1, 1, 1, $4)`, who.SessionID, who.ID, string(who.Role), time.Now().AddDate(1, 0, 0).UnixMilli())
				if err != nil {
					return err
				}
			}
			if _, err := h.ledger.Grant(ctx, tx, member(i).ID, money.Whole(1_000_000), member(i).ID, ledger.Memo{}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (h *site) private(ctx context.Context, i int) error {
	asked, err := h.Ask(ctx, member(i), performer(i).ID, show.Asking{})
	if err != nil {
		return err
	}
	if _, err := h.Accept(ctx, performer(i), asked.ConversationID); err != nil {
		return err
	}
	for _, who := range []account.Caller{performer(i), member(i)} {
		joined, err := h.JoinPrivate(ctx, who, asked.ConversationID, false, "http://bench")
		if err != nil {
			return err
		}
		token := ""
		if who.ID == performer(i).ID {
			token = joined.Publish.WebRTC.Token
		} else {
			token = joined.Play.WebRTC.Token
		}
		if err := h.enter(ctx, token); err != nil {
			return err
		}
	}
	return nil
}

// enter shows a token at the gate and connects.
func (h *site) enter(ctx context.Context, token string) error {
	parts := strings.Split(token, "|")
	g := sfu.Grant{Room: parts[0], Identity: parts[1], Publish: parts[2] == "true"}
	if err := h.AdmitToken(ctx, sfu.Claims{Grant: g, Hash: token, ExpiresAt: time.Now().Add(time.Hour)}); err != nil {
		return err
	}
	h.fakeEngine.enter(g)
	h.HandleEngineEvent(ctx, sfu.Event{Kind: sfu.Joined, Room: g.Room, Identity: g.Identity, Session: "s"})
	if g.Publish {
		h.HandleEngineEvent(ctx, sfu.Event{Kind: sfu.TrackPublished, Track: "video", Room: g.Room, Identity: g.Identity, Session: "s"})
	}
	return nil
}

func performer(i int) account.Caller {
	name := fmt.Sprint("performer-", i)
	return account.Caller{ID: name, Role: account.Performer, Username: name, SessionID: "s-" + name}
}

func member(i int) account.Caller {
	name := fmt.Sprint("member-", i)
	return account.Caller{ID: name, Role: account.Member, Username: name, SessionID: "s-" + name}
}

// fakeEngine is a media engine without media. A token is its grant, written out.
type fakeEngine struct {
	mu    sync.Mutex
	rooms map[string]map[string]bool // room → identity → has a picture
}

func (a *fakeEngine) enter(g sfu.Grant) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if room := a.rooms[g.Room]; room != nil {
		room[g.Identity] = g.Publish
	}
}

func (a *fakeEngine) CreateRoom(_ context.Context, name string, _ sfu.RoomOptions) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rooms[name] == nil {
		a.rooms[name] = map[string]bool{}
	}
	return nil
}

func (a *fakeEngine) DeleteRoom(_ context.Context, name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.rooms, name)
	return nil
}

func (a *fakeEngine) Token(g sfu.Grant) (string, error) {
	return strings.Join([]string{g.Room, g.Identity, fmt.Sprint(g.Publish)}, "|"), nil
}

func (a *fakeEngine) Participants(_ context.Context, room string) (list []sfu.Participant, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for identity, picture := range a.rooms[room] {
		list = append(list, sfu.Participant{Identity: identity, Session: "s", Publishing: picture, Video: picture})
	}
	return list, nil
}

func (a *fakeEngine) Remove(_ context.Context, room, identity string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.rooms[room], identity)
	return nil
}

func (a *fakeEngine) RemoveWhere(context.Context, string, func(string) bool) error { return nil }

func (*fakeEngine) Watch(context.Context, string) (*sfu.Watcher, error) { return nil, sfu.ErrNoRoom }

func (*fakeEngine) Media(string, string) sfu.Video { return sfu.Video{} }

// stubs is neighbours who always say yes.
type stubs struct{}

func (stubs) CanGoLive(context.Context, *db.Tx, string) error { return nil }

func (stubs) Admits(context.Context, *db.Tx, string, account.Caller) (bool, error) {
	return true, nil
}

func (stubs) SetStreaming(context.Context, *db.Tx, string, string, string) error { return nil }

func (stubs) SetViewers(context.Context, *db.Tx, string, int, string) error { return nil }

func (stubs) Offer(context.Context, *db.Tx, string) (show.Offer, error) {
	return show.Offer{Private: money.Whole(30), MinMinutes: 1, MinParticipants: 1, MaxParticipants: 10, WhoMayAsk: "everyone"}, nil
}

func (stubs) PublicID(_ context.Context, _ *db.Tx, performerID string) (string, error) {
	return "room-of-" + performerID, nil
}

func (stubs) OpenStream(_ context.Context, _ *db.Tx, _, showID, _ string) (string, error) {
	return "talk-" + showID, nil
}

func (stubs) Admit(context.Context, *db.Tx, string, string) error { return nil }

func (stubs) Dismiss(context.Context, *db.Tx, string, string) error { return nil }

func (stubs) Withdraw(context.Context, *db.Tx, string, string) error { return nil }

func (stubs) Close(context.Context, *db.Tx, string) error { return nil }

func (stubs) Likes(context.Context, *db.Tx, string, string) (bool, error) { return true, nil }

func (stubs) Terms(context.Context, *db.Tx, string, string) (ledger.Terms, error) {
	return ledger.Alone(money.Percent(30)), nil
}
