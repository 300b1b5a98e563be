package finance_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/finance"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// written is a transfer as the model remembers it.
type written struct {
	id, kind, key, reference, payer, payee, reverses string
	at                                               time.Time
	legs                                             []ledger.Leg
}

func (w written) amount() (sum money.Tokens) {
	for _, l := range w.legs {
		sum += l.Amount
	}
	return sum
}

func (w written) touches(accounts ...ledger.Account) bool {
	return slices.ContainsFunc(w.legs, func(l ledger.Leg) bool {
		return slices.Contains(accounts, l.Source) || slices.Contains(accounts, l.Target)
	})
}

// model is all that was ever posted, in order. Whatever the back office says must
// be what a scan of it says.
type model struct {
	*fixture
	all     []written
	members []string
	earners []string
}

// Random transfers of every kind, reversals and refunds included: whatever is
// asked of the back office, at whatever moment, is what a scan of all of them says.
func TestReportsEqualAScanOfAllTransfers(t *testing.T) {
	m := &model{fixture: setup(t), members: []string{"tom", "ann", "bob"}, earners: []string{"nina", "vera", "loft"}}
	m.roles["bob"], m.roles["vera"] = account.Member, account.Performer
	m.oneOfEach()
	rapid.Check(t, func(t *rapid.T) {
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			m.step(t)
		}
		span := m.drawSpan(t)
		m.sameIncome(t, span)
		m.sameBalances(t, span)
		m.sameStatement(t, span)
		m.sameSearch(t, m.drawFilter(t, span))
	})
	kinds := map[string]int{}
	for _, w := range m.all {
		kinds[w.kind]++
	}
	if len(kinds) != 8 {
		t.Errorf("%d kinds were posted, want 8: the test proves less than it says", len(kinds))
	}
	t.Logf("%d transfers: %v", len(m.all), kinds)
}

// oneOfEach begins with one transfer of every kind, so that every draw has
// something to take back.
func (m *model) oneOfEach() {
	wallet, hers, owed, whole := ledger.Wallet("tom"), ledger.Earnings("nina"), ledger.Receivable("tom"), money.Whole
	m.move("purchase", "fact-1", "", "tom", leg(ledger.WorldCard, wallet, whole(500)))
	m.move("tip", "fact-1", "tom", "nina", shared.Legs(shared.Split(whole(100)), wallet, "nina")...)
	m.move("private", "fact-1", "tom", "nina", leg(wallet, ledger.Hold("fact-1"), whole(50)))
	m.move("dispute", "fact-1", "", "", leg(hers, ledger.Dispute("fact-1"), whole(5)))
	m.move("recovery", "fact-1", "tom", "", leg(ledger.SiteRevenue, owed, whole(2)))
	m.move("referral", "fact-1", "", "ann", leg(ledger.SiteRevenue, ledger.Earnings("ann"), whole(1)))
	m.move("payout", "fact-1", "nina", "", leg(hers, ledger.Payout("fact-1"), whole(10)))
	m.payOut("fact-1", "nina")
}

func (m *model) step(t *rapid.T) {
	member, earner := rapid.SampledFrom(m.members).Draw(t, "member"), rapid.SampledFrom(m.earners[:2]).Draw(t, "earner")
	amount := money.Tokens(rapid.Int64Range(2, 9999).Draw(t, "amount"))
	wallet, hers, owed := ledger.Wallet(member), ledger.Earnings(earner), ledger.Receivable(member)
	reference := fmt.Sprint("fact-", rapid.IntRange(1, 12).Draw(t, "reference"))
	hold, payout := ledger.Hold(reference), ledger.Payout(reference)
	terms := ledger.Terms{Site: money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "rate")), Member: money.Full}
	if rapid.Bool().Draw(t, "studio") {
		terms.StudioID, terms.Member = "loft", money.Percent(60)
	}
	split := terms.Split(amount)
	switch rapid.SampledFrom([]string{
		"buy", "buy", "buy", "tip", "tip", "tip", "hold", "capture", "release", "reverse", "reverse", "refund", "loss", "recover", "writeOff",
		"dispute", "bear", "reward", "return", "ask", "ask", "paid", "paid",
	}).Draw(t, "step") {
	case "buy":
		m.move("purchase", reference, "", member, leg(ledger.WorldCard, wallet, 3*amount))
	case "tip":
		m.move("tip", reference, member, earner, terms.Legs(split, wallet, earner)...)
	case "hold":
		m.move("private", reference, member, earner, leg(wallet, hold, amount))
	case "capture":
		m.move("private", reference, member, earner, terms.Legs(terms.Split(amount/4+1), hold, earner)...)
	case "release":
		m.move("private", reference, member, earner, leg(hold, wallet, amount))
	case "reverse":
		m.reverseSome(t)
	case "refund":
		m.move("tip", reference, member, earner, leg(hers, wallet, split.Net), leg(ledger.SiteRevenue, wallet, split.SiteFee))
	case "loss":
		m.move("purchase", reference, member, "", leg(wallet, ledger.WorldCard, amount/2), leg(owed, ledger.WorldCard, amount-amount/2))
	case "recover":
		m.move("recovery", reference, member, "", leg(wallet, owed, amount))
	case "writeOff":
		m.move("recovery", reference, member, "", leg(ledger.SiteRevenue, owed, amount))
	case "dispute":
		m.move("dispute", reference, "", "", leg(hers, ledger.Dispute(reference), amount/2))
	case "bear":
		m.move("dispute", reference, "", "", leg(ledger.Dispute(reference), owed, amount/2))
	case "reward":
		m.move("referral", reference, "", member, leg(ledger.SiteRevenue, ledger.Earnings(member), amount))
	case "return":
		m.move("referral", reference, "", member, leg(ledger.Earnings(member), ledger.SiteRevenue, amount/2))
	case "ask":
		m.move("payout", reference, earner, "", leg(hers, payout, min(amount, 50)))
	case "paid":
		m.payOut(reference, earner)
	}
}

// move posts what can be paid, and remembers it; what cannot is no matter here.
func (m *model) move(kind, reference, payer, payee string, legs ...ledger.Leg) {
	legs = slices.DeleteFunc(legs, func(l ledger.Leg) bool { return l.Amount == 0 })
	p, err := m.try(kind, reference, payer, payee, legs...)
	if err == nil {
		m.all = append(m.all, written{p.ID, kind, fmt.Sprintf("%s:%04d", kind, m.posted), reference, payer, payee, "", p.At, legs})
	}
}

// payOut pays what a request holds.
func (m *model) payOut(reference, earner string) {
	in, out := m.changes(ledger.Payout(reference), func(written) bool { return true })
	if in > out {
		m.move("payout_done", reference, earner, "", leg(ledger.Payout(reference), ledger.WorldPayout, in-out))
	}
}

func (m *model) reverseSome(t *rapid.T) {
	if len(m.all) == 0 {
		return
	}
	was := m.all[rapid.IntRange(0, len(m.all)-1).Draw(t, "which")]
	p, err := m.reverse(was.id)
	if err != nil {
		if !errors.Is(err, ledger.ErrReversed) && !errors.Is(err, ledger.ErrRepeated) && !errors.Is(err, ledger.ErrFunds) {
			t.Fatal(err)
		}
		return
	}
	back := written{p.ID, was.kind, "reversal:" + was.id, was.reference, was.payer, was.payee, was.id, p.At, nil}
	for _, l := range slices.Backward(was.legs) {
		back.legs = append(back.legs, leg(l.Target, l.Source, l.Amount))
	}
	m.all = append(m.all, back)
}

// drawSpan is some time: without a beginning, without an end, or between two
// transfers.
func (m *model) drawSpan(t *rapid.T) (s finance.Span) {
	if len(m.all) == 0 {
		return s
	}
	moment := func(label string) time.Time {
		return m.all[rapid.IntRange(0, len(m.all)-1).Draw(t, label)].at
	}
	if rapid.Bool().Draw(t, "has from") {
		s.From = moment("from")
	}
	if rapid.Bool().Draw(t, "has to") {
		s.To = moment("to")
	}
	if !s.To.IsZero() && s.To.Before(s.From) {
		s.From, s.To = s.To, s.From
	}
	return s
}

func within(s finance.Span, at time.Time) bool {
	return !at.Before(s.From) && (s.To.IsZero() || at.Before(s.To))
}

// changes sums what the legs of some transfers did to an account.
func (m *model) changes(account ledger.Account, which func(written) bool) (in, out money.Tokens) {
	for _, w := range m.all {
		if !which(w) {
			continue
		}
		for _, l := range w.legs {
			if l.Target == account {
				in += l.Amount
			}
			if l.Source == account {
				out += l.Amount
			}
		}
	}
	return in, out
}

func (m *model) sameIncome(t *rapid.T, span finance.Span) {
	in, err := m.Income(t.Context(), span)
	if err != nil {
		t.Fatal(err)
	}
	got, gave := m.changes(ledger.SiteRevenue, func(w written) bool { return within(span, w.at) })
	var nets money.Tokens
	for _, k := range in.Kinds {
		nets += k.Net()
		if k.Other != 0 {
			t.Errorf("%v of %s is of no known sort", k.Other, k.Kind)
		}
	}
	if total := in.Total(); nets != got-gave || in.Closing-in.Opening != got-gave || total.Net() != nets {
		t.Errorf("the nets are %v, the account changed by %v, the scan says %v", nets, in.Closing-in.Opening, got-gave)
	}
	for _, kind := range []string{"tip", "private"} {
		var gross, refunded money.Tokens
		for _, w := range m.all {
			if w.kind != kind || !within(span, w.at) {
				continue
			}
			for _, l := range w.legs {
				from, to := l.Source.Class(), l.Target.Class()
				pays, earns := from == "wallet" || from == "hold", to == "earn" || to == "site"
				if pays && earns {
					gross += l.Amount
				}
				if !pays && (to == "wallet" || to == "hold") {
					refunded += l.Amount
				}
			}
		}
		i := slices.IndexFunc(in.Kinds, func(k finance.KindIncome) bool { return k.Kind == kind })
		var k finance.KindIncome
		if i >= 0 {
			k = in.Kinds[i]
		}
		if k.Gross != gross || k.Refunded != refunded {
			t.Errorf("%s: %v gross and %v refunded, want %v and %v", kind, k.Gross, k.Refunded, gross, refunded)
		}
	}
}

func (m *model) sameBalances(t *rapid.T, span finance.Span) {
	b, err := m.Balances(t.Context(), span)
	if err != nil {
		t.Fatal(err)
	}
	if !b.Balanced() || b.Total() != 0 {
		t.Errorf("the closings sum to %v (%+v)", b.Total(), b.Groups)
	}
	want := map[report.Group]report.GroupTotal{}
	for _, w := range m.all {
		for _, l := range w.legs {
			source, target := want[report.GroupOf(l.Source)], want[report.GroupOf(l.Target)]
			switch {
			case w.at.Before(span.From):
				source.Opening -= l.Amount
				target.Opening += l.Amount
			case within(span, w.at):
				source.Debits += l.Amount
				target.Credits += l.Amount
			}
			if report.GroupOf(l.Source) == report.GroupOf(l.Target) {
				t.Fatalf("the model moves within %s", report.GroupOf(l.Source))
			}
			want[report.GroupOf(l.Source)], want[report.GroupOf(l.Target)] = source, target
		}
	}
	for _, c := range b.Groups {
		w := want[c.Group]
		if w.Group, w.Closing = c.Group, w.Opening+w.Credits-w.Debits; c != w {
			t.Errorf("%+v, want %+v", c, w)
		}
		delete(want, c.Group)
	}
	if len(want) != 0 {
		t.Errorf("the trial balance lacks %v", want)
	}
}

func (m *model) sameStatement(t *rapid.T, span finance.Span) {
	who := rapid.SampledFrom(append(slices.Clone(m.members), m.earners...)).Draw(t, "who")
	first, err := m.Statement(t.Context(), finance.Ask{Person: who, Span: span, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, own := range first.Accounts {
		in, out := m.changes(own.Account, func(w written) bool { return w.at.Before(span.From) })
		want := report.Turnover{Opening: in - out}
		want.In, want.Out = m.changes(own.Account, func(w written) bool { return within(span, w.at) })
		if own.Turnover != want {
			t.Errorf("%s: %+v, want %+v", own.Account, own.Turnover, want)
		}
		balance, lines := own.Opening, 0
		for after := ""; ; {
			st, err := m.Statement(t.Context(), finance.Ask{Person: who, Span: span, Class: own.Account.Class(), After: after, Limit: 7})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range st.Lines {
				if balance += l.Amount; l.Balance != balance {
					t.Fatalf("%s: a line leaves %v, want %v", own.Account, l.Balance, balance)
				}
				lines++
			}
			if after = st.Next; after == "" {
				break
			}
		}
		scanned := 0
		for _, w := range m.all {
			if within(span, w.at) && w.touches(own.Account) {
				scanned++
			}
		}
		if balance != own.Closing() || lines != scanned {
			t.Errorf("%s: %d lines lead to %v, want %d to %v", own.Account, lines, balance, scanned, own.Closing())
		}
	}
}

// drawFilter is any mixture of what can be looked for, of a transfer that is there.
func (m *model) drawFilter(t *rapid.T, span finance.Span) finance.Filter {
	w := finance.Filter{Limit: rapid.IntRange(1, 40).Draw(t, "limit")}
	if len(m.all) == 0 {
		return w
	}
	one := m.all[rapid.IntRange(0, len(m.all)-1).Draw(t, "one")]
	cut := func(text string) string { return text[:rapid.IntRange(3, len(text)).Draw(t, "cut")] }
	for _, by := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"text", "account", "person", "kind", "span", "amount"}), rapid.ID).Draw(t, "by") {
		switch by {
		case "text":
			w.Text = cut(rapid.SampledFrom([]string{one.id, one.key, one.reference}).Draw(t, "text"))
		case "account":
			l := one.legs[rapid.IntRange(0, len(one.legs)-1).Draw(t, "leg")]
			w.Account = string(rapid.SampledFrom([]ledger.Account{l.Source, l.Target}).Draw(t, "side"))
		case "person":
			w.Person = rapid.SampledFrom(append(slices.Clone(m.members), m.earners...)).Draw(t, "person")
		case "kind":
			w.Kind = one.kind
		case "span":
			w.Span = span
		case "amount":
			w.Min, w.Max = one.amount(), one.amount()
			if rapid.Bool().Draw(t, "about") {
				w.Min, w.Max = w.Min/2, w.Max*2
			}
		}
	}
	return w
}

func fits(w finance.Filter, one written) bool {
	begins := strings.HasPrefix(one.id, w.Text) || strings.HasPrefix(one.key, w.Text) || strings.HasPrefix(one.reference, w.Text)
	of := w.Person == "" || one.payer == w.Person || one.payee == w.Person || one.touches(report.OwnAccounts(w.Person)...)
	return begins && of && (w.Account == "" || one.touches(ledger.Account(w.Account))) && (w.Kind == "" || one.kind == w.Kind) &&
		within(w.Span, one.at) && one.amount() >= w.Min && (w.Max == 0 || one.amount() <= w.Max)
}

func (m *model) sameSearch(t *rapid.T, w finance.Filter) {
	var want, got []string
	for _, one := range slices.Backward(m.all) {
		if fits(w, one) {
			want = append(want, one.id)
		}
	}
	for {
		page, err := m.Search(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range page.Transfers {
			got = append(got, found.ID)
			m.sameRecord(t, found)
		}
		if w.Before = page.Next; w.Before == "" {
			break
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v finds %d transfers, a scan %d:\n%v\n%v", w, len(got), len(want), got, want)
	}
}

func (m *model) sameRecord(t *rapid.T, found finance.Transfer) {
	at := slices.IndexFunc(m.all, func(w written) bool { return w.id == found.ID })
	by := slices.IndexFunc(m.all, func(w written) bool { return w.reverses == found.ID })
	w, reversedBy := m.all[at], ""
	if by >= 0 {
		reversedBy = m.all[by].id
	}
	if !slices.Equal(found.Legs, w.legs) || found.Kind != w.kind || found.Key != w.key || found.Reference != w.reference ||
		found.Payer != w.payer || found.Payee != w.payee || found.Reverses != w.reverses || found.ReversedBy != reversedBy || !found.At.Equal(w.at) {
		t.Errorf("found %+v, want %+v reversed by %q", found.Record, w, reversedBy)
	}
}
