package referrals_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/referrals"
	"limelight/internal/testkit"
)

const day = 24 * time.Hour

// family is Rita, a member who brought Tom and Nina; Tom has 1,000 tokens. Zoe, a
// performer, brought Ann.
type family struct {
	*fixture
	rita, tom, nina, zoe, ann string
}

func gather(t testing.TB) family {
	h := setup(t)
	f := family{fixture: h}
	f.rita = h.register(t, account.Member, "Rita", "")
	f.zoe = h.register(t, account.Performer, "Zoe", "")
	f.tom = h.register(t, account.Member, "Tom", h.code(t, f.rita))
	f.nina = h.register(t, account.Performer, "Nina", h.code(t, f.rita))
	f.ann = h.register(t, account.Member, "Ann", h.code(t, f.zoe))
	h.Grant(t, f.tom, 1000)
	h.Grant(t, f.ann, 1000)
	return f
}

// Ann spends 33.33: Zoe, who brought her, gets 5 % of it rounded down, out of what
// the site keeps; the performer and Ann notice nothing.
func TestAPaymentIsRewardedFromTheSitesPart(t *testing.T) {
	f := gather(t)
	f.pay(t, sale{id: "1", payer: f.ann, payee: "vera", gross: 33_33, terms: ledger.Alone(money.Percent(30))})
	f.Holds(t, ledger.Wallet(f.ann), 1000_00-33_33)
	f.Holds(t, ledger.Earnings("vera"), 23_34) // 33.33 − floor(9.999)
	f.Holds(t, ledger.Earnings(f.zoe), 1_66)   // floor(1.6665)
	f.Holds(t, ledger.SiteRevenue, 9_99-1_66)
	f.Audit(t)
}

// Both sides of one payment were brought by Rita: she has two rewards, of Tom's
// gross and of Nina's net. A member's wait a week before they can be spent.
func TestBothSidesAreRewardedAndHeld(t *testing.T) {
	f := gather(t)
	f.pay(t, tip("1", f.tom, f.nina, 100))
	reward := money.Tokens(5_00 + 3_50)
	f.Holds(t, ledger.Earnings(f.rita), reward)
	f.Holds(t, ledger.SiteRevenue, 30_00-reward)
	for _, at := range []struct {
		wait   time.Duration
		wallet money.Tokens
	}{{7*day - time.Millisecond, 0}, {time.Millisecond, reward}, {0, reward}} {
		f.clock.Advance(at.wait)
		if err := f.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.Holds(t, ledger.Wallet(f.rita), at.wallet)
	}
	f.Holds(t, ledger.Earnings(f.rita), 0)
	if got, want := f.stats(t, f.rita), (referrals.Stats{Registered: 2, Active: 2, Earned: reward}); got != want {
		t.Errorf("Rita's stats are %+v, want %+v", got, want)
	}
	f.Audit(t)
}

// The site keeps 1 %: that is all there is, for Tom's side first.
func TestRewardsAreCappedByTheSitesPart(t *testing.T) {
	f := gather(t)
	s := tip("1", f.tom, f.nina, 100)
	s.terms = ledger.Alone(money.Percent(7))
	f.pay(t, s)
	f.Holds(t, ledger.Earnings(f.rita), 7_00) // 5.00 for Tom, of Nina's 4.65 what is left
	f.Holds(t, ledger.SiteRevenue, 0)
	s.id, s.terms = "2", ledger.Alone(0)
	f.pay(t, s)
	f.Holds(t, ledger.Earnings(f.rita), 7_00)
	f.Holds(t, ledger.SiteRevenue, 0)
	f.Audit(t)
}

// Registered at noon: the last instant of day 365 is rewarded, the first of day
// 366 is not. A show that lasts over that instant refunds its last minutes first.
func TestTheTermEndsAfterDay365(t *testing.T) {
	f := gather(t)
	f.clock.Advance(365*day - time.Millisecond)
	last := sale{id: "m:1", kind: "private", reference: "m", payer: f.ann, payee: "vera", gross: 20_00, terms: ledger.Alone(money.Percent(30))}
	f.pay(t, last)
	f.Holds(t, ledger.Earnings(f.zoe), 1_00)
	f.clock.Advance(time.Millisecond)
	late := last
	late.id = "m:2"
	f.pay(t, late)
	f.Holds(t, ledger.Earnings(f.zoe), 1_00)
	f.refund(t, last, "m", 20_00, 0)
	f.Holds(t, ledger.Earnings(f.zoe), 1_00) // the second minute went back, which brought nothing
	f.refund(t, last, "m2", 20_00, 10_00)
	f.Holds(t, ledger.Earnings(f.zoe), 50)
	if st := f.stats(t, f.zoe); st.Active != 0 || st.Registered != 1 {
		t.Errorf("after the term: %+v", st)
	}
	f.Audit(t)
}

// New terms are for who registers from then on.
func TestTermsAreFrozenAtRegistration(t *testing.T) {
	f := gather(t)
	f.terms = referrals.Terms{Rate: money.Percent(10), Months: 1, Hold: day}
	bob := f.register(t, account.Member, "Bob", f.code(t, f.zoe))
	f.Grant(t, bob, 100)
	f.clock.Advance(31 * day)
	f.pay(t, tip("1", bob, "vera", 100))
	f.Holds(t, ledger.Earnings(f.zoe), 0)
	f.pay(t, tip("2", f.ann, "vera", 100))
	f.Holds(t, ledger.Earnings(f.zoe), 5_00)
	f.Audit(t)
}

// A reversal takes the whole reward back, a refund the part that is no longer due.
func TestRefundsTakeRewardsBack(t *testing.T) {
	f := gather(t)
	f.reverse(t, f.pay(t, tip("1", f.tom, f.nina, 100)))
	f.Holds(t, ledger.Earnings(f.rita), 0)
	f.Holds(t, ledger.SiteRevenue, 0)

	s := sale{id: "2", payer: f.ann, payee: "vera", gross: 33_33, terms: ledger.Alone(money.Percent(30))}
	f.pay(t, s)
	f.refund(t, s, "2a", 33_33, 11_11)
	f.Holds(t, ledger.Earnings(f.zoe), 55) // floor(0.5555)
	f.refund(t, s, "2b", 11_11, 0)
	f.Holds(t, ledger.Earnings(f.zoe), 0)
	f.Holds(t, ledger.SiteRevenue, 0)
	f.Audit(t)
}

// Tom's refund comes when Rita has spent what it brought her: it is not refused,
// and the site bears what is gone.
func TestARefundIsNotRefusedForASpentReward(t *testing.T) {
	f := gather(t)
	paid := f.pay(t, tip("1", f.tom, "vera", 200))
	f.clock.Advance(7 * day)
	if err := f.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.pay(t, tip("2", f.rita, "vera", 8)) // of her 10
	f.reverse(t, paid)
	f.Holds(t, ledger.Wallet(f.tom), 1000_00)
	f.Holds(t, ledger.Wallet(f.rita), 0)
	f.Holds(t, ledger.SiteRevenue, 2_40-8_00)
	if st := f.stats(t, f.rita); st.Earned != 8_00 {
		t.Errorf("Rita kept %v, want 8.00", st.Earned)
	}
	f.Audit(t)
}

// Who is suspended, or shares a studio with whom they brought, earns nothing, and
// the audit knows why.
func TestWhoEarnsNothing(t *testing.T) {
	f := gather(t)
	ruth := f.register(t, account.Performer, "Ruth", f.code(t, f.zoe))
	f.studios.of = map[string]string{f.zoe: "loft", ruth: "loft"}
	f.pay(t, tip("1", "", ruth, 10).by(f, t))
	f.Holds(t, ledger.Earnings(f.zoe), 0)
	f.studios.of = map[string]string{f.zoe: "loft", ruth: "attic"}
	f.pay(t, tip("2", "", ruth, 10).by(f, t))
	f.Holds(t, ledger.Earnings(f.zoe), 35)
	f.suspend(t, f.zoe)
	f.pay(t, tip("3", "", ruth, 10).by(f, t))
	f.Holds(t, ledger.Earnings(f.zoe), 35)
	f.Audit(t)
	if _, err := f.Invitation(t.Context(), f.code(t, f.zoe)); !errors.Is(err, referrals.ErrNoCode) {
		t.Errorf("a suspended account's invitation answers %v", err)
	}
}

// by lets a stranger pay, whom nobody brought.
func (s sale) by(f family, t testing.TB) sale {
	f.Grant(t, "stranger"+s.id, 100)
	s.payer = "stranger" + s.id
	return s
}

// Sixteen payments at once over the same people: every one rewarded once, and
// refunded together nothing remains.
func TestConcurrentPaymentsAreRewardedOnce(t *testing.T) {
	f := gather(t)
	var refused atomic.Int64
	ids := make([]string, 16)
	testkit.Together(16, func(i int) {
		posted, err := f.try(tip(fmt.Sprint(i), f.tom, f.nina, 100)) // 1,000 tokens pay ten
		if errors.Is(err, ledger.ErrFunds) {
			refused.Add(1)
			return
		}
		if err != nil {
			t.Error(err)
		}
		ids[i] = posted.ID
	})
	if refused.Load() != 6 {
		t.Errorf("%d were refused, want 6", refused.Load())
	}
	f.Holds(t, ledger.Earnings(f.rita), 10*8_50)
	f.Audit(t)
	testkit.Together(16, func(i int) {
		if ids[i] != "" {
			f.reverse(t, ids[i])
		}
	})
	f.Holds(t, ledger.Earnings(f.rita), 0)
	f.Holds(t, ledger.SiteRevenue, 0)
	f.Audit(t)
}

// Two nodes release at once: once.
func TestReleasedOnce(t *testing.T) {
	f := gather(t)
	f.pay(t, tip("1", f.tom, "vera", 100))
	f.clock.Advance(7 * day)
	testkit.Together(8, func(int) {
		if err := f.Release(context.Background()); err != nil {
			t.Error(err)
		}
	})
	f.Holds(t, ledger.Wallet(f.rita), 5_00)
	if n := testkit.Int(t, f.DB, `SELECT COUNT(*) FROM ledger_transfers WHERE key LIKE 'referral-release:%'`); n != 1 {
		t.Errorf("%d releases, want 1", n)
	}
	f.Audit(t)
}

// A refused payment leaves no trace of a reward, also when its caller goes on in
// the same transaction.
func TestRefusedPaymentIsNotRewarded(t *testing.T) {
	f := gather(t)
	f.pay(t, tip("1", f.tom, f.nina, 100))
	f.Write(t, func(ctx context.Context, tx *db.Tx) error {
		for _, s := range []sale{tip("1", f.tom, f.nina, 100), tip("2", f.tom, f.nina, 5000)} {
			if _, err := f.Ledger.Post(ctx, tx, s.post()); !errors.Is(err, ledger.ErrRepeated) && !errors.Is(err, ledger.ErrFunds) {
				t.Errorf("%s answered %v", s.id, err)
			}
		}
		return nil
	})
	f.Holds(t, ledger.Earnings(f.rita), 8_50)
	f.Audit(t)
}

// The audit finds what should never be: each kind of damage by its name.
func TestTheAuditFindsDamage(t *testing.T) {
	for rule, damage := range map[string]string{
		"referrals.missing":  `DELETE FROM referral_rewards WHERE side = 'earn'`,
		"referrals.transfer": `UPDATE referral_rewards SET id = 'other' WHERE side = 'spend'`,
		"referrals.base":     `UPDATE referral_rewards SET base = base + 1 WHERE side = 'spend'`,
		"referrals.rate":     `UPDATE referral_rewards SET base = base + 1000 WHERE side = 'earn'`,
		"referrals.cap":      `UPDATE referral_rewards SET fee_left = 100`,
		"referrals.due":      `UPDATE referral_rewards SET base_left = 0 WHERE side = 'earn'`,
		"referrals.held":     `UPDATE referral_rewards SET release_id = '-' WHERE side = 'earn'`,
		"referrals.release":  `UPDATE referral_rewards SET release_id = 'x', released = 5 WHERE side = 'earn'`,
	} {
		t.Run(rule, func(t *testing.T) {
			f := gather(t)
			f.pay(t, tip("1", f.tom, f.nina, 100))
			f.Audit(t)
			testkit.Exec(t, f.DB, damage)
			for _, v := range f.Violations(t) {
				if v.Rule == rule {
					return
				}
			}
			t.Errorf("%s was not found after %s", rule, damage)
		})
	}
}
