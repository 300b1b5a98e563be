package show

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/testkit"
)

// A request that is cancelled has rung the bell too, so that there are few of one member; one that was refused has not.
func TestRequestRateLimit(t *testing.T) {
	r := setupFake(t)
	ring := func(who account.Caller) error {
		asked, err := r.Ask(t.Context(), who, "nina", Asking{})
		if err != nil {
			return err
		}
		return r.Cancel(t.Context(), who.ID, asked.ConversationID)
	}
	for range 8 {
		if err := ring(r.tom); !errors.Is(err, ledger.ErrFunds) {
			t.Fatalf("without tokens: %v", err)
		}
	}
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 100)
	for i := range 5 {
		if err := ring(r.tom); err != nil {
			t.Errorf("request %d: %v", i+1, err)
		}
	}
	if err := ring(r.tom); !errors.Is(err, limit.ErrTooMany) {
		t.Errorf("the sixth in five minutes: %v", err)
	}
	if err := ring(r.ann); err != nil {
		t.Errorf("another member: %v", err)
	}
	r.clock.Advance(5*time.Minute + time.Second)
	if err := ring(r.tom); err != nil {
		t.Errorf("five minutes later: %v", err)
	}
}

func TestRequestRefusals(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 29)
	ask := func(want Asking) error {
		_, err := r.Ask(t.Context(), r.tom, "nina", want)
		return err
	}
	short := ask(Asking{})
	f, ok := errors.AsType[*fault.Fault](short)
	if !ok || f.Code != "insufficient_balance" || f.Extra["missing"] != money.Whole(1) {
		t.Errorf("29 of 30 tokens: %v %+v", short, f)
	}
	r.give(t, r.tom, 71)
	const verifiedAt = `UPDATE accounts SET email_verified_at = $1 WHERE id = 'tom'`
	for name, c := range map[string]struct {
		set  func()
		want error
	}{
		"offline":      {func() { r.online["nina"] = false }, ErrOffline},
		"away":         {func() { r.stage.offer.Away = true }, ErrAway},
		"nobody":       {func() { r.stage.offer.WhoMayAsk = "nobody" }, ErrNotAsking},
		"favourites":   {func() { r.stage.offer.WhoMayAsk = "favourites" }, ErrFansOnly},
		"balance":      {func() { r.stage.offer.WhoMayAsk, r.stage.offer.MinBalance = "balance", money.Whole(101) }, ErrRicher},
		"no exclusive": {func() { r.stage.offer.Exclusive = 0 }, ErrNoExclusive},
		"mail":         {func() { testkit.Exec(t, r.DB, verifiedAt, 0) }, ErrMail},
		"blocked":      {func() { r.stage.blocked["tom"] = true }, gate.ErrNoPerformer},
		"unverified":   {func() { r.stage.refused["nina"] = errUnverified }, ErrOffline},
	} {
		offer := r.stage.offer
		c.set()
		if err := ask(Asking{Exclusive: name == "no exclusive"}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		q, err := r.Quote(t.Context(), r.tom, "nina")
		if name != "no exclusive" && (err == nil && q.Accepting || err != nil && name != "blocked") {
			t.Errorf("%s: the quote says %+v (%v)", name, q, err)
		}
		r.stage.offer = offer
		testkit.Exec(t, r.DB, verifiedAt, 1)
		delete(r.stage.blocked, "tom")
		delete(r.stage.refused, "nina")
		r.online["nina"] = true
	}
	r.fans["tom"], r.stage.offer.WhoMayAsk = true, "favourites"
	if err := ask(Asking{}); err != nil {
		t.Errorf("a favourite's request: %v", err)
	}
	if err := ask(Asking{}); !errors.Is(err, ErrPending) {
		t.Errorf("the second request: %v", err)
	}
	q, err := r.Quote(t.Context(), r.ann, "nina")
	if err != nil || q.Missing != money.Whole(30) || q.FreeSeconds != 15 || q.Price != money.Whole(30) || q.Reason != "favourites_only" {
		t.Errorf("Ann's quote is %+v (%v)", q, err)
	}
}

func TestRequestExpires(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  error
	}{{119 * time.Second, nil}, {121 * time.Second, ErrDecided}} {
		r := setupFake(t)
		r.give(t, r.tom, 100)
		decided := testkit.Hear[core.Decided](r.bus)
		asked := r.asks(t, r.tom, Asking{})
		r.pass(t, c.after)
		if _, err := r.Accept(t.Context(), r.nina, asked.ConversationID); !errors.Is(err, c.want) {
			t.Errorf("accepted after %v: %v, want %v", c.after, err, c.want)
		}
		if c.want != nil {
			r.is(t, asked.ID, lifecycle.Ended, lifecycle.Expired)
			if count(t, decided, func(d core.Decided) bool { return d.Status == "expired" && d.MemberID == "tom" }) != 1 {
				t.Error("nobody told Tom that his request expired")
			}
		}
		r.wallet(t, r.tom, map[error]money.Tokens{nil: money.Whole(70), ErrDecided: money.Whole(100)}[c.want])
	}
}

func TestDeclineAndCancel(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	first := r.asks(t, r.tom, Asking{})
	for name, do := range map[string]func() error{
		"Lena declines":   func() error { return r.Decline(t.Context(), "lena", first.ConversationID) },
		"Ann cancels":     func() error { return r.Cancel(t.Context(), "ann", first.ConversationID) },
		"Ann ends":        func() error { return r.End(t.Context(), r.ann, first.ConversationID) },
		"a guest ends":    func() error { return r.End(t.Context(), account.Caller{}, first.ConversationID) },
		"Nina cancels":    func() error { return r.Cancel(t.Context(), "nina", first.ConversationID) },
		"Lena accepts":    func() error { _, err := r.Accept(t.Context(), r.lena, first.ConversationID); return err },
		"Ann joins":       func() error { _, err := r.JoinPrivate(t.Context(), r.ann, first.ConversationID, false, ""); return err },
		"Ann pays for it": func() error { _, err := r.Pay(t.Context(), r.ann, first.ConversationID, ""); return err },
	} {
		if err := do(); err == nil {
			t.Errorf("%s: it was let", name)
		}
	}
	if err := r.Decline(t.Context(), "nina", first.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.is(t, first.ID, lifecycle.Ended, lifecycle.Declined)
	second := r.asks(t, r.tom, Asking{})
	if err := r.Cancel(t.Context(), "tom", second.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.is(t, second.ID, lifecycle.Ended, lifecycle.Cancelled)
	if _, err := r.Accept(t.Context(), r.nina, second.ConversationID); !errors.Is(err, ErrDecided) {
		t.Errorf("a cancelled request was accepted: %v", err)
	}
	r.wallet(t, r.tom, money.Whole(100))
}

// Five members ask; Nina's two devices accept two of them in the same moment.
func TestTwoAcceptancesAtOnce(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 100)
	r.give(t, r.ben, 100)
	decided := testkit.Hear[core.Decided](r.bus)
	requests := []lifecycle.Show{r.asks(t, r.tom, Asking{}), r.asks(t, r.ann, Asking{}), r.asks(t, r.ben, Asking{})}
	won := make([]error, len(requests))
	var wg sync.WaitGroup
	for i, asked := range requests {
		wg.Go(func() { _, won[i] = r.Accept(context.Background(), r.nina, asked.ConversationID) })
	}
	wg.Wait()
	accepted := 0
	for _, err := range won {
		if err == nil {
			accepted++
		} else if !errors.Is(err, ErrInShow) {
			t.Errorf("the other acceptance: %v", err)
		}
	}
	if accepted != 1 {
		t.Errorf("%d shows were accepted at once", accepted)
	}
	if busy := count(t, decided, func(d core.Decided) bool { return d.Status == core.Busy }); busy != 2 {
		t.Errorf("%d of the others heard that she is busy", busy)
	}
	pending := 0
	for _, asked := range requests {
		if r.now(t, asked.ID).Status == lifecycle.Pending {
			pending++
		}
	}
	if pending != 2 {
		t.Errorf("%d of the others wait out their time", pending)
	}
	if _, err := r.Ask(t.Context(), r.cleo, "nina", Asking{}); !errors.Is(err, ErrBusy) {
		t.Errorf("Cleo asks a busy performer: %v", err)
	}
}

// Tom asked Nina and Lena; both accept at once.
func TestOneMemberTwoPerformers(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	hers := r.asks(t, r.tom, Asking{})
	lenas, err := r.Ask(t.Context(), r.tom, "lena", Asking{})
	if err != nil {
		t.Fatal(err)
	}
	won := make([]error, 2)
	var wg sync.WaitGroup
	wg.Go(func() { _, won[0] = r.Accept(context.Background(), r.nina, hers.ConversationID) })
	wg.Go(func() { _, won[1] = r.Accept(context.Background(), r.lena, lenas.ConversationID) })
	wg.Wait()
	if (won[0] == nil) == (won[1] == nil) {
		t.Errorf("Nina: %v, Lena: %v", won[0], won[1])
	}
	r.wallet(t, r.tom, money.Whole(70))
	r.audit(t)
}

func TestBalanceShownToPerformer(t *testing.T) {
	r := setupFake(t)
	requested := testkit.Hear[Requested](r.bus)
	for who, want := range map[*account.Caller]string{&r.tom: lifecycle.BalanceExact, &r.ann: lifecycle.BalanceEnough, &r.ben: lifecycle.BalanceHidden} {
		r.give(t, *who, 77)
		r.asks(t, *who, Asking{Balance: want})
	}
	list, err := r.Requests(t.Context(), "nina")
	if err != nil || len(list) != 3 {
		t.Fatalf("%d requests (%v)", len(list), err)
	}
	for _, q := range list {
		exact, enough := q.User.Balance != nil, q.User.Enough != nil
		switch q.User.ID {
		case "tom":
			if !exact || *q.User.Balance != money.Whole(77) || enough {
				t.Errorf("of Tom she sees %+v", q.User)
			}
		case "ann":
			if exact || !enough || !*q.User.Enough {
				t.Errorf("of Ann she sees %+v", q.User)
			}
		default:
			if exact || enough {
				t.Errorf("of Ben she sees %+v", q.User)
			}
		}
	}
	told := count(t, requested, func(e Requested) bool { return e.Request.User.ID == "ben" && e.Request.User.Balance == nil })
	if told != 1 {
		t.Error("the event tells what Ben hides")
	}
}
