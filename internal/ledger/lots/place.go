package lots

import (
	"cmp"
	"container/heap"
	"maps"
	"slices"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// place is where portions of lots lie.
type place struct {
	amounts map[int32]money.Tokens // by lot; none is zero
	first   ranks                  // a heap of theirs, and of some that have gone
	total   money.Tokens
	owes    []debt // only when there is nothing left
}

// rank orders the lots of a place: promotional ones first, then the oldest.
type rank uint32

const paidRank rank = 1 << 31

func (b *book) rank(i int32) rank {
	if b.lots[i].paid {
		return rank(i) | paidRank
	}
	return rank(i)
}

func (r rank) lot() int32 { return int32(r &^ paidRank) }

// sink is where taken tokens go: an address, or outflow number outflow-1.
type sink struct {
	account ledger.Account
	outflow int32
}

// debt is what a place has still to give.
type debt struct {
	amount money.Tokens
	to     sink
}

func newPlace() *place { return &place{amounts: map[int32]money.Tokens{}} }

// give takes an amount out of a place in the order of spending. What is not there
// is owed.
func (b *book) give(from ledger.Account, want money.Tokens, to sink) {
	p := b.place(from)
	for want > 0 && len(p.first) > 0 {
		part := b.pick(from, p.first[0].lot(), want, to)
		want -= part
		if len(p.first) > 0 && p.amounts[p.first[0].lot()] == 0 {
			heap.Pop(&p.first)
		}
	}
	if want > 0 {
		p.owes = append(p.owes, debt{want, to})
	}
}

// pick takes up to an amount of one lot out of a place.
func (b *book) pick(from ledger.Account, i int32, want money.Tokens, to sink) money.Tokens {
	p := b.place(from)
	part := min(want, p.amounts[i])
	if part == 0 {
		return 0
	}
	p.total -= part
	if p.amounts[i] -= part; p.amounts[i] == 0 {
		delete(p.amounts, i)
	}
	b.deliver(to, i, part)
	return part
}

// release takes an amount out of a hold, beginning with what it would give last,
// but before that with what is preferred.
func (b *book) release(from ledger.Account, want money.Tokens, to sink, preferred func(lot) bool) {
	p := b.place(from)
	if want < p.total {
		for _, i := range b.backwards(p, preferred) {
			want -= b.pick(from, i, want, to)
		}
	}
	b.give(from, want, to)
}

func (b *book) backwards(p *place, preferred func(lot) bool) []int32 {
	class := func(i int32) int {
		if preferred(b.lots[i]) {
			return 0
		}
		return 1
	}
	return slices.SortedFunc(maps.Keys(p.amounts), func(x, y int32) int {
		return cmp.Or(cmp.Compare(class(x), class(y)), cmp.Compare(b.rank(y), b.rank(x)))
	})
}

func (b *book) deliver(to sink, i int32, amount money.Tokens) {
	if to.outflow == 0 {
		b.put(to.account, i, amount)
		return
	}
	o := &b.outflows[to.outflow-1]
	o.outstanding += amount
	if o.newest >= 0 && b.portions[o.newest].lot == i && b.portions[o.newest].returned == 0 {
		b.portions[o.newest].amount += amount
		return
	}
	b.portions = append(b.portions, portion{lot: i, before: o.newest, amount: amount})
	o.newest = int32(len(b.portions) - 1)
	o.returning = o.newest
}

// put lays a portion down, once what the place owes is paid.
func (b *book) put(at ledger.Account, i int32, amount money.Tokens) {
	p := b.place(at)
	for amount > 0 && len(p.owes) > 0 {
		part, to := min(amount, p.owes[0].amount), p.owes[0].to
		amount -= part
		if p.owes[0].amount -= part; p.owes[0].amount == 0 {
			p.owes = p.owes[1:]
		}
		b.deliver(to, i, part)
	}
	if amount == 0 {
		return
	}
	if p.amounts[i] == 0 {
		heap.Push(&p.first, b.rank(i))
	}
	p.amounts[i] += amount
	p.total += amount
}

// ranks are a heap, the least first.
type ranks []rank

func (r ranks) Len() int           { return len(r) }
func (r ranks) Less(i, j int) bool { return r[i] < r[j] }
func (r ranks) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *ranks) Push(x any)        { *r = append(*r, x.(rank)) }

func (r *ranks) Pop() any {
	last := len(*r) - 1
	least := (*r)[last]
	*r = (*r)[:last]
	return least
}
