package referrals_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

var (
	lives = flag.Int("lives", 0, "random histories of the model test; 0: twelve, or four with -short")
	seed  = flag.Uint64("lives.seed", 0, "the only history to play; 0: all")
)

// Random payments at random rates between people whom somebody or nobody brought,
// refunded in parts and reversed in any order, released in between: after each
// step no account but the site's pays for a reward, the site keeps at least
// nothing of each payment, and what is left is what the arithmetic says.
func TestRandomHistories(t *testing.T) {
	for n := range uint64(cmp.Or(*lives, testkit.Rounds(12, 4))) {
		if *seed != 0 && n+1 != *seed {
			continue
		}
		t.Run(fmt.Sprint("lives.seed=", n+1), func(t *testing.T) { live(t, rand.New(rand.NewPCG(n+1, 4))) })
	}
}

func live(t *testing.T, chance *rand.Rand) {
	h := setup(t)
	h.terms.Rate = money.Rate(chance.IntN(8000))
	rita, zoe := h.register(t, account.Member, "Rita", ""), h.register(t, account.Performer, "Zoe", "")
	codes := []string{h.code(t, rita), h.code(t, zoe), ""}
	var members, performers []string
	for i := range 3 {
		members = append(members, h.register(t, account.Member, fmt.Sprint("Member", i), codes[i]))
		performers = append(performers, h.register(t, account.Performer, fmt.Sprint("Performer", i), codes[(i+1)%3]))
		h.Grant(t, members[i], 100_000)
	}
	var sales []*sale
	for step := range 60 {
		h.clock.Advance(time.Duration(chance.IntN(30)) * time.Hour)
		switch chance.IntN(10) {
		case 0, 1, 2, 3, 4:
			s := &sale{
				id: fmt.Sprint(step), payer: members[chance.IntN(3)], payee: performers[chance.IntN(3)],
				gross: 1 + money.Tokens(chance.IntN(90_00)),
				terms: ledger.Terms{Site: money.Rate(chance.IntN(10_001)), StudioID: "loft", Member: money.Rate(chance.IntN(10_001))},
			}
			s.transfer = h.pay(t, *s)
			sales = append(sales, s)
		case 5, 6:
			if s := pick(sales, chance); s != nil && s.gross > s.refunded {
				left := s.gross - s.refunded
				part := 1 + money.Tokens(chance.Int64N(int64(left)))
				h.refund(t, *s, fmt.Sprint(step), left, left-part)
				s.refunded += part
			}
		case 7:
			if s := pick(sales, chance); s != nil && s.refunded == 0 {
				h.reverse(t, s.transfer)
				s.reversed = true
			}
		case 8:
			if err := h.Release(t.Context()); err != nil {
				t.Fatal(err)
			}
		case 9:
			h.nothingIsLost(t, sales, rita, zoe)
		}
	}
	h.nothingIsLost(t, sales, rita, zoe)
}

func pick(sales []*sale, chance *rand.Rand) *sale {
	if len(sales) == 0 {
		return nil
	}
	if s := sales[chance.IntN(len(sales))]; !s.reversed {
		return s
	}
	return nil
}

// nothingIsLost compares every account with the plain splits of what is left of
// the sales: rewards moved tokens between the site and those who brought, only.
func (h *fixture) nothingIsLost(t *testing.T, sales []*sale, rita, zoe string) {
	t.Helper()
	h.Audit(t)
	want := map[ledger.Account]money.Tokens{}
	var fees money.Tokens
	for _, s := range sales {
		if s.reversed {
			continue
		}
		left := s.terms.Split(s.gross - s.refunded)
		want[ledger.Earnings(s.payee)] += left.Net
		want[ledger.Earnings("loft")] += left.StudioNet
		fees += left.SiteFee
	}
	for a, tokens := range want {
		h.Holds(t, a, tokens)
	}
	brought := h.Balance(t, ledger.Earnings(rita)) + h.Balance(t, ledger.Wallet(rita)) + h.Balance(t, ledger.Earnings(zoe))
	if kept := h.Balance(t, ledger.SiteRevenue); kept+brought != fees || kept < 0 {
		t.Errorf("the site holds %v and who brought hold %v of %v fees", kept, brought, fees)
	}
	below := testkit.Int(t, h.DB, `
		SELECT COUNT(*) FROM referral_rewards a
		LEFT JOIN referral_rewards b ON b.base_id = a.base_id AND b.side > a.side
		WHERE a.fee_left < a.reward - a.returned + COALESCE(b.reward - b.returned, 0)`)
	if below != 0 {
		t.Errorf("the site has less than nothing of %d payments", below)
	}
}
