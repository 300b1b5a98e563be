package messages

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/paidmessages"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// till takes what lines cost, and sells no photos.
type till struct {
	free
	*bank.Bank
	s *paidmessages.Service
}

// Terms are those of everybody: the site keeps a fifth.
func (till) Terms(context.Context, *db.Tx, string, string) (ledger.Terms, error) {
	return ledger.Alone(money.Percent(20)), nil
}

func (p till) Prices(ctx context.Context, tx *db.Tx, performerIDs ...string) (map[string]money.Tokens, error) {
	return p.s.Prices(ctx, tx, performerIDs...)
}

func (p till) Charge(ctx context.Context, tx *db.Tx, c Charge) error {
	return p.s.Charge(ctx, tx, paidmessages.Line(c))
}

func (p till) Release(ctx context.Context, tx *db.Tx, heldID, messageID string) error {
	return p.s.Release(ctx, tx, heldID, messageID)
}

func (p till) Drop(ctx context.Context, tx *db.Tx, messageIDs ...string) error {
	return p.s.Drop(ctx, tx, messageIDs...)
}

func (p till) Balance(ctx context.Context, tx *db.Tx, memberID string) (money.Tokens, error) {
	return p.s.Balance(ctx, tx, memberID)
}

// paidTalk is Tom, who may send links, and Ann, whose links wait for staff, in conversations with Nina, as maps.
type paidTalk struct {
	fixture
	till    till
	talks   map[string]string // by member
	price   money.Tokens
	has     map[string]money.Tokens // by member, and what Nina has earned
	sent    []written               // that cost something or not
	waiting map[string]written      // by line
	keys    int
}

type written struct {
	who            account.Caller
	line, clientID string
	paid           money.Tokens
}

// Random lines to somebody who changes what she asks for them, some with the price of yesterday or none, some sent again,
// some with links that staff let go or refuse, or whose writer deletes or clears them: each is refused exactly when the
// maps say so, everybody holds what they say, and a line has a charge exactly when it cost something.
func TestPaidLinesAgainstAModel(t *testing.T) {
	h := setup(t)
	shop := till{Bank: bank.Open(h.DB, h.clock.Now)}
	shop.s = paidmessages.New(paidmessages.Deps{DB: h.DB, Ledger: shop.Ledger, Rates: shop, Events: bus.New(h.DB, h.Log, h.clock.Now), Now: h.clock.Now})
	shop.Rules = []ledger.Rule{shop.s.Rule()}
	h.Paid = shop
	m := &paidTalk{
		fixture: h, till: shop, waiting: map[string]written{}, has: map[string]money.Tokens{},
		talks: map[string]string{"tom": h.open(t, h.tom, h.nina).ID, "ann": h.open(t, h.ann, h.nina).ID},
	}
	rapid.Check(t, func(t *rapid.T) {
		for _, name := range []string{"tom", "ann"} {
			tokens := rapid.Int64Range(1, 60).Draw(t, "tokens")
			shop.Grant(silent{}, name, tokens)
			m.has[name] += money.Whole(tokens)
		}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			h.clock.Advance(time.Second)
			switch rapid.SampledFrom([]string{"send", "send", "send", "again", "price", "release", "refuse", "delete", "clear"}).Draw(t, "step") {
			case "price":
				m.price = money.Whole(rapid.Int64Range(0, 20).Draw(t, "price"))
				if err := shop.s.SetPrice(context.Background(), "nina", m.price); err != nil {
					t.Fatal(err)
				}
			case "send":
				m.send(t)
			case "again":
				m.again(t)
			case "clear":
				m.clearOf(t, rapid.SampledFrom([]account.Caller{h.tom, h.ann}).Draw(t, "who"))
			case "release":
				m.decide(t, func(w written) error { return h.Release(context.Background(), w.line) }, true)
			case "refuse":
				m.decide(t, func(w written) error { return h.Refuse(context.Background(), h.admin, w.line, "") }, false)
			case "delete":
				m.decide(t, func(w written) error { return h.Remove(context.Background(), w.who, w.line, "") }, false)
			}
			for name, account := range map[string]ledger.Account{"tom": ledger.Wallet("tom"), "ann": ledger.Wallet("ann"), "nina": ledger.Earnings("nina")} {
				if got := shop.Bank.Balance(silent{}, account); got != m.has[name] || got < 0 {
					t.Fatalf("%s has %v, want %v", name, got, m.has[name])
				}
			}
		}
	})
	shop.Audit(t)
	paid := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM messages WHERE payload LIKE '%"token"%'`)
	both := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM messages m JOIN message_charges c ON c.message_id = m.id AND c.member_id = m.sender_id WHERE m.payload LIKE '%"token"%'`)
	if charges := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM message_charges`); charges != paid || both != paid || paid == 0 {
		t.Errorf("%d lines that cost something and %d charges, %d of them of such lines", paid, charges, both)
	}
	if lines := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM messages WHERE sender_id IN ('tom', 'ann')`); lines != int64(len(m.sent)) {
		t.Errorf("%d lines are written, want %d", lines, len(m.sent))
	}
}

// silent is where set-up fails loudly enough: by the step after it.
type silent struct{ testing.TB }

func (silent) Helper() {}

func (m *paidTalk) send(t *rapid.T) {
	m.keys++
	w := written{who: rapid.SampledFrom([]account.Caller{m.tom, m.ann}).Draw(t, "who"), clientID: fmt.Sprint("c", m.keys), paid: m.price}
	draft := Draft{ConversationID: m.talks[w.who.ID], ClientID: w.clientID, Text: "hello", Price: &m.price}
	if rapid.Bool().Draw(t, "with a link") {
		draft.Text = "see example.com"
	}
	var want error
	switch rapid.IntRange(0, 5).Draw(t, "seen") {
	case 0:
		yesterday := m.price + money.Whole(1)
		draft.Price, want = &yesterday, ErrPriceChanged
	case 1:
		if draft.Price = nil; m.price > 0 {
			want = ErrPriceChanged
		}
	}
	if want == nil && m.has[w.who.ID] < m.price {
		want = ledger.ErrFunds
	}
	line, err := m.Send(context.Background(), w.who, draft)
	if !errors.Is(err, want) {
		t.Fatalf("a line for %v with %v left: %v, want %v", m.price, m.has[w.who.ID], err, want)
	}
	if err != nil {
		return
	}
	if held := w.who.ID == "ann" && draft.Text != "hello"; held != line.IsHeld {
		t.Fatalf("it is held: %v, want %v", line.IsHeld, held)
	}
	w.line = line.ID
	m.has[w.who.ID] -= w.paid
	if line.IsHeld {
		m.waiting[w.line] = w
	} else {
		m.earns(w)
	}
	m.sent = append(m.sent, w)
}

func (m *paidTalk) earns(w written) {
	m.has["nina"] += ledger.Alone(money.Percent(20)).Split(w.paid).Net
}

// again sends something that was sent before, whatever became of it and of the price.
func (m *paidTalk) again(t *rapid.T) {
	if len(m.sent) == 0 {
		return
	}
	w := m.sent[rapid.IntRange(0, len(m.sent)-1).Draw(t, "which")]
	_, err := m.Send(context.Background(), w.who, Draft{ConversationID: m.talks[w.who.ID], ClientID: w.clientID, Text: "hello", Price: &w.paid})
	if err != nil {
		t.Fatalf("the same again: %v", err)
	}
}

// decide ends the waiting of a line; its writer has back what they paid unless it is delivered.
func (m *paidTalk) decide(t *rapid.T, act func(written) error, delivered bool) {
	if len(m.waiting) == 0 {
		return
	}
	line := rapid.SampledFrom(slices.Sorted(maps.Keys(m.waiting))).Draw(t, "one") // the same for the same numbers drawn
	w := m.waiting[line]
	if err := act(w); err != nil {
		t.Fatal(err)
	}
	delete(m.waiting, line)
	if delivered {
		m.earns(w)
	} else {
		m.has[w.who.ID] += w.paid
	}
}

func (m *paidTalk) clearOf(t *rapid.T, who account.Caller) {
	if err := m.Clear(context.Background(), who, m.talks[who.ID]); err != nil {
		t.Fatal(err)
	}
	for line, w := range m.waiting {
		if w.who.ID == who.ID {
			delete(m.waiting, line)
			m.has[who.ID] += w.paid
		}
	}
}
