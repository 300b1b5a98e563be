package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// model is the ledger as a map: what every account must hold, and whom each
// tip paid.
type model struct {
	*fixture
	run    int // keeps the accounts of one run apart from another's
	step   int
	should map[ledger.Account]money.Tokens
	tips   []posted
}

type posted struct {
	id       string
	legs     []ledger.Leg
	reversed bool
}

// Random grants, tips and reversals, in any order: after each step the ledger
// agrees with a map that adds and subtracts, and refuses exactly what the map
// cannot pay.
func TestBalancesEqualAModel(t *testing.T) {
	h, run := open(t), 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		m := &model{fixture: h, run: run, should: map[ledger.Account]money.Tokens{}}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			m.step++
			h.clock.Advance(time.Millisecond)
			switch rapid.SampledFrom([]string{"grant", "tip", "tip", "tip", "reverse"}).Draw(t, "step") {
			case "grant":
				m.grantSomebody(t)
			case "tip":
				m.tipSomebody(t)
			case "reverse":
				m.reverseSome(t)
			}
		}
		m.compare(t)
	})
	h.audit(t, "tip")
}

func (m *model) name(kind string, t *rapid.T) string {
	return fmt.Sprintf("%s%d-%d", kind, m.run, rapid.IntRange(1, 3).Draw(t, kind))
}

func (m *model) grantSomebody(t *rapid.T) {
	member := m.name("member", t)
	amount := money.Tokens(rapid.Int64Range(1, 9999).Draw(t, "amount"))
	err := m.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := m.Grant(ctx, tx, member, amount, fmt.Sprint(m.run, "-", m.step), ledger.Memo{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	m.should[ledger.Wallet(member)] += amount
}

func (m *model) tipSomebody(t *rapid.T) {
	from := ledger.Wallet(m.name("member", t))
	gross := money.Tokens(rapid.Int64Range(1, 5000).Draw(t, "gross"))
	terms := drawTerms(t)
	if terms.StudioID != "" {
		terms.StudioID = m.name("studio", t)
	}
	legs := terms.Legs(terms.Split(gross), from, m.name("performer", t))
	p, err := m.post(ledger.Transfer{Key: fmt.Sprint("tip:", m.run, "-", m.step), Kind: "tip", Legs: legs})
	if enough := m.should[from] >= gross; enough != (err == nil) || err != nil && !errors.Is(err, ledger.ErrFunds) {
		t.Fatalf("%v out of %v: %v", gross, m.should[from], err)
	}
	if err == nil {
		m.move(legs, 1)
		m.tips = append(m.tips, posted{id: p.ID, legs: legs})
	}
}

func (m *model) reverseSome(t *rapid.T) {
	if len(m.tips) == 0 {
		return
	}
	tip := &m.tips[rapid.IntRange(0, len(m.tips)-1).Draw(t, "which")]
	err := m.reverse(tip.id)
	switch {
	case tip.reversed:
		if !errors.Is(err, ledger.ErrReversed) && !errors.Is(err, ledger.ErrRepeated) {
			t.Fatalf("reversed twice: %v", err)
		}
	case err != nil:
		t.Fatal(err)
	default:
		tip.reversed = true
		m.move(tip.legs, -1)
	}
}

func (m *model) move(legs []ledger.Leg, sign money.Tokens) {
	for _, leg := range legs {
		if leg.Source.Guarded() {
			m.should[leg.Source] -= sign * leg.Amount
		}
		if leg.Target.Guarded() {
			m.should[leg.Target] += sign * leg.Amount
		}
	}
}

func (m *model) compare(t *rapid.T) {
	err := m.db.Read(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		balances, err := m.Balances(ctx, tx, slices.Collect(maps.Keys(m.should))...)
		for account, want := range m.should {
			if balances[account] != want {
				t.Errorf("%s holds %v, want %v", account, balances[account], want)
			}
			if err := m.compareStatement(ctx, tx, t, account, want); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// compareStatement checks that a statement ends at the balance and that its
// lines add up to it, whichever page one reads.
func (m *model) compareStatement(ctx context.Context, tx *db.Tx, t *rapid.T, account ledger.Account, want money.Tokens) error {
	lines, total, err := report.Statement(ctx, tx, account, report.Query{})
	if err != nil || total == 0 {
		return err
	}
	if len(lines) != total || lines[0].Balance != want {
		t.Errorf("%s: %d of %d lines end at %v, want %v", account, len(lines), total, lines[0].Balance, want)
	}
	for i, line := range lines {
		before := money.Tokens(0)
		if i+1 < len(lines) {
			before = lines[i+1].Balance
		}
		if before+line.Amount != line.Balance {
			t.Errorf("%s: %v and %v make %v", account, before, line.Amount, line.Balance)
		}
	}
	page, _, err := report.Statement(ctx, tx, account, report.Query{Offset: total - 1, Limit: 1})
	if err == nil && (len(page) != 1 || page[0] != lines[total-1]) {
		t.Errorf("%s: the last page is %+v, want %+v", account, page, lines[total-1])
	}
	return err
}
