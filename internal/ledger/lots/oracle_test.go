package lots

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// Whatever happens to a member's tokens, in any order: the lots are those of an
// oracle that moves every unit by hand, and their sums are the balances.
func TestLotsAgreeWithEveryUnit(t *testing.T) {
	clock, run := testkit.NewClock(), 0
	h := bank.Open(testkit.DB(t), clock.Now, bank.Unchecked("tip", "purchase", "private"))
	rapid.Check(t, func(t *rapid.T) {
		run++
		m := &purse{Bank: h, clock: clock, run: run, places: map[string][]unit{}}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			m.random(t)
		}
		m.compareLots(t)
		m.compareFunded(t)
	})
	h.Audit(t)
}

func (m *purse) compareLots(t *rapid.T) {
	var lots []Lot
	var balances map[ledger.Account]money.Tokens
	accounts := []ledger.Account{m.wallet()}
	for ref := range m.places {
		accounts = append(accounts, m.at(ref))
	}
	m.reads(t, func(ctx context.Context, tx *db.Tx) (err error) {
		lots, err = Of(ctx, tx, m.member())
		if err == nil {
			balances, err = m.Ledger.Balances(ctx, tx, accounts...)
		}
		return err
	})
	if len(lots) != len(m.lots) {
		t.Fatalf("%d lots, want %d", len(lots), len(m.lots))
	}
	var left, held money.Tokens
	for i, l := range lots {
		m.compareLot(t, i, l)
		left, held = left+l.Left, held+l.Held
	}
	inHolds := -balances[m.wallet()]
	for _, balance := range balances {
		inHolds += balance
	}
	if left != balances[m.wallet()] || held != inHolds {
		t.Fatalf("%v are left and %v held, but the wallet has %v and the holds %v", left, held, balances[m.wallet()], inHolds)
	}
}

func (m *purse) compareLot(t *rapid.T, i int, l Lot) {
	want := Lot{
		TransferID: m.lots[i].transferID, Kind: m.lots[i].kind, Fact: l.Fact, Reference: l.Reference, At: l.At,
		Credited: money.Tokens(m.lots[i].units),
	}
	for place, units := range m.places {
		for _, u := range units {
			switch {
			case u.lot != i:
			case place == "":
				want.Left++
			default:
				want.Held++
			}
		}
	}
	for _, o := range m.flows {
		if o.taken {
			want.TakenBack += money.Tokens(o.took[i] - o.back[i])
		} else if o.took[i] > 0 {
			want.Spent = append(want.Spent, Spent{
				TransferID: o.transferID, Amount: money.Tokens(o.took[i]), Returned: money.Tokens(o.back[i]),
			})
		}
	}
	if fmt.Sprint(l) != fmt.Sprint(want) {
		t.Fatalf("lot %d is %+v, want %+v", i, l, want)
	}
	sum := l.Left + l.Held + l.TakenBack
	for _, s := range l.Spent {
		sum += s.Amount - s.Returned
	}
	if sum != l.Credited || l.Left < 0 || l.Held < 0 || l.TakenBack < 0 {
		t.Fatalf("%+v does not add up to what was credited", l)
	}
}

// compareFunded asks of every credit what it paid for: all of it, with shares that
// sum to what was posted when nothing came back.
func (m *purse) compareFunded(t *rapid.T) {
	funded := map[string]ledger.Shares{}
	for id := range m.credits() {
		m.reads(t, func(ctx context.Context, tx *db.Tx) error {
			list, err := FundedBy(ctx, tx, id)
			for _, f := range list {
				if f.Shares.Gross() != f.Amount || min(f.Shares.SiteFee, f.Shares.StudioNet, f.Shares.Net) < 0 {
					t.Fatalf("%s funded %+v", id, f)
				}
				was := funded[f.TransferID]
				funded[f.TransferID] = ledger.Shares{
					SiteFee: was.SiteFee + f.Shares.SiteFee, StudioNet: was.StudioNet + f.Shares.StudioNet, Net: was.Net + f.Shares.Net,
				}
			}
			return err
		})
	}
	for _, o := range m.flows {
		if o.taken {
			continue
		}
		if got := funded[o.transferID]; got.Gross() != money.Tokens(len(o.out)) {
			t.Fatalf("%s: the lots account for %v of %d units", o.key, got, len(o.out))
		}
		if want := m.shares(o); !o.returned && !o.reversed && funded[o.transferID] != want {
			t.Fatalf("%s: the lots account for %+v of %+v", o.key, funded[o.transferID], want)
		}
	}
}

func (m *purse) credits() map[string]bool {
	all := map[string]bool{}
	for _, l := range m.lots {
		all[l.transferID] = true
	}
	return all
}

func (m *purse) shares(o *taking) (s ledger.Shares) {
	for _, leg := range o.legs {
		switch leg.Target {
		case ledger.SiteRevenue:
			s.SiteFee += leg.Amount
		case ledger.Earnings(fmt.Sprint("nina", m.run)):
			s.Net += leg.Amount
		default:
			s.StudioNet += leg.Amount
		}
	}
	return s
}

func TestLotsOfNobody(t *testing.T) {
	h := bank.Open(testkit.DB(t), testkit.NewClock().Now)
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		if _, err := FundedBy(ctx, tx, "nothing"); !errors.Is(err, ledger.ErrUnknown) {
			t.Errorf("what an unknown transfer funded: %v", err)
		}
		lots, err := Of(ctx, tx, "nobody")
		if len(lots) != 0 {
			t.Errorf("nobody has %v", lots)
		}
		return err
	})
}
