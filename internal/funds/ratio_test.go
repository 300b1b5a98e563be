package funds_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
)

func TestRatioOfDisputes(t *testing.T) {
	for _, c := range []struct {
		sales, disputes int
		percent, level  string
	}{
		{0, 0, "0.00", funds.LevelNormal},
		{1000, 0, "0.00", funds.LevelNormal},
		{1000, 7, "0.70", funds.LevelNormal},
		{10_000, 74, "0.74", funds.LevelNormal},
		{10_000, 75, "0.75", funds.LevelWarning},
		{10_000, 149, "1.49", funds.LevelWarning},
		{20_000, 299, "1.50", funds.LevelWarning}, // 1.495 %: shown rounded, judged exactly
		{10_000, 150, "1.50", funds.LevelAlarm},
		{3, 3, "100.00", funds.LevelAlarm},
		{0, 1, "100.00", funds.LevelAlarm}, // of an earlier month's sale
	} {
		r := funds.Ratio{Sales: c.sales, Disputes: c.disputes / 2, Frauds: c.disputes - c.disputes/2}
		if r.Percent() != c.percent || r.Level() != c.level {
			t.Errorf("%d of %d: %s %% is %s; want %s %%, %s", c.disputes, c.sales, r.Percent(), r.Level(), c.percent, c.level)
		}
	}
}

// Whatever is paid, disputed, disputed anew, won and lost, in whatever month: a
// payment is one sale in the month of its payment, one dispute in the month of the
// first that was told of it, and one report of fraud the same.
func TestDisputesAreCountedOnce(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	type count struct{ sales, disputes, frauds int }
	want := map[string]*count{}
	at := func() *count {
		month := h.clock.Now().Format("2006-01")
		if want[month] == nil {
			want[month] = &count{}
		}
		return want[month]
	}
	members := 0
	rapid.Check(t, func(r *rapid.T) {
		members++ // whose payment is disputed cannot buy again
		in := h.buy(t, fmt.Sprint("member-", members), p)
		if rapid.Bool().Draw(r, "paid") {
			h.tell(t, event(in, gateway.Paid, "paid"))
			at().sales++
		}
		disputed, reported := false, false
		kinds := []gateway.Kind{gateway.FraudReported, gateway.ChargebackOpened, gateway.ChargebackWon, gateway.ChargebackLost, gateway.Pending}
		for i, kind := range rapid.SliceOfN(rapid.SampledFrom(kinds), 0, 4).Draw(r, "events") {
			h.clock.Advance(time.Duration(rapid.IntRange(0, 9*24).Draw(r, "hours")) * time.Hour)
			h.tell(t, event(in, kind, string(kind)+string(rune('a'+i))))
			if !disputed && (kind == gateway.ChargebackOpened || kind == gateway.ChargebackLost) {
				disputed = true
				at().disputes++
			}
			if !reported && kind == gateway.FraudReported {
				reported = true
				at().frauds++
			}
		}
	})
	for month, c := range want {
		begin, _ := time.Parse("2006-01", month)
		list, err := h.Ratios(t.Context(), begin.AddDate(0, 0, 3))
		if err != nil || list[0].Sales != c.sales || list[0].Disputes != c.disputes || list[0].Frauds != c.frauds {
			t.Errorf("%s: counted %+v, %v; want %+v", month, list[0], err, *c)
		}
	}
}

// The operator hears of each level once a month, whatever fails and however many ask.
func TestRatioIsToldOnceAMonth(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	var told []string
	lost := errors.New("the mail could not be queued")
	tell := func(fails bool) error {
		return h.TellRatios(t.Context(), func(_ context.Context, _ *db.Tx, r funds.Ratio) error {
			if fails {
				return lost
			}
			told = append(told, r.Gateway+" "+r.Level())
			return nil
		})
	}
	first := h.paidFor(t, "tom", p)
	if err := tell(false); err != nil || told != nil {
		t.Fatalf("without a dispute: told %v, %v", told, err)
	}
	h.tell(t, event(first, gateway.ChargebackOpened, "opened"))
	if err := tell(true); !errors.Is(err, lost) {
		t.Fatal(err)
	}
	for range 3 {
		if err := tell(false); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{" alarm", "vendor alarm"}; !slices.Equal(told, want) {
		t.Errorf("told %q; want %q: an alarm once, and no warning after it", told, want)
	}
	h.clock.Advance(31 * 24 * time.Hour)
	second := h.paidFor(t, "mia", p)
	h.tell(t, event(second, gateway.ChargebackLost, "lost"))
	if err := tell(false); err != nil || len(told) != 4 {
		t.Errorf("in the next month: told %q, %v", told, err)
	}
}
