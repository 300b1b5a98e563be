package paidmessages_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/paidmessages"
	"limelight/internal/testkit"
)

// model is a conversation of Tom with Nina and one with Sara as maps: what everybody must hold.
type model struct {
	*fixture
	run, made int
	should    map[ledger.Account]money.Tokens
	waiting   map[string]paid // by line
	charged   []*paid
	photos    map[string]money.Tokens // by line, those that are closed
	opened    []*paid
}

// paid is something that was paid for, as the model follows it.
type paid struct {
	id, line, performer string
	gross, refunded     money.Tokens
	terms               ledger.Terms
}

// Random lines that wait or not, let go and dropped, photos opened and refunds, at random prices and rates, some of them
// twice: each is refused exactly when the model says so, everybody holds what the maps say, and in the end the books are
// in order, with a transfer for each charge and each unlock.
func TestAgainstAModel(t *testing.T) {
	h, run := setup(t), 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		m := &model{fixture: h, run: run, should: map[ledger.Account]money.Tokens{}, waiting: map[string]paid{}, photos: map[string]money.Tokens{}}
		for _, account := range []ledger.Account{ledger.Earnings("nina"), ledger.Earnings("sara"), ledger.Earnings("loft"), ledger.SiteRevenue} {
			m.should[account] = h.Bank.Balance(quiet{}, account)
		}
		tokens := rapid.Int64Range(0, 400).Draw(t, "tokens")
		if tokens > 0 {
			h.Grant(quiet{}, m.tom(), tokens)
		}
		m.should[ledger.Wallet(m.tom())] = money.Whole(tokens)
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			m.site = money.Rate(rapid.IntRange(0, 10_000).Draw(t, "rate"))
			switch rapid.SampledFrom([]string{"line", "line", "release", "drop", "offer", "open", "open", "refund"}).Draw(t, "step") {
			case "line":
				m.line(t)
			case "release":
				m.release(t, false)
			case "drop":
				m.release(t, true)
			case "offer":
				m.made++
				line := m.name()
				m.photos[line] = money.Whole(rapid.Int64Range(1, 100).Draw(t, "price"))
				m.offer(quiet{}, line, m.performer(line), m.tom(), m.photos[line])
			case "open":
				m.openSome(t)
			case "refund":
				m.refund(t)
			}
			for account, want := range m.should {
				if got := h.Bank.Balance(quiet{}, account); got != want || got < 0 {
					t.Fatalf("%s holds %v, want %v", account, got, want)
				}
			}
		}
	})
	h.Audit(t)
	for table, kind := range map[string]string{"message_charges": "message", "message_unlocks": "messagePhoto"} {
		facts := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM `+table)
		if posted := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM ledger_transfers WHERE key LIKE $1`, kind+":%"); posted != facts || facts == 0 {
			t.Errorf("%d transfers for %d rows of %s", posted, facts, table)
		}
	}
}

// quiet is where set-up fails loudly enough: by the step after it.
type quiet struct{ testing.TB }

func (quiet) Helper() {}

func (m *model) tom() string  { return fmt.Sprint("tom-", m.run) }
func (m *model) name() string { return fmt.Sprintf("%d-%d", m.run, m.made) }

func (m *model) performer(line string) string {
	return map[bool]string{true: "nina", false: "sara"}[len(line)%2 == 0]
}

func (m *model) terms(performer string) ledger.Terms {
	terms, _ := m.Terms(context.Background(), nil, "", performer)
	return terms
}

// move adds what a payment of so much moves, or takes it back.
func (m *model) move(p paid, from ledger.Account, shares ledger.Shares, sign money.Tokens) {
	m.should[from] -= sign * shares.Gross()
	m.should[ledger.Earnings(p.performer)] += sign * shares.Net
	m.should[ledger.Earnings("loft")] += sign * shares.StudioNet
	m.should[ledger.SiteRevenue] += sign * shares.SiteFee
}

func (m *model) line(t *rapid.T) {
	m.made++
	p := paid{line: m.name(), gross: money.Whole(rapid.Int64Range(1, 60).Draw(t, "price"))}
	p.performer = m.performer(p.line)
	p.terms = m.terms(p.performer)
	wallet := ledger.Wallet(m.tom())
	held := rapid.Bool().Draw(t, "held")
	var want error
	if m.should[wallet] < p.gross {
		want = ledger.ErrFunds
	}
	err := m.charge(paidmessages.Line{MessageID: p.line, MemberID: m.tom(), PerformerID: p.performer, Price: p.gross, Held: held})
	switch {
	case !errors.Is(err, want):
		t.Fatalf("a line for %v with %v in the wallet: %v", p.gross, m.should[wallet], err)
	case err != nil:
	case held:
		m.should[wallet] -= p.gross
		m.waiting[p.line] = p
	default:
		m.move(p, wallet, p.terms.Split(p.gross), 1)
		m.paidFor(t, &p)
	}
}

// paidFor keeps a charge that may be refunded.
func (m *model) paidFor(t *rapid.T, p *paid) {
	err := m.DB.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		p.id, err = db.One(ctx, tx, db.String, `SELECT id FROM message_charges WHERE message_id = $1`, p.line)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	m.charged = append(m.charged, p)
}

// release lets a line go that waits, or drops it; both twice.
func (m *model) release(t *rapid.T, drops bool) {
	if len(m.waiting) == 0 {
		return
	}
	line := one(t, m.waiting)
	p := m.waiting[line]
	for range 2 {
		err := m.write(func(ctx context.Context, tx *db.Tx) error {
			if drops {
				return m.Drop(ctx, tx, line)
			}
			return m.Release(ctx, tx, line, line+"-r")
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	delete(m.waiting, line)
	m.should[ledger.Wallet(m.tom())] += p.gross
	if drops {
		return
	}
	m.move(p, ledger.Wallet(m.tom()), p.terms.Split(p.gross), 1)
	p.line += "-r"
	m.paidFor(t, &p)
}

// one is the same of a map's keys for the same numbers drawn.
func one[V any](t *rapid.T, of map[string]V) string {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(of))).Draw(t, "one")
}

func (m *model) openSome(t *rapid.T) {
	if len(m.photos) == 0 {
		return
	}
	line := one(t, m.photos)
	price := m.photos[line]
	p := paid{line: line, performer: m.performer(line), gross: price}
	p.terms = m.terms(p.performer)
	wallet := ledger.Wallet(m.tom())
	var want error
	seen := price
	if rapid.IntRange(0, 4).Draw(t, "outdated") == 0 {
		seen, want = price+100, paidmessages.ErrPriceChanged
	} else if m.should[wallet] < price {
		want = ledger.ErrFunds
	}
	if _, err := m.open(line, m.tom(), seen); !errors.Is(err, want) {
		t.Fatalf("a photo for %v with %v in the wallet: %v, want %v", price, m.should[wallet], err, want)
	}
	if want != nil {
		return
	}
	m.move(p, wallet, p.terms.Split(price), 1)
	delete(m.photos, line)
	if _, err := m.open(line, m.tom(), price); !errors.Is(err, paidmessages.ErrOpened) {
		t.Fatalf("a photo that is open: %v", err)
	}
	unlocks := m.unlocked.All(quiet{})
	p.id = unlocks[len(unlocks)-1].Unlock.ID
	m.opened = append(m.opened, &p)
}

// refund gives some of a charge or an unlock back, as refunds do, and more than is left not.
func (m *model) refund(t *rapid.T) {
	list, note, kind := m.charged, m.NoteChargeRefund, paidmessages.Message
	if rapid.Bool().Draw(t, "a photo") {
		list, note, kind = m.opened, m.NoteUnlockRefund, paidmessages.Photo
	}
	if len(list) == 0 {
		return
	}
	p := list[rapid.IntRange(0, len(list)-1).Draw(t, "which")]
	m.made++
	amount := money.Tokens(rapid.Int64Range(1, int64(p.gross)).Draw(t, "amount"))
	shares := p.terms.Refund(p.gross-p.refunded, max(0, p.gross-p.refunded-amount))
	var want error
	if p.refunded+amount > p.gross {
		want = paidmessages.ErrRefunded
	}
	err := m.write(func(ctx context.Context, tx *db.Tx) error {
		if err := note(ctx, tx, p.id, amount); err != nil {
			return err
		}
		legs := p.terms.Legs(shares, ledger.Wallet(m.tom()), p.performer)
		for i, leg := range legs {
			legs[i].Source, legs[i].Target = leg.Target, leg.Source
		}
		_, err := m.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "refund-request:" + m.name(), Kind: kind, Reference: p.id, Payer: m.tom(), Payee: p.performer, Legs: legs,
		})
		return err
	})
	if !errors.Is(err, want) {
		t.Fatalf("%v back of %v, of which %v were before: %v, want %v", amount, p.gross, p.refunded, err, want)
	}
	if err != nil {
		return
	}
	p.refunded += amount
	m.move(*p, ledger.Wallet(m.tom()), shares, -1)
	if p.refunded == p.gross && kind == paidmessages.Photo {
		m.photos[p.line] = p.gross // it may be opened again
	}
}
