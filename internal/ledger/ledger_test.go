package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/lots"
	"limelight/internal/testkit"
)

// fixture is a ledger on a fresh database at noon.
type fixture struct {
	*ledger.Ledger
	db    *db.DB
	clock *testkit.Clock
}

func open(t testing.TB) *fixture {
	clock := testkit.NewClock()
	return &fixture{Ledger: ledger.New(clock.Now), db: testkit.DB(t), clock: clock}
}

func (h *fixture) post(t ledger.Transfer) (p ledger.Posted, err error) {
	err = h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		p, err = h.Post(ctx, tx, t)
		return err
	})
	return p, err
}

func (h *fixture) reverse(transferID string) error {
	return h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Reverse(ctx, tx, transferID, ledger.Written("mistake"))
		return err
	})
}

func (h *fixture) grant(t testing.TB, member string, amount money.Tokens) {
	t.Helper()
	err := h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Grant(ctx, tx, member, amount, "start:"+member, ledger.Written("Welcome"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) read(t testing.TB, ask func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := h.db.Read(context.Background(), ask); err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) holds(t testing.TB, account ledger.Account, want money.Tokens) {
	t.Helper()
	err := h.db.Read(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		got, err := h.Balance(ctx, tx, account)
		if err == nil && got != want {
			t.Errorf("%s holds %v, want %v", account, got, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) audit(t testing.TB, kinds ...string) {
	t.Helper()
	for _, v := range h.violations(t, kinds...) {
		t.Error(v)
	}
}

func (h *fixture) violations(t testing.TB, kinds ...string) (found []ledger.Violation) {
	t.Helper()
	known := ledger.Rule{Kinds: kinds, Check: func(context.Context, *db.Tx) ([]ledger.Violation, error) { return nil, nil }}
	err := h.db.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = ledger.Audit(ctx, tx, known)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

var (
	tom  = ledger.Wallet("tom")
	nina = ledger.Earnings("nina")
)

// thanks takes 70 to Nina and 30 to the site out of Tom's wallet.
func thanks(key string) ledger.Transfer {
	return ledger.Transfer{Key: key, Kind: "tip", Reference: key, Payer: "tom", Payee: "nina", Legs: []ledger.Leg{
		{Source: tom, Target: nina, Amount: money.Whole(70)},
		{Source: tom, Target: ledger.SiteRevenue, Amount: money.Whole(30)},
	}}
}

// A clock that was not set books nothing: the journal would begin in 1970.
func TestZeroClockIsRefused(t *testing.T) {
	h := open(t)
	now := h.clock.Now()
	h.clock.Advance(time.Unix(0, 0).Sub(now))
	_, err := h.post(ledger.Transfer{Key: "early", Kind: "tip", Legs: []ledger.Leg{{ledger.WorldGrant, ledger.Wallet("tom"), 5}}})
	if !errors.Is(err, ledger.ErrClock) {
		t.Errorf("got %v, want %v", err, ledger.ErrClock)
	}
	h.clock.Advance(now.Sub(h.clock.Now()))
	h.grant(t, "tom", 5)
	h.holds(t, ledger.Wallet("tom"), 5)
}

func TestPostMovesTokens(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(120))
	p, err := h.post(thanks("tip:1"))
	if err != nil {
		t.Fatal(err)
	}
	if p.ID == "" || !p.At.Equal(testkit.Noon) {
		t.Errorf("posted %+v", p)
	}
	h.holds(t, tom, money.Whole(20))
	h.holds(t, nina, money.Whole(70))
	h.holds(t, ledger.SiteRevenue, money.Whole(30))
	h.holds(t, ledger.WorldGrant, money.Whole(-120))
	h.holds(t, ledger.Hold("never used"), 0)
	h.audit(t, "tip")
}

// A refusal says how many tokens are missing, and writes nothing, so the caller
// may go on in the same transaction.
func TestTooFewTokens(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(99))
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, refusal := h.Post(ctx, tx, thanks("tip:1"))
		f, ok := errors.AsType[*fault.Fault](refusal)
		if !ok || !errors.Is(refusal, ledger.ErrFunds) {
			return fmt.Errorf("a tip above the balance: %w", refusal)
		}
		if f.Code != "insufficient_balance" || f.Extra["missing"] != money.Whole(1) || f.Kind != fault.Conflict {
			t.Errorf("the refusal is %+v", f)
		}
		_, err := h.Grant(ctx, tx, "tom", money.Whole(1), "one more", ledger.Memo{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	h.holds(t, tom, money.Whole(100))
	h.holds(t, nina, 0)
	h.audit(t)
}

func TestEmptyWalletMissesTheWholeAmount(t *testing.T) {
	h := open(t)
	_, err := h.post(thanks("tip:1"))
	f, _ := errors.AsType[*fault.Fault](err)
	if !errors.Is(err, ledger.ErrFunds) || f.Extra["missing"] != money.Whole(100) {
		t.Errorf("an unused wallet: %v", err)
	}
}

func TestConcurrentPostsOfOneKey(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(100)) // for one: the others hear "repeated", not "too few"
	var once, again atomic.Int64
	testkit.Together(16, func(int) {
		switch _, err := h.post(thanks("tip:1")); {
		case err == nil:
			once.Add(1)
		case errors.Is(err, ledger.ErrRepeated):
			again.Add(1)
		default:
			t.Error(err)
		}
	})
	if once.Load() != 1 || again.Load() != 15 {
		t.Errorf("%d posted and %d repeated, want 1 and 15", once.Load(), again.Load())
	}
	h.holds(t, tom, 0)
	h.audit(t, "tip")
}

// Two thirds of what is asked for can be paid. The rest hears exactly what is
// missing, also when another transaction spent it a moment ago.
func TestConcurrentTransfersNeverGoBelowZero(t *testing.T) {
	for _, callers := range []int{16, 100} {
		t.Run(fmt.Sprint(callers), func(t *testing.T) {
			h := open(t)
			payable := callers * 2 / 3
			h.grant(t, "tom", money.Whole(int64(100*payable+1)))
			var paid, poor atomic.Int64
			testkit.Together(callers, func(i int) {
				_, err := h.post(thanks(fmt.Sprint("tip:", i)))
				f, _ := errors.AsType[*fault.Fault](err)
				switch {
				case err == nil:
					paid.Add(1)
				case errors.Is(err, ledger.ErrFunds) && f.Extra["missing"] == money.Whole(99):
					poor.Add(1)
				default:
					t.Errorf("%v %+v", err, f)
				}
			})
			if int(paid.Load()) != payable || int(poor.Load()) != callers-payable {
				t.Errorf("%d paid and %d refused, want %d and %d", paid.Load(), poor.Load(), payable, callers-payable)
			}
			h.holds(t, tom, money.Whole(1))
			h.audit(t, "tip")
		})
	}
}

// Everybody pays everybody, legs in any order: no deadlock, no token lost.
func TestOppositeTransfersDoNotDeadlock(t *testing.T) {
	h := open(t)
	people := []string{"a", "b", "c", "d", "e", "f"}
	for _, p := range people {
		h.grant(t, p, money.Whole(50))
	}
	testkit.Together(16, func(i int) {
		for j := range 20 {
			from := people[(i+j)%6]
			one, two := people[(i+j+1+j%2)%6], people[(i+j+4+i%2)%6]
			_, err := h.post(ledger.Transfer{Key: fmt.Sprint(i, "-", j), Kind: "gift", Legs: []ledger.Leg{
				{Source: ledger.Wallet(from), Target: ledger.Wallet(one), Amount: money.Whole(int64(1 + i))},
				{Source: ledger.Wallet(from), Target: ledger.Wallet(two), Amount: money.Whole(int64(1 + j))},
			}})
			if err != nil && !errors.Is(err, ledger.ErrFunds) {
				t.Error(err)
			}
		}
	})
	h.holds(t, ledger.WorldGrant, money.Whole(-300))
	h.audit(t, "gift")
}

func TestReverseOnce(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(100))
	p, err := h.post(thanks("tip:1"))
	if err != nil {
		t.Fatal(err)
	}
	var done, refused atomic.Int64
	testkit.Together(8, func(int) {
		switch err := h.reverse(p.ID); {
		case err == nil:
			done.Add(1)
		case errors.Is(err, ledger.ErrReversed), errors.Is(err, ledger.ErrRepeated):
			refused.Add(1)
		default:
			t.Error(err)
		}
	})
	if done.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d reversals were done and %d refused, want 1 and 7", done.Load(), refused.Load())
	}
	h.holds(t, tom, money.Whole(100))
	h.holds(t, nina, 0)
	h.holds(t, ledger.SiteRevenue, 0)
	h.audit(t, "tip")
}

func TestReverseRefusals(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(100))
	p, err := h.post(thanks("tip:1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.reverse("nothing"); !errors.Is(err, ledger.ErrUnknown) {
		t.Errorf("an unknown transfer: %v", err)
	}
	spent := ledger.Transfer{Key: "payout:1", Kind: "payout", Legs: []ledger.Leg{{Source: nina, Target: ledger.Payout("1"), Amount: money.Whole(60)}}}
	if _, err := h.post(spent); err != nil {
		t.Fatal(err)
	}
	if err := h.reverse(p.ID); !errors.Is(err, ledger.ErrFunds) {
		t.Errorf("Nina has been paid already: %v", err)
	}
	h.audit(t, "tip", "payout")
}

// What only a mistake in the program can ask for is an error, not a transfer.
func TestMalformedTransfers(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(100))
	leg := func(from, to ledger.Account, units money.Tokens) []ledger.Leg { return []ledger.Leg{{from, to, units}} }
	for name, transfer := range map[string]ledger.Transfer{
		"no key":        {Kind: "tip", Legs: leg(tom, nina, 1)},
		"no kind":       {Key: "k", Legs: leg(tom, nina, 1)},
		"no legs":       {Key: "k", Kind: "tip"},
		"nothing":       {Key: "k", Kind: "tip", Legs: leg(tom, nina, 0)},
		"negative":      {Key: "k", Kind: "tip", Legs: leg(tom, nina, -5)},
		"too much":      {Key: "k", Kind: "tip", Legs: leg(ledger.WorldCard, tom, 1<<53+1)},
		"to itself":     {Key: "k", Kind: "tip", Legs: leg(tom, tom, 5)},
		"no such place": {Key: "k", Kind: "tip", Legs: leg(tom, "pocket:tom", 5)},
		"nobody":        {Key: "k", Kind: "tip", Legs: leg(tom, ledger.Earnings(""), 5)},
		"through nina":  {Key: "k", Kind: "tip", Legs: []ledger.Leg{{tom, nina, 5}, {nina, ledger.SiteRevenue, 5}}},
		"memo too long": {Key: "k", Kind: "tip", Memo: ledger.Written(strings.Repeat("x", 201)), Legs: leg(tom, nina, 5)},
	} {
		if _, err := h.post(transfer); err == nil {
			t.Errorf("%s was posted", name)
		}
	}
	h.holds(t, tom, money.Whole(100))
	h.audit(t)
}

// Two tips of one millisecond are replayed as they were posted.
func TestIdsOfOneMillisecondCountUp(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", money.Whole(5000))
	var ids []string
	for i := range 40 {
		p, err := h.post(thanks(fmt.Sprint("tip:", i)))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}
	if !slices.IsSorted(ids) {
		t.Errorf("posted in another order than %v", ids)
	}
	h.read(t, func(ctx context.Context, tx *db.Tx) error {
		credits, err := lots.Of(ctx, tx, "tom")
		if err == nil && (len(credits) != 1 || len(credits[0].Spent) != 40 || credits[0].Spent[39].TransferID != ids[39]) {
			t.Errorf("the lots are %+v", credits)
		}
		return err
	})
}

// The balance sheet has what members and performers owe, which is never less than
// nothing.
func TestReceivables(t *testing.T) {
	h := open(t)
	owed := ledger.Receivable("tom")
	lose := ledger.Transfer{Key: "clawback:1", Kind: "purchase", Reference: "i1", Legs: []ledger.Leg{{Source: owed, Target: ledger.WorldCard, Amount: 60}}}
	if _, err := h.post(lose); err != nil {
		t.Fatal(err)
	}
	h.holds(t, owed, -60)
	h.audit(t, "purchase")
	more := ledger.Transfer{Key: "recover:1", Kind: "purchase", Reference: "i1", Legs: []ledger.Leg{{Source: ledger.SiteRevenue, Target: owed, Amount: 61}}}
	if _, err := h.post(more); err != nil {
		t.Fatal(err)
	}
	if found := h.violations(t, "purchase"); len(found) != 1 || found[0].Rule != "receivable" || found[0].Subject != string(owed) {
		t.Errorf("61 repaid of 60: %v", found)
	}
}
