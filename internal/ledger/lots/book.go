package lots

import (
	"math/bits"
	"slices"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// list are the wallet's credits, oldest first.
func (b *book) list() []Lot {
	lots := make([]Lot, len(b.lots))
	for i, l := range b.lots {
		lots[i] = Lot{
			TransferID: l.transferID, Kind: l.kind(), Fact: l.fact.kind, Reference: l.fact.reference,
			At: l.at, Credited: l.credited, Left: b.purse.amounts[int32(i)],
		}
	}
	for _, hold := range b.holds {
		for i, amount := range hold.amounts {
			lots[i].Held += amount
		}
	}
	for _, o := range b.outflows {
		for _, p := range b.portionsOf(o) {
			lots[p.lot].take(o, p)
		}
	}
	own := lots[:0]
	for i, l := range lots {
		if b.lots[i].foreign == "" {
			own = append(own, l)
		}
	}
	return own
}

func (l lot) kind() Kind {
	if l.paid {
		return Paid
	}
	return Promotional
}

// take writes into the lot what an outflow took of it.
func (l *Lot) take(o outflow, p portion) {
	if o.exit.taken {
		l.TakenBack += p.amount - p.returned
		return
	}
	if last := len(l.Spent) - 1; last >= 0 && l.Spent[last].TransferID == o.transferID {
		l.Spent[last].Amount += p.amount
		l.Spent[last].Returned += p.returned
		return
	}
	l.Spent = append(l.Spent, Spent{o.transferID, p.amount, p.returned})
}

// portionsOf are the portions of an outflow in the order in which they were taken.
func (b *book) portionsOf(o outflow) []portion {
	var list []portion
	for at := o.newest; at >= 0; at = b.portions[at].before {
		list = append(list, b.portions[at])
	}
	slices.Reverse(list)
	return list
}

// fundedBy is what the tokens of the lots of a transfer paid for.
//
// The parts of site, studio and performer are those of the whole spending, cut
// like its tokens: a portion's shares are the difference of the shares up to its
// end and up to its beginning. So the portions of a spending sum to it whatever
// funded them, and nobody's part is negative.
func (b *book) fundedBy(transferID string) []Funded {
	list := []Funded{}
	for _, o := range b.outflows {
		if o.exit.taken {
			continue
		}
		f := Funded{
			TransferID: o.transferID, Kind: o.fact.kind, Reference: o.fact.reference,
			Payee: o.payee, StudioID: o.studio.Owner(), At: o.at,
		}
		var begin money.Tokens
		for _, p := range b.portionsOf(o) {
			end := begin + p.amount - p.returned
			if b.lots[p.lot].transferID == transferID && b.lots[p.lot].foreign == "" {
				f.Shares = f.Shares.Plus(o.upTo(end)).Minus(o.upTo(begin))
			}
			begin = end
		}
		if f.Amount = f.Shares.Gross(); f.Amount > 0 {
			list = append(list, f)
		}
	}
	return list
}

// upTo shares the first tokens of an outflow like the whole of it, with the
// rounding of Terms.Split: the site's and the studio's parts are rounded down.
func (o outflow) upTo(tokens money.Tokens) ledger.Shares {
	fee := proportion(o.site, tokens, o.gross)
	studio := proportion(o.studioNet, tokens-fee, o.gross-o.site)
	return ledger.Shares{SiteFee: fee, StudioNet: studio, Net: tokens - fee - studio}
}

// proportion is part × of ÷ whole, rounded down; of is at most whole.
func proportion(part, of, whole money.Tokens) money.Tokens {
	if whole == 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(part), uint64(of))
	n, _ := bits.Div64(high, low, uint64(whole))
	return money.Tokens(n)
}
