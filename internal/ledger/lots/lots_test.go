package lots

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// journal is a member's postings, made without a database.
type journal []posting

func (j *journal) add(kind, reference, reverses string, source, target ledger.Account, units money.Tokens) string {
	transferID := fmt.Sprintf("t%06d", len(*j))
	*j = append(*j, posting{
		TransferID: transferID, Kind: kind, Reference: reference, Reverses: reverses, Payee: "nina",
		Leg: ledger.Leg{Source: source, Target: target, Amount: units},
	})
	return transferID
}

func (j *journal) buy(reference string, units money.Tokens) string {
	return j.add("purchase", reference, "", ledger.WorldCard, tom, units)
}

func (j *journal) tip(reference string, units money.Tokens) string {
	return j.add("tip", reference, "", tom, nina, units)
}

func lotsOf(j journal) []Lot { return replay(tom, j).list() }

var tom, nina = ledger.Wallet("tom"), ledger.Earnings("nina")

// Tom was given 10 and bought 20 and 30. His tip of 25 takes what was given, then
// the older purchase; what comes back of it goes where it came from.
func TestPromotionalFirstThenTheOldest(t *testing.T) {
	var j journal
	first := j.buy("i1", 20)
	j.add("grant", "g", "", ledger.WorldGrant, tom, 10)
	j.buy("i2", 30)
	tip := j.tip("t1", 25)
	want := []money.Tokens{5, 0, 30}
	for i, l := range lotsOf(j) {
		if l.Left != want[i] {
			t.Errorf("%v are left of lot %d, want %v", l.Left, i, want[i])
		}
	}
	j.add("tip", "t1", tip, nina, tom, 25)
	lots := lotsOf(j)
	for i, l := range lots {
		if l.Left != l.Credited {
			t.Errorf("%v came back of lot %d, want %v", l.Left, i, l.Credited)
		}
	}
	if got := lots[0].Spent; len(got) != 1 || got[0] != (Spent{TransferID: tip, Amount: 15, Returned: 15}) || lots[0].TransferID != first {
		t.Errorf("the first purchase was spent by %+v", got)
	}
}

// Of two minutes of a show the first is taken back: what it took comes back, not
// what the second one took.
func TestReversalReturnsItsOwnLots(t *testing.T) {
	var j journal
	j.buy("i1", 10)
	j.buy("i2", 10)
	j.add("private", "m", "", tom, ledger.Hold("m"), 20)
	first := j.add("private", "m", "", ledger.Hold("m"), nina, 10)
	j.add("private", "m", "", ledger.Hold("m"), nina, 10)
	j.add("private", "m", first, nina, ledger.Hold("m"), 10)
	if lots := lotsOf(j); lots[0].Held != 10 || lots[1].Held != 0 || lots[0].Spent[0].Returned != 10 {
		t.Errorf("the lots are %+v", lots)
	}
}

// What nobody can account for is promotional: no dispute takes it back first.
func TestTokensFromNowhere(t *testing.T) {
	var j journal
	j.add("tip", "t9", "", nina, tom, 7)
	if lots := lotsOf(j); len(lots) != 1 || lots[0].Kind != Promotional || lots[0].Left != 7 {
		t.Errorf("the lots are %+v", lots)
	}
	j.tip("t10", 7)
	j.add("tip", "t10", "", ledger.WorldGrant, tom, 3) // given, whatever it is called
	if lots := lotsOf(j); len(lots) != 2 || lots[1].Left != 3 || lots[0].Spent[0].Returned != 0 {
		t.Errorf("what the world gave is %+v", lots)
	}
}

// What a member gives to another is spent like a tip.
func TestAGiftIsSpent(t *testing.T) {
	var j journal
	j.buy("i1", 10)
	j.add("grant", "g", "", ledger.WorldGrant, tom, 10)
	j.add("gift", "1", "", tom, ledger.Wallet("ann"), 12)
	if lots := lotsOf(j); lots[0].Left != 8 || lots[1].Left != 0 || len(lots[1].Spent) != 1 {
		t.Errorf("the lots are %+v", lots)
	}
}

// Two members fill one hold: each gets back what is his, and the lots of one know
// nothing of the other's.
func TestTwoMembersOneHold(t *testing.T) {
	var j journal
	order, ann := ledger.Hold("o"), ledger.Wallet("ann")
	j.buy("i1", 10)
	j.add("order", "o", "", tom, order, 10)
	j.add("order", "o", "", ann, order, 10)
	j.add("order", "o", "", order, ann, 10)
	lots := lotsOf(j)
	if len(lots) != 1 || lots[0].Held != 10 || len(lots[0].Spent) != 0 {
		t.Errorf("after Ann took hers back Tom's lots are %+v", lots)
	}
	j.add("order", "o", "", order, tom, 10)
	if lots := lotsOf(j); len(lots) != 1 || lots[0].Left != 10 || lots[0].Held != 0 {
		t.Errorf("after Tom took his back his lots are %+v", lots)
	}
}

// A dispute over 30 of which 12 are left: those go first, then what was given,
// then another purchase. What is recovered or won later finds its lots again.
func TestDispute(t *testing.T) {
	var j journal
	disputed := j.buy("i1", 30)
	spent := j.tip("t1", 18)
	j.add("grant", "g", "", ledger.WorldGrant, tom, 10)
	j.buy("i2", 5)
	taken := j.add("purchase", "i1", "", tom, ledger.WorldCard, 24)
	takenBack(t, j, 12, 10, 2)
	more := j.add("purchase", "i1", "", tom, ledger.WorldCard, 3)
	takenBack(t, j, 12, 10, 5)
	j.add("purchase", "i1", "", ledger.Receivable("tom"), ledger.WorldCard, 3)
	funded := replay(tom, j).fundedBy(disputed)
	if len(funded) != 1 || funded[0].TransferID != spent || funded[0].Amount != 18 || funded[0].Shares.Net != 18 {
		t.Errorf("it funded %+v, want the tip of 18", funded)
	}
	j.buy("i3", 50)                                               // credits in full
	j.add("purchase", "i1", "", tom, ledger.Receivable("tom"), 3) // recovered
	takenBack(t, j, 12, 10, 5, 3)
	j.add("purchase", "i1", "", ledger.Receivable("tom"), tom, 3) // won after all
	j.add("purchase", "i1", more, ledger.WorldCard, tom, 3)
	j.add("purchase", "i1", taken, ledger.WorldCard, tom, 24)
	left := []money.Tokens{12, 10, 5, 50}
	lots := lotsOf(j)
	for i, l := range lots {
		if l.Left != left[i] || l.TakenBack != 0 || len(lots) != 4 {
			t.Errorf("once it was won, lot %d is %+v, want %v left", i, l, left[i])
		}
	}
}

// takenBack fails when other amounts were taken back of the lots, oldest first.
func takenBack(t *testing.T, j journal, want ...money.Tokens) {
	t.Helper()
	for i, l := range lotsOf(j) {
		if amount := append(want, 0)[min(i, len(want))]; l.TakenBack != amount {
			t.Errorf("%v were taken back of lot %d, want %v", l.TakenBack, i, amount)
		}
	}
}

// A refund that the performer could give a part of only: she owes the rest, and
// Tom has his tokens.
func TestRefundThatTheReceiverOwes(t *testing.T) {
	var j journal
	j.buy("i1", 30)
	j.tip("t1", 30)
	j.add("tip", "t1", "", nina, tom, 10)
	j.add("tip", "t1", "", ledger.Receivable("nina"), tom, 20)
	if lots := lotsOf(j); len(lots) != 1 || lots[0].Left != 30 || lots[0].Spent[0].Returned != 30 {
		t.Errorf("the lots are %+v", lots)
	}
}

// randomJournal is what may have happened to a wallet and its holds.
func randomJournal(t *rapid.T) journal {
	var j journal
	balances := map[ledger.Account]money.Tokens{}
	var spent []int
	for range rapid.IntRange(1, 60).Draw(t, "postings") {
		hold := ledger.Hold(fmt.Sprint(rapid.IntRange(1, 3).Draw(t, "hold")))
		n := money.Tokens(rapid.Int64Range(1, 50).Draw(t, "units"))
		ref := fmt.Sprint("r", rapid.IntRange(1, 5).Draw(t, "reference"))
		moves := []ledger.Leg{
			{Source: ledger.WorldCard, Target: tom}, {Source: ledger.WorldGrant, Target: tom},
			{Source: tom, Target: nina}, {Source: tom, Target: hold}, {Source: hold, Target: tom}, {Source: hold, Target: nina},
			{Source: tom, Target: ledger.WorldCard}, {Source: nina, Target: tom}, {Source: ledger.SiteRevenue, Target: hold},
		}
		leg := rapid.SampledFrom(moves).Draw(t, "leg")
		leg.Amount = n
		if leg.Source == tom || leg.Source == hold {
			if leg.Amount = min(n, balances[leg.Source]); leg.Amount == 0 {
				continue
			}
		}
		reverses := ""
		if len(spent) > 0 && leg.Source == nina && rapid.Bool().Draw(t, "reverses") {
			reverses = j[spent[rapid.IntRange(0, len(spent)-1).Draw(t, "which")]].TransferID
		}
		if leg.Target == nina {
			spent = append(spent, len(j))
		}
		balances[leg.Source] -= leg.Amount
		balances[leg.Target] += leg.Amount
		j.add("tip", ref, reverses, leg.Source, leg.Target, leg.Amount)
	}
	return j
}

// What a spending was funded by never changes, whatever happens later.
func TestLaterChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := randomJournal(t)
		cut := rapid.IntRange(0, len(j)).Draw(t, "cut")
		all := lotsOf(j)
		for i, before := range lotsOf(j[:cut]) {
			if all[i].TransferID != before.TransferID || all[i].Kind != before.Kind {
				t.Fatalf("lot %d was %+v and is %+v", i, before, all[i])
			}
			for k, was := range before.Spent {
				if is := all[i].Spent[k]; is.TransferID != was.TransferID || is.Amount != was.Amount || is.Returned < was.Returned {
					t.Fatalf("lot %d was spent by %+v, and later by %+v", i, was, is)
				}
			}
		}
	})
}

// Ids of two nodes may not have the order of their transactions. In whatever order
// the postings come, the lots sum to the balances, and none is below zero.
func TestAnyOrderHasTheSameSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := randomJournal(t)
		balances := map[ledger.Account]money.Tokens{}
		for _, p := range j {
			balances[p.Source] -= p.Amount
			balances[p.Target] += p.Amount
		}
		shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		shuffle.Shuffle(len(j), func(a, b int) { j[a], j[b] = j[b], j[a] })
		var left, held money.Tokens
		for _, l := range lotsOf(j) {
			sum := l.Left + l.Held + l.TakenBack
			for _, s := range l.Spent {
				sum += s.Amount - s.Returned
			}
			if sum != l.Credited || l.Left < 0 || l.Held < 0 || l.TakenBack < 0 {
				t.Fatalf("%+v does not add up", l)
			}
			left, held = left+l.Left, held+l.Held
		}
		holds := balances[ledger.Hold("1")] + balances[ledger.Hold("2")] + balances[ledger.Hold("3")]
		if left != balances[tom] || held != holds {
			t.Fatalf("%v are left of %v and %v held of %v", left, balances[tom], held, holds)
		}
	})
}

// The cost of a replay grows with the journal and not with its square: these take a tenth
// of a second, where some 20000 million steps would take many. They keep many lots, many
// holds or many returns open.
func TestReplayIsNotQuadratic(t *testing.T) {
	histories := map[string]func(j *journal, n int){
		"all bought, then all spent": func(j *journal, n int) {
			for i := range n / 2 {
				j.buy(fmt.Sprint(i), 3)
			}
			for i := range n / 2 {
				j.tip(fmt.Sprint(i), 3)
			}
		},
		"all spent and taken back, oldest first": func(j *journal, n int) {
			for i := range n / 3 {
				j.buy(fmt.Sprint(i), 3)
			}
			for i := range n / 3 {
				j.tip(fmt.Sprint(i), 2)
			}
			for i := range n / 3 {
				j.add("tip", fmt.Sprint(i), (*j)[n/3+i].TransferID, nina, tom, 2)
			}
		},
		"one show of many minutes, refunded minute by minute": func(j *journal, n int) {
			j.buy("i", money.Tokens(n))
			for range n / 3 {
				j.add("private", "m", "", tom, ledger.Hold("m"), 2)
				j.add("private", "m", "", ledger.Hold("m"), nina, 2)
			}
			for range n / 3 {
				j.add("private", "m", "", nina, tom, 2)
			}
		},
		"many holds open at once, released from the oldest on": func(j *journal, n int) {
			for i := range n / 3 {
				j.buy(fmt.Sprint(i), 2)
			}
			for i := range n / 3 {
				j.add("order", fmt.Sprint(i), "", tom, ledger.Hold(fmt.Sprint(i)), 2)
			}
			for i := range n / 3 {
				j.add("order", fmt.Sprint(i), "", ledger.Hold(fmt.Sprint(i)), tom, 2)
			}
		},
		"every purchase clawed back, newest first": func(j *journal, n int) {
			for i := range n / 2 {
				j.buy(fmt.Sprint(i), 2)
			}
			for i := range n / 2 {
				j.add("purchase", fmt.Sprint(n/2-1-i), "", tom, ledger.WorldCard, 2)
			}
		},
	}
	const many, bound = 200_000, 3 * time.Second
	for name, write := range histories {
		t.Run(name, func(t *testing.T) {
			var j journal
			write(&j, many)
			begin := time.Now()
			replay(tom, j)
			if took := time.Since(begin); took > bound {
				t.Errorf("a replay of %d postings took %v", len(j), took)
			}
		})
	}
}
