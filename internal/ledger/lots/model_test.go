package lots

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// unit is one hundredth of a token with the lot that it came from. The oracle
// moves every single one by hand.
type unit struct {
	paid bool
	lot  int
}

func spendingOrder(a, b unit) int {
	if a.paid != b.paid {
		if b.paid {
			return -1
		}
		return 1
	}
	return a.lot - b.lot
}

// credited is a lot of the oracle.
type credited struct {
	transferID string
	kind       Kind
	units      int
}

// taking is a spending or a claw-back of the oracle: what is still out, in the
// order in which it was taken, and what it took of each lot.
type taking struct {
	transferID, key, kind, reference string
	legs                             []ledger.Leg
	from                             string // hold or wallet
	out                              []unit
	took                             map[int]int
	back                             map[int]int
	taken, reversed, returned        bool
}

// purse is a member as the oracle sees him.
type purse struct {
	*bank.Bank
	clock     *testkit.Clock
	run, step int
	lots      []credited
	places    map[string][]unit // "" is the wallet
	flows     []*taking
}

func (m *purse) member() string           { return fmt.Sprint("tom", m.run) }
func (m *purse) wallet() ledger.Account   { return ledger.Wallet(m.member()) }
func (m *purse) key(what string) string   { return fmt.Sprint(what, ":", m.run, "-", m.step) }
func (m *purse) ref(what string) string   { return fmt.Sprint(what, m.run, "-", m.step) }
func (m *purse) balance(place string) int { return len(m.places[place]) }

func (m *purse) at(place string) ledger.Account {
	if place == "" {
		return m.wallet()
	}
	return ledger.Hold(place)
}

func (m *purse) post(t *rapid.T, transfer ledger.Transfer) ledger.Posted {
	var p ledger.Posted
	err := m.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		p, err = m.Ledger.Post(ctx, tx, transfer)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", transfer.Key, err)
	}
	return p
}

// enter gives the member units of a new lot.
func (m *purse) enter(transferID string, kind Kind, n int) {
	m.lots = append(m.lots, credited{transferID, kind, n})
	for range n {
		m.lay("", unit{kind == Paid, len(m.lots) - 1})
	}
}

func (m *purse) lay(place string, units ...unit) {
	m.places[place] = append(m.places[place], units...)
	slices.SortStableFunc(m.places[place], spendingOrder)
}

// first takes n units out of a place in the order of spending.
func (m *purse) first(place string, n int) []unit {
	units := slices.Clone(m.places[place][:n])
	m.places[place] = slices.Clone(m.places[place][n:])
	return units
}

// last takes n units that would be spent last.
func (m *purse) last(place string, n int) []unit {
	keep := len(m.places[place]) - n
	units := slices.Clone(m.places[place][keep:])
	m.places[place] = slices.Clone(m.places[place][:keep])
	return units
}

func (m *purse) outflow(p ledger.Posted, transfer ledger.Transfer, from string, units []unit) *taking {
	o := &taking{
		transferID: p.ID, key: transfer.Key, kind: transfer.Kind, reference: transfer.Reference, legs: transfer.Legs,
		from: from, out: units, took: map[int]int{}, back: map[int]int{},
	}
	for _, u := range units {
		o.took[u.lot]++
	}
	m.flows = append(m.flows, o)
	return o
}

// comeBack returns the newest n units of an outflow to a place.
func (m *purse) comeBack(o *taking, n int, place string) {
	for range n {
		u := o.out[len(o.out)-1]
		o.out = o.out[:len(o.out)-1]
		o.back[u.lot]++
		m.lay(place, u)
	}
}

func amount(t *rapid.T, limit int) int {
	return rapid.IntRange(1, limit).Draw(t, "amount")
}

func some[T any](t *rapid.T, list []T) (one T, ok bool) {
	if len(list) == 0 {
		return one, false
	}
	return list[rapid.IntRange(0, len(list)-1).Draw(t, "which")], true
}

func (m *purse) purchase(t *rapid.T) {
	paid, bonus := amount(t, 40), rapid.IntRange(0, 9).Draw(t, "bonus")
	legs := []ledger.Leg{{Source: ledger.WorldCard, Target: m.wallet(), Amount: money.Tokens(paid)}}
	if bonus > 0 {
		legs = append(legs, ledger.Leg{Source: ledger.WorldGrant, Target: m.wallet(), Amount: money.Tokens(bonus)})
	}
	p := m.post(t, ledger.Transfer{Key: m.key("purchase"), Kind: "purchase", Reference: m.ref("i"), Payee: m.member(), Legs: legs})
	m.enter(p.ID, Paid, paid)
	if bonus > 0 {
		m.enter(p.ID, Promotional, bonus)
	}
}

func (m *purse) gift(t *rapid.T) {
	n := amount(t, 20)
	err := m.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		p, err := m.Ledger.Grant(ctx, tx, m.member(), money.Tokens(n), m.key("g"), ledger.Memo{})
		if err == nil {
			m.enter(p.ID, Promotional, n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// pay tips out of the wallet, or captures out of a hold.
func (m *purse) pay(t *rapid.T, from, kind, reference string) {
	if m.balance(from) == 0 {
		return
	}
	n := amount(t, m.balance(from))
	terms := ledger.Alone(money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "site")))
	if rapid.Bool().Draw(t, "in a studio") {
		terms.StudioID = fmt.Sprint("studio", m.run)
		terms.Member = money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "member"))
	}
	nina := fmt.Sprint("nina", m.run)
	transfer := ledger.Transfer{
		Key: m.key(kind), Kind: kind, Reference: reference, Payer: m.member(), Payee: nina,
		Legs: terms.Legs(terms.Split(money.Tokens(n)), m.at(from), nina),
	}
	m.outflow(m.post(t, transfer), transfer, from, m.first(from, n))
}

func (m *purse) hold(t *rapid.T) {
	if m.balance("") == 0 {
		return
	}
	ref := fmt.Sprint("h", m.run, "-", rapid.IntRange(1, 3).Draw(t, "hold"))
	n := amount(t, m.balance(""))
	m.post(t, ledger.Transfer{Key: m.key("hold"), Kind: "private", Reference: ref, Payer: m.member(),
		Legs: []ledger.Leg{{Source: m.wallet(), Target: ledger.Hold(ref), Amount: money.Tokens(n)}}})
	m.lay(ref, m.first("", n)...)
}

func (m *purse) openHolds() (refs []string) {
	for ref, units := range m.places {
		if ref != "" && len(units) > 0 {
			refs = append(refs, ref)
		}
	}
	slices.Sort(refs)
	return refs
}

func (m *purse) capture(t *rapid.T) {
	if ref, ok := some(t, m.openHolds()); ok {
		m.pay(t, ref, "private", ref)
	}
}

func (m *purse) release(t *rapid.T) {
	ref, ok := some(t, m.openHolds())
	if !ok {
		return
	}
	n := amount(t, m.balance(ref))
	m.post(t, ledger.Transfer{Key: m.key("release"), Kind: "private", Reference: ref, Payer: m.member(),
		Legs: []ledger.Leg{{Source: ledger.Hold(ref), Target: m.wallet(), Amount: money.Tokens(n)}}})
	m.lay("", m.last(ref, n)...)
}

func (m *purse) flowsOf(fits func(*taking) bool) (list []*taking) {
	for _, o := range m.flows {
		if fits(o) {
			list = append(list, o)
		}
	}
	return list
}

// refund returns a part of a spending to the wallet: of the newest of its fact,
// then of those before. The site pays, which always can.
func (m *purse) refund(t *rapid.T) {
	o, ok := some(t, m.flowsOf(func(o *taking) bool { return !o.taken && len(o.out) > 0 }))
	if !ok {
		return
	}
	fact := m.flowsOf(func(f *taking) bool { return !f.taken && f.kind == o.kind && f.reference == o.reference })
	limit := 0
	for _, f := range fact {
		limit += len(f.out)
	}
	n := amount(t, limit)
	m.post(t, ledger.Transfer{Key: m.key("refund"), Kind: o.kind, Reference: o.reference, Payer: m.member(),
		Legs: []ledger.Leg{{Source: ledger.SiteRevenue, Target: m.wallet(), Amount: money.Tokens(n)}}})
	for _, f := range slices.Backward(fact) {
		part := min(n, len(f.out))
		if f.returned = f.returned || part > 0; part > 0 {
			m.comeBack(f, part, "")
		}
		n -= part
	}
}

// undo reverses a spending or a claw-back of which nothing has come back.
func (m *purse) undo(t *rapid.T, taken bool) {
	o, ok := some(t, m.flowsOf(func(o *taking) bool { return o.taken == taken && !o.reversed && !o.returned }))
	if !ok {
		return
	}
	err := m.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := m.Ledger.Reverse(ctx, tx, o.transferID, ledger.Written("mistake"))
		return err
	})
	if err != nil {
		t.Fatalf("reverse %s: %v", o.key, err)
	}
	o.reversed = true
	m.comeBack(o, len(o.out), o.from)
}

// own takes up to n units of the lots of a transfer out of the wallet, lot after lot.
func (m *purse) own(transferID string, n int) (units []unit) {
	for lot, l := range m.lots {
		for l.transferID == transferID && len(units) < n {
			at := slices.IndexFunc(m.places[""], func(u unit) bool { return u.lot == lot })
			if at < 0 {
				break
			}
			units = append(units, m.places[""][at])
			m.places[""] = slices.Delete(m.places[""], at, at+1)
		}
	}
	return units
}

// clawBack takes back what can be taken of some credit, or a part of it, and owes
// the rest.
func (m *purse) clawBack(t *rapid.T) {
	i, ok := some(t, m.lots)
	if !ok {
		return
	}
	var reference, kind string
	due := 0
	m.reads(t, func(ctx context.Context, tx *db.Tx) error {
		lots, err := Of(ctx, tx, m.member())
		for _, l := range lots {
			if l.TransferID == i.transferID {
				kind, reference = l.Fact, l.Reference
				due += int(l.Credited)
			}
		}
		return err
	})
	for _, o := range m.flows {
		if o.taken && o.kind == kind && o.reference == reference {
			due -= len(o.out)
		}
	}
	units := m.own(i.transferID, due)
	units = append(units, m.first("", min(due-len(units), m.balance("")))...)
	n := len(units)
	if n == 0 {
		return
	}
	target := ledger.WorldCard
	if kind == "grant" {
		target = ledger.WorldGrant // the audit wants grants to go back where they came from
	}
	transfer := ledger.Transfer{Key: m.key("clawback"), Kind: kind, Reference: reference, Payer: m.member(),
		Legs: []ledger.Leg{{Source: m.wallet(), Target: target, Amount: money.Tokens(n)}}}
	o := m.outflow(m.post(t, transfer), transfer, "", units)
	o.taken = true
}

func (m *purse) reads(t *rapid.T, fn func(ctx context.Context, tx *db.Tx) error) {
	if err := m.DB.Read(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func (m *purse) random(t *rapid.T) {
	m.step++
	if rapid.Bool().Draw(t, "later") { // else in the same millisecond
		m.clock.Advance(time.Millisecond)
	}
	switch rapid.SampledFrom([]string{
		"purchase", "grant", "tip", "tip", "hold", "hold", "capture", "capture", "release",
		"refund", "reverse", "claw back", "restore",
	}).Draw(t, "step") {
	case "purchase":
		m.purchase(t)
	case "grant":
		m.gift(t)
	case "tip":
		m.pay(t, "", "tip", m.ref("t"))
	case "hold":
		m.hold(t)
	case "capture":
		m.capture(t)
	case "release":
		m.release(t)
	case "refund":
		m.refund(t)
	case "reverse":
		m.undo(t, false)
	case "claw back":
		m.clawBack(t)
	case "restore":
		m.undo(t, true)
	}
}
