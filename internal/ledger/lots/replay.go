package lots

import (
	"time"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// posting is a leg with what its transfer says, as a replay reads it.
type posting struct {
	TransferID string
	Kind       string
	Reference  string
	Reverses   string
	Payee      string
	At         time.Time
	ledger.Leg
}

// book is what a replay knows: where the tokens of each lot of one wallet are.
//
// Tokens lie in places: the wallet, and the holds it fed. A place gives out
// promotional tokens first, then the oldest paid; a hold that is released in part
// keeps what it would give out first. Whatever leaves the places is an outflow,
// which remembers its portions, so that what comes back finds its lots.
//
// Transfers have the order of their ids, which is the order of posting unless two
// nodes or two transactions raced in the same moment. So a place may have to give
// what has yet to come: it owes it, and what comes next goes there. When all is
// posted nothing is owed but around a circle, and so every sum is right in
// whatever order the legs come.
type book struct {
	wallet    ledger.Account
	purse     *place
	holds     map[ledger.Account]*place
	spare     []*place // emptied holds
	lots      []lot
	lotsOf    map[fact][]int32
	outflows  []outflow
	outflowOf map[exit]int32   // by the transfer
	open      map[fact][]int32 // by what they were for, the newest last
	portions  []portion
}

// lot is a credit. A foreign one is somebody else's, met in a hold that several
// feed.
type lot struct {
	transferID string
	fact       fact
	at         time.Time
	paid       bool
	foreign    ledger.Account
	credited   money.Tokens
}

// fact is what transfers that belong together share. Claw-backs are kept apart
// from spendings.
type fact struct {
	kind, reference string
	taken           bool
}

// exit is one transfer's spending or claw-back.
type exit struct {
	transferID string
	taken      bool
}

// outflow is what one transfer took out of the places.
type outflow struct {
	exit
	fact
	payee       string
	studio      ledger.Account
	at          time.Time
	gross       money.Tokens // as posted
	site        money.Tokens // its parts that went to the site and the studio
	studioNet   money.Tokens
	outstanding money.Tokens // funded, and not come back
	newest      int32        // portion; -1 without
	returning   int32        // the newest portion that something may come back of
}

// portion is a part of an outflow that one lot funded.
type portion struct {
	lot      int32
	before   int32 // the portion taken before it, or -1
	amount   money.Tokens
	returned money.Tokens
}

// replay makes the book of a wallet from its postings and those of the holds that
// it fed, in the order of transfers and legs. It touches nothing else.
func replay(wallet ledger.Account, postings []posting) *book {
	b := &book{
		wallet: wallet, purse: newPlace(), holds: map[ledger.Account]*place{},
		lotsOf: map[fact][]int32{}, outflowOf: map[exit]int32{}, open: map[fact][]int32{},
	}
	for _, p := range postings {
		b.post(p)
	}
	return b
}

func (b *book) post(p posting) {
	source, target := b.place(p.Source), b.place(p.Target)
	switch {
	case source == nil && target == nil: // nothing of this wallet's
	case source == nil:
		b.receive(p)
	case target != nil && source != b.purse:
		b.release(p.Source, p.Amount, sink{account: p.Target}, func(l lot) bool {
			return target == b.purse && l.foreign == "" // what somebody else put in is not for this wallet
		})
	case target != nil:
		b.give(p.Source, p.Amount, sink{account: p.Target})
	default:
		b.leave(p)
	}
	b.tidy(p.Source)
}

// place is where tokens of this wallet may be at the address; nil for an address
// that is outside.
func (b *book) place(account ledger.Account) *place {
	if account == b.wallet {
		return b.purse
	}
	if account.Class() != ledger.ClassHold {
		return nil
	}
	hold, known := b.holds[account]
	if !known {
		hold = newPlace()
		if last := len(b.spare) - 1; last >= 0 {
			hold, b.spare = b.spare[last], b.spare[:last]
		}
		b.holds[account] = hold
	}
	return hold
}

// tidy forgets a hold that is empty.
func (b *book) tidy(account ledger.Account) {
	if hold := b.holds[account]; hold != nil && hold.total == 0 && len(hold.owes) == 0 {
		delete(b.holds, account)
		hold.first = hold.first[:0]
		b.spare = append(b.spare, hold)
	}
}

// leave takes an outflow out of its source: a spending in the order of spending, a
// claw-back first from the lots it is about.
func (b *book) leave(p posting) {
	taken := p.Target.Outside()
	to := b.outflow(p, taken)
	rest := p.Amount
	switch {
	case taken:
		for _, own := range b.lotsOf[fact{p.Kind, p.Reference, false}] {
			rest -= b.pick(p.Source, own, rest, to)
		}
	case p.Source != b.wallet && p.Target.Class() == ledger.ClassWallet:
		b.release(p.Source, rest, to, func(l lot) bool { return l.foreign == p.Target })
		return
	}
	b.give(p.Source, rest, to)
}

// outflow finds or begins the outflow of the posting's transfer, and adds the leg.
func (b *book) outflow(p posting, taken bool) sink {
	key := exit{p.TransferID, taken}
	i, known := b.outflowOf[key]
	if !known {
		i = int32(len(b.outflows))
		o := outflow{exit: key, fact: fact{p.Kind, p.Reference, taken}, payee: p.Payee, at: p.At, newest: -1, returning: -1}
		b.outflows = append(b.outflows, o)
		b.outflowOf[key] = i
		b.open[o.fact] = append(b.open[o.fact], i)
	}
	o := &b.outflows[i]
	o.gross += p.Amount
	switch {
	case p.Target.Class() == ledger.ClassSite:
		o.site += p.Amount
	case p.Target.Class() == ledger.ClassEarnings && p.Target != ledger.Earnings(p.Payee):
		o.studioNet += p.Amount
		o.studio = p.Target
	}
	return sink{outflow: i + 1}
}

// receive puts what comes in back into the lots it came from; the rest is a new
// lot.
func (b *book) receive(p posting) {
	rest := p.Amount
	if p.Source.Outside() {
		rest = b.comeBack(p, true, rest)
	}
	if p.Source.Class() != ledger.ClassWorld {
		rest = b.comeBack(p, false, rest)
	}
	if rest == 0 {
		return
	}
	l := lot{
		transferID: p.TransferID, fact: fact{p.Kind, p.Reference, false}, at: p.At,
		paid: p.Source == ledger.WorldCard, credited: rest,
	}
	if p.Source.Class() == ledger.ClassWallet && p.Target != b.wallet {
		l.foreign = p.Source
	}
	b.put(p.Target, b.credit(l), rest)
}

// credit opens a lot, or adds to that of an earlier leg.
func (b *book) credit(l lot) int32 {
	if last := len(b.lots) - 1; last >= 0 {
		if was := &b.lots[last]; was.transferID == l.transferID && was.paid == l.paid && was.foreign == l.foreign {
			was.credited += l.credited
			return int32(last)
		}
	}
	b.lots = append(b.lots, l)
	i := int32(len(b.lots) - 1)
	if l.foreign == "" {
		b.lotsOf[l.fact] = append(b.lotsOf[l.fact], i)
	}
	return i
}

// comeBack returns tokens to the outflow that the posting's transfer reverses, or
// to those of the same fact, the newest first. It returns what belongs to none.
func (b *book) comeBack(p posting, taken bool, rest money.Tokens) money.Tokens {
	if i, known := b.outflowOf[exit{p.Reverses, taken}]; known {
		rest = b.restore(i, rest, p.Target)
	}
	key := fact{p.Kind, p.Reference, taken}
	open := b.open[key]
	for rest > 0 && len(open) > 0 {
		last := open[len(open)-1]
		rest = b.restore(last, rest, p.Target)
		if b.outflows[last].outstanding == 0 {
			open = open[:len(open)-1]
		}
	}
	if len(open) < len(b.open[key]) {
		b.open[key] = open
	}
	return rest
}

// restore puts portions of an outflow into the target, the newest first, and
// returns what it was more.
func (b *book) restore(i int32, rest money.Tokens, target ledger.Account) money.Tokens {
	for rest > 0 && b.outflows[i].returning >= 0 {
		o := &b.outflows[i]
		p := &b.portions[o.returning]
		back := min(rest, p.amount-p.returned)
		p.returned += back
		o.outstanding -= back
		rest -= back
		if p.returned == p.amount {
			o.returning = p.before
		}
		b.put(target, p.lot, back)
	}
	return rest
}
