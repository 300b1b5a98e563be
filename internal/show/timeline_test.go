package show

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
	"limelight/internal/testkit"
)

// timeline plays a house at random: people ask, accept, join, lose their
// connections, top up, look in, block, end from both sides at once, and nodes
// die. Whatever happens, the books must be right.
type timeline struct {
	fakeFixture
	t       *testing.T
	dice    *rand.Rand
	granted money.Tokens
	tokens  []string // every token that was ever handed out
	log     []string
}

func TestRandomTimelines(t *testing.T) {
	for seed := range uint64(testkit.Rounds(8, 2)) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			l := &timeline{fakeFixture: setupFake(t), t: t, dice: rand.New(rand.NewPCG(seed, 7))}
			l.stage.offer.PeekIn = true
			l.stage.offer.MinMinutes = 1 + l.dice.IntN(2)
			for _, who := range l.members() {
				l.grant(who, int64(40+l.dice.IntN(300)))
			}
			for range 60 {
				l.step()
				l.pass(t, time.Duration(l.dice.IntN(25))*time.Second)
			}
			if err := l.EndAll(t.Context(), lifecycle.Maintenance); err != nil {
				t.Fatal(err)
			}
			l.prove()
			if t.Failed() {
				t.Log(strings.Join(l.log, "\n"))
			}
		})
	}
}

func (l *timeline) members() []account.Caller { return []account.Caller{l.tom, l.ann, l.ben, l.cleo} }

func (l *timeline) grant(who account.Caller, tokens int64) {
	l.give(l.t, who, tokens)
	l.granted += money.Whole(tokens)
}

// step does one thing. Refusals are part of life; anything else is not.
func (l *timeline) step() {
	who := l.members()[l.dice.IntN(4)]
	performer := []account.Caller{l.nina, l.nina, l.nina, l.lena}[l.dice.IntN(4)]
	ctx := l.t.Context()
	steps := map[string]func() error{
		"asks": func() error {
			_, err := l.Ask(ctx, who, performer.ID, Asking{Exclusive: l.dice.IntN(4) == 0})
			return err
		},
		"accepts": func() error { return l.accepts(performer) },
		"begins a private show": func() error {
			if _, err := l.Ask(ctx, who, performer.ID, Asking{}); err != nil {
				return err
			}
			return errors.Join(l.accepts(performer), l.connects(who, performer))
		},
		"begins a group show": func() error { return l.beginsGroup(performer) },
		"connects": func() error {
			return l.connects(who, performer)
		},
		"goes public": func() error { return l.goesLive(performer) },
		"starts a group": func() error {
			opened, err := l.StartGroup(ctx, performer, Grouping{MinParticipants: 1 + l.dice.IntN(2)})
			return l.keep(err, func() (Session, error) { return l.publishSession(ctx, opened, performer, "") })
		},
		"joins the group": func() error {
			joined, err := l.JoinGroup(ctx, who, performer.ID)
			return l.keep(err, func() (Session, error) { return l.seatSession(ctx, joined, who, "") })
		},
		"leaves the group": func() error { return l.LeaveGroup(ctx, who.ID, performer.ID) },
		"looks in":         func() error { return l.looks(who, performer) },
		"loses a line":     func() error { l.losesALine(); return nil },
		"pays by hand":     func() error { return l.paysByHand(who) },
		"tops up":          func() error { l.grant(who, int64(1+l.dice.IntN(60))); return nil },
		"is blocked": func() error {
			l.stage.change(func() { l.stage.blocked[who.ID] = true })
			err := l.cutBlocked(ctx, performer.ID)
			l.stage.change(func() { delete(l.stage.blocked, who.ID) })
			return err
		},
		"ends, both at once": func() error { return l.endsTwice(who, performer) },
		"stops":              func() error { return l.Stop(ctx, performer.ID, lifecycle.PerformerLeft) },
		"may not spend":      func() error { l.gate.Set(who.ID, true); return nil },
		"may spend":          func() error { l.gate.Set(who.ID, false); return nil },
		"is suspended":       func() error { return l.dismiss(ctx, who.ID, lifecycle.Moderator) },
		"a node dies": func() error {
			l.clock.Advance(time.Duration(11+l.dice.IntN(100)) * time.Second)
			next := *l.Deps
			next.Node += "'"
			l.Service = New(next)
			l.fakeEngine.tell = nil
			return nil
		},
	}
	names := []string{
		"asks", "asks", "accepts", "connects", "connects", "connects", "goes public",
		"begins a private show", "begins a private show", "begins a private show", "begins a private show",
		"begins a group show", "begins a group show",
		"starts a group", "joins the group", "joins the group", "leaves the group", "looks in", "looks in", "looks in", "looks in",
		"loses a line", "loses a line", "pays by hand", "tops up", "is blocked", "ends, both at once", "ends, both at once",
		"stops", "is suspended", "a node dies", "may not spend", "may not spend", "may spend",
	}
	name := names[l.dice.IntN(len(names))]
	err := steps[name]()
	if service := l.Service; l.fakeEngine.tell == nil {
		l.fakeEngine.tell = listen(l.t, service)
	}
	l.log = append(l.log, fmt.Sprintf("%s %s/%s %s: %v", l.clock.Now().Format("15:04:05"), who.ID, performer.ID, name, err))
	if _, refused := errors.AsType[*fault.Fault](err); err != nil && !refused {
		l.t.Fatalf("%s\n%s: %v", strings.Join(l.log, "\n"), name, err)
	}
	if slices.Contains([]string{"leaves the group", "ends, both at once", "stops", "is suspended", "is blocked"}, name) && errors.Is(err, testkit.ErrCooling) {
		l.t.Fatalf("%s\nan end was refused: %v", strings.Join(l.log, "\n"), err)
	}
	l.sane()
}

// keep remembers the tokens of a session.
func (l *timeline) keep(err error, get func() (Session, error)) error {
	if err != nil {
		return err
	}
	session, err := get()
	if session.Publish != nil {
		l.tokens = append(l.tokens, session.Publish.WebRTC.Token)
	}
	if session.Play != nil {
		l.tokens = append(l.tokens, session.Play.WebRTC.Token)
	}
	return err
}

func (l *timeline) accepts(performer account.Caller) error {
	list, err := l.Requests(l.t.Context(), performer.ID)
	if err != nil || len(list) == 0 {
		return err
	}
	accepted, err := l.Accept(l.t.Context(), performer, list[l.dice.IntN(len(list))].ConversationID)
	return l.keep(err, func() (Session, error) { return l.publishSession(l.t.Context(), accepted, performer, "") })
}

// beginsGroup fills a group show of the performer's and connects everybody.
func (l *timeline) beginsGroup(performer account.Caller) error {
	opened, err := l.StartGroup(l.t.Context(), performer, Grouping{})
	err = l.keep(err, func() (Session, error) { return l.publishSession(l.t.Context(), opened, performer, "") })
	if err != nil {
		return err
	}
	for _, who := range l.members()[:2+l.dice.IntN(3)] {
		for range 2 { // to reserve, and to watch once it runs
			joined, err := l.JoinGroup(l.t.Context(), who, performer.ID)
			err = l.keep(err, func() (Session, error) { return l.seatSession(l.t.Context(), joined, who, "") })
			if _, refused := errors.AsType[*fault.Fault](err); err != nil && !refused {
				return err
			}
			if err := l.connects(who, performer); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *timeline) goesLive(performer account.Caller) error {
	live, err := l.GoLive(l.t.Context(), performer, Start{Takeover: true})
	return l.keep(err, func() (Session, error) { return l.publishSession(l.t.Context(), live, performer, "") })
}

// connects asks for the session as it is now, and tries every token there is.
func (l *timeline) connects(who, performer account.Caller) error {
	ctx := l.t.Context()
	for _, p := range []account.Caller{performer, who} {
		session, err := l.Current(ctx, p, performer.ID, lifecycle.Private)
		if err == nil {
			err = l.keep(nil, func() (Session, error) { return l.JoinPrivate(ctx, p, session.Conversation, true, "") })
		}
		if _, refused := errors.AsType[*fault.Fault](err); err != nil && !refused {
			return err
		}
	}
	for _, token := range l.tokens {
		err := l.connect(l.t, token)
		if _, refused := errors.AsType[*fault.Fault](err); err != nil && !refused {
			return err
		}
	}
	return nil
}

func (l *timeline) losesALine() {
	if len(l.tokens) > 0 {
		l.drop(l.tokens[l.dice.IntN(len(l.tokens))])
	}
}

func (l *timeline) looks(who, performer account.Caller) error {
	asked, err := l.AskPeek(l.t.Context(), who, performer.ID)
	if err != nil {
		return err
	}
	_, one, err := l.PayPeek(l.t.Context(), who, asked.ID, l.dice.IntN(2) == 0, "")
	return l.keep(err, func() (Session, error) { return l.peekSession(l.t.Context(), one, "") })
}

func (l *timeline) paysByHand(who account.Caller) error {
	for _, performer := range []string{"nina", "lena"} {
		for _, kind := range []string{lifecycle.Private, lifecycle.Group} {
			session, err := l.Current(l.t.Context(), who, performer, kind)
			if err != nil {
				continue
			}
			if _, err := l.Pay(l.t.Context(), who, session.Conversation, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *timeline) endsTwice(who, performer account.Caller) error {
	session, err := l.Current(l.t.Context(), performer, performer.ID, lifecycle.Private)
	if err != nil {
		return err
	}
	who.ID = session.MemberID
	failed := make([]error, 2)
	var wg sync.WaitGroup
	for i, side := range []account.Caller{who, performer} {
		wg.Go(func() { failed[i] = l.End(context.Background(), side, session.Conversation) })
	}
	wg.Wait()
	return errors.Join(failed...)
}

// sane is what holds at every moment: nobody is in a room without a right.
func (l *timeline) sane() {
	l.fakeEngine.mu.Lock()
	inside := map[string][]string{}
	for room, who := range l.fakeEngine.rooms {
		for identity := range who {
			inside[room] = append(inside[room], identity)
		}
	}
	l.fakeEngine.mu.Unlock()
	for room, identities := range inside {
		showID, epoch, _ := lifecycle.ReadRoom(room)
		now := l.now(l.t, showID)
		for _, identity := range identities {
			if !now.OnStage() || now.Epoch != epoch {
				l.t.Errorf("%s is in a room of a show that is %s", identity, now.Status)
			}
		}
	}
}

// prove is what holds in the end.
func (l *timeline) prove() {
	l.audit(l.t)
	var kept money.Tokens
	for _, who := range l.members() {
		kept += l.has(l.t, ledger.Wallet(who.ID))
	}
	earned := l.has(l.t, ledger.Earnings("nina")) + l.has(l.t, ledger.Earnings("lena")) + l.has(l.t, ledger.SiteRevenue)
	if kept+earned != l.granted {
		l.t.Errorf("of %v tokens %v are kept and %v are earned", l.granted, kept, earned)
	}
	var charged money.Tokens
	err := l.DB.Read(l.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		open, err := store.SelectAllOpen(ctx, tx)
		if err != nil || len(open) != 0 {
			return fmt.Errorf("%d shows are open (%w)", len(open), err)
		}
		ids, err := db.All(ctx, tx, db.String, `SELECT id FROM shows ORDER BY id`)
		if err != nil {
			return err
		}
		for _, id := range ids {
			meters, err := l.Meters.OfShow(ctx, tx, id)
			if err != nil {
				return err
			}
			for _, m := range meters {
				r := m.Receipt()
				charged += r.Gross - r.Refund
				if r.Gross != r.Price*money.Tokens(r.Periods) || r.Shares.Gross() != r.Gross-r.Refund {
					l.t.Errorf("a receipt does not add up: %+v", r)
				}
				if paid := time.Duration(r.Periods) * m.Period; time.Duration(r.MeteredSeconds-r.FreeSeconds)*time.Second > paid {
					l.t.Errorf("%d seconds were metered and %v paid", r.MeteredSeconds, paid)
				}
			}
		}
		return nil
	})
	if err != nil {
		l.t.Fatal(err)
	}
	if n := testkit.Int(l.t, l.DB, `
		SELECT COUNT(*)
		FROM show_minutes i
		JOIN show_meters m ON m.id = i.meter_id
		JOIN shows s ON s.id = m.show_id
		WHERE i.captured_at > s.ended_at`); n > 0 {
		l.t.Errorf("%d minutes were charged after the end of their show", n)
	}
	if n := testkit.Int(l.t, l.DB, `SELECT COUNT(*) FROM show_seats WHERE left_at = 0`); n > 0 {
		l.t.Errorf("%d seats are left in shows that have ended", n)
	}
	if charged == 0 {
		l.t.Error("nothing was ever charged: this timeline proves little")
	}
	if charged != earned {
		l.t.Errorf("the receipts say %v, the books %v", charged, earned)
	}
}
