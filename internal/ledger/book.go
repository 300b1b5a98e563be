package ledger

import (
	"math/bits"
	"slices"
	"strings"

	"limelight/internal/kit/money"
)

// Lots are the wallet's credits, oldest first.
func (b *Book) Lots() []Lot {
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

func (l lot) kind() LotKind {
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
func (b *Book) portionsOf(o outflow) []portion {
	var list []portion
	for at := o.newest; at >= 0; at = b.portions[at].before {
		list = append(list, b.portions[at])
	}
	slices.Reverse(list)
	return list
}

// FundedBy is what the tokens of the lots of a transfer paid for.
//
// The parts of site, studio and performer are those of the whole spending, cut
// like its tokens: a portion's shares are the difference of the shares up to its
// end and up to its beginning. So the portions of a spending sum to it whatever
// funded them, and nobody's part is negative.
func (b *Book) FundedBy(transferID string) []Funded {
	list := []Funded{}
	for _, o := range b.outflows {
		if o.exit.taken {
			continue
		}
		f := Funded{
			TransferID: o.transferID, Kind: o.fact.kind, Reference: o.fact.reference,
			Payee: o.payee, StudioID: strings.TrimPrefix(string(o.studio), "earn:"), At: o.at,
		}
		var begin money.Tokens
		for _, p := range b.portionsOf(o) {
			end := begin + p.amount - p.returned
			if b.lots[p.lot].transferID == transferID && b.lots[p.lot].foreign == "" {
				f.Shares = f.Shares.plus(o.upTo(end)).minus(o.upTo(begin))
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
func (o outflow) upTo(tokens money.Tokens) Shares {
	fee := proportion(o.site, tokens, o.gross)
	studio := proportion(o.studioNet, tokens-fee, o.gross-o.site)
	return Shares{SiteFee: fee, StudioNet: studio, Net: tokens - fee - studio}
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

func (s Shares) plus(t Shares) Shares {
	return Shares{s.SiteFee + t.SiteFee, s.StudioNet + t.StudioNet, s.Net + t.Net}
}

func (s Shares) minus(t Shares) Shares {
	return Shares{s.SiteFee - t.SiteFee, s.StudioNet - t.StudioNet, s.Net - t.Net}
}

// ClawBack is what a claw-back of a transfer's lots takes out of the wallet.
func (b *Book) ClawBack(transferID string) []Piece {
	own, rest := b.lotsAndDue(transferID)
	ranks := make([]rank, 0, len(b.purse.amounts))
	for i := range b.purse.amounts {
		ranks = append(ranks, b.rank(i))
	}
	slices.Sort(ranks)
	order := slices.Clone(own)
	for _, r := range ranks {
		if !slices.Contains(own, r.lot()) {
			order = append(order, r.lot())
		}
	}
	pieces := []Piece{}
	for _, i := range order {
		if part := min(rest, b.purse.amounts[i]); part > 0 {
			pieces = append(pieces, Piece{b.lots[i].transferID, b.lots[i].kind(), part})
			rest -= part
		}
	}
	return pieces
}

// lotsAndDue are the lots of a transfer, and how much of what they were credited
// has not been taken back, from whichever lots.
func (b *Book) lotsAndDue(transferID string) (own []int32, due money.Tokens) {
	for i, l := range b.lots {
		if l.transferID == transferID && l.foreign == "" {
			own = append(own, int32(i))
			due += l.credited
		}
	}
	for _, o := range b.outflows {
		if o.exit.taken && len(own) > 0 && o.fact.kind == b.lots[own[0]].fact.kind && o.fact.reference == b.lots[own[0]].fact.reference {
			due -= o.outstanding
		}
	}
	return own, max(due, 0)
}
