package settings

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/testkit"
)

// as is a call of an admin who has just proved who they are.
func as(ctx context.Context, adminID string) context.Context {
	return account.WithCaller(ctx, account.Caller{ID: adminID, Role: account.Admin, Proved: true})
}

// failing is what *testing.T and *rapid.T have in common.
type failing interface {
	Helper()
	Fatal(args ...any)
}

// waiting is the proposal for a setting, or none.
func (h *fixture) waiting(t failing, key string) Proposal {
	t.Helper()
	list, err := h.Proposals(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.Key == key {
			return p
		}
	}
	return Proposal{}
}

// set is Ada's word.
func (h *fixture) set(t *testing.T, key, value string) {
	t.Helper()
	if err := h.Change(as(t.Context(), "ada"), "ada", values(key, value)); err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) is(t *testing.T, key, want, otherwise string) {
	t.Helper()
	if got := valueNow(t, h, key); got != want {
		t.Errorf("%s: %s: %s", key, otherwise, got)
	}
}

// agreed has Bea approve what waits.
func (h *fixture) agreed(t *testing.T, key, want string) {
	t.Helper()
	if err := h.Approve(as(t.Context(), "bea"), "bea", h.waiting(t, key).ID); err != nil {
		t.Errorf("%s: Bea may not approve: %v", key, err)
	}
	h.is(t, key, want, "two agreed, and it is")
}

// What two must decide, one cannot loosen: making it weaker waits for a second
// admin, making it stricter does not.
func TestLooseningNeedsTwo(t *testing.T) {
	for key, c := range map[string]struct{ stricter, looser, none string }{
		"payoutTwoAbove":    {"500", "2000", "0"},
		"secondAdminAbove":  {"100", "600", "1000000"},
		"payoutFreezeHours": {"100", "71", "0"},
		"payoutHoldDays":    {"8", "6", "0"},
		"requireTwoFactor":  {"true", "false", "false"},
		"tokenPayoutRate":   {"400", "501", "100000"},
	} {
		t.Run(key, func(t *testing.T) {
			h, ctx := setup(t), as(t.Context(), "ada")
			if err := h.Change(ctx, "", values("tokenPayoutRate", "500")); err != nil {
				t.Fatal(err)
			}
			h.unpaid = 1
			was := h.Get()
			for _, loose := range []string{c.looser, c.none} {
				if err := h.Change(ctx, "ada", values(key, loose, "siteName", `"Evening"`)); err != nil {
					t.Fatal(err)
				}
				if declared.loosened(key, was, h.Get()) || h.Get().SiteName != "Evening" {
					t.Fatalf("one admin set it to %s, or the rest of the form was not saved", loose)
				}
			}
			p := h.waiting(t, key)
			if err := h.Approve(ctx, "ada", p.ID); !errors.Is(err, ErrOwnProposal) {
				t.Errorf("she approves her own: %v", err)
			}
			if err := h.Approve(as(t.Context(), "bea"), "bea", p.ID); err != nil || !declared.loosened(key, was, h.Get()) {
				t.Errorf("two have decided, and it is not so: %v", err)
			}
			if err := h.Approve(as(t.Context(), "bea"), "bea", p.ID); !errors.Is(err, ErrNoProposal) {
				t.Errorf("it is approved twice: %v", err)
			}
			loose := h.Get()
			h.clock.Advance(time.Second)
			if err := h.Change(ctx, "ada", values(key, c.stricter)); err != nil || !declared.loosened(key, h.Get(), loose) || h.waiting(t, key).ID != "" {
				t.Errorf("one admin cannot make it stricter: %v", err)
			}
			if err := h.Rollback(ctx, "ada", key, ""); err != nil || declared.loosened(key, was, h.Get()) || h.waiting(t, key).ID == "" {
				t.Errorf("one admin takes it back to what was looser: %v", err)
			}
			if err := h.Reject(ctx, h.waiting(t, key).ID); err != nil || h.waiting(t, key).ID != "" {
				t.Errorf("a proposal cannot be dropped: %v", err)
			}
		})
	}
}

// What payouts pay and from where is set up by one admin while nobody has earned
// anything; then another value waits, also when it was taken away in between.
func TestPayoutSenderNeedsTwo(t *testing.T) {
	for key, c := range map[string][2]string{
		"tokenPayoutRate":  {"500", "501"},
		"payoutSenderName": {`"Limelight"`, `"Somebody"`},
		"payoutSenderIban": {`"DE89370400440532013000"`, `"NL91ABNA0417164300"`},
		"payoutSenderBic":  {`"COBADEFFXXX"`, `"ABNANL2A"`},
		"payoutAchBank":    {`"First"`, `"Second"`}, "payoutAchRouting": {`"021000021"`, `"011401533"`},
		"payoutAchOrigin": {`"1234567890"`, `"1234567891"`}, "payoutAchCompany": {`"1234567890"`, `"1234567891"`},
		"payoutAchLongName": {`"First"`, `"Second"`},
	} {
		h := setup(t)
		h.set(t, key, c[1])
		h.set(t, key, c[0])
		h.is(t, key, c[0], "one admin could not set it up")
		h.unpaid = 1
		h.set(t, key, "null")
		h.set(t, key, c[1])
		if got := valueNow(t, h, key); got == c[1] || h.waiting(t, key).ID == "" {
			t.Errorf("%s: one admin changed it to %s", key, got)
		}
		h.agreed(t, key, c[1])
	}
}

// With a second admin one alone neither lowers what the site keeps nor gives more of it
// away; raising it, and giving less, holds at once.
func TestWhatTheSiteKeepsNeedsTwo(t *testing.T) {
	for key, c := range map[string][2]string{ // what is stricter, and what is looser
		"siteCommissionTip": {"40", "0"}, "siteCommissionPrivate": {"40", "0"}, "spinWheelCommission": {"40", "0"}, "siteCommissionVideo": {"40", "0"},
		"referralPercent": {"1", "100"}, "referralMonths": {"1", "120"},
	} {
		h := setup(t)
		h.set(t, key, c[1])
		h.is(t, key, c[1], "the only admin could not set it")
		h.others = true
		h.set(t, key, c[0])
		h.set(t, key, c[1])
		h.is(t, key, c[0], "one of two admins changed it to")
		h.agreed(t, key, c[1])
	}
}

// Code on pages runs as whoever looks at them, another admin too: with a second admin
// one alone changes none, and takes all away.
func TestCodeOnPagesNeedsTwo(t *testing.T) {
	for key, c := range map[string][2]string{
		"headerScript":    {`"one"`, `"two"`},
		"afterBodyScript": {`"one"`, `"two"`},
		"gaCode":          {`"G-123456"`, `"GTM-123456"`},
	} {
		h := setup(t)
		h.set(t, key, c[0])
		h.is(t, key, c[0], "the only admin could not set it")
		h.others = true
		h.set(t, key, c[1])
		h.is(t, key, c[0], "one of two admins changed it to")
		h.agreed(t, key, c[1])
		h.set(t, key, `""`)
		h.is(t, key, `""`, "one admin could not take it away")
	}
}

// Both names stand in the history, and each step in the staff's log.
func TestTwoNamesInTheHistory(t *testing.T) {
	h := setup(t)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(h.Change(as(t.Context(), "ada"), "ada", values("payoutHoldDays", "1")))
	check(h.Approve(as(t.Context(), "bea"), "bea", h.waiting(t, "payoutHoldDays").ID))
	page, err := h.history(t.Context(), &historyInput{Key: "payoutHoldDays", Page: api.Page{Limit: 10}})
	if err != nil || page.Total != 1 || page.Data[0].ByName != "the ada" || page.Data[0].Second != "the bea" {
		t.Errorf("the history says %+v (%v)", page, err)
	}
	want := []string{"setting.proposed setting:payoutHoldDays", "setting.approved setting:payoutHoldDays"}
	if got := testkit.Acts(t, h.db); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("the log says %v", got)
	}
}

// Whatever one admin does, in any order, nothing protects less than it did. With a
// second one's word it becomes what was proposed, and nothing else.
func TestOneAdminNeverLoosens(t *testing.T) {
	h := setup(t)
	h.unpaid = 1
	keys := []string{"payoutTwoAbove", "secondAdminAbove", "payoutFreezeHours", "payoutHoldDays", "requireTwoFactor", "tokenPayoutRate"}
	rapid.Check(t, func(r *rapid.T) {
		ctx := as(context.Background(), "ada")
		floor := h.Get()
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			key := rapid.SampledFrom(keys).Draw(r, "key")
			value := strconv.Itoa(rapid.SampledFrom([]int{0, 1, 5, 72, 499, 700}).Draw(r, "value"))
			if key == "payoutHoldDays" && len(value) > 2 {
				value = "365"
			}
			if key == "requireTwoFactor" {
				value = strconv.FormatBool(value != "0")
			}
			if rapid.Bool().Draw(r, "default") {
				value = "null"
			}
			before := h.Get()
			var err error
			switch rapid.IntRange(0, 4).Draw(r, "act") {
			case 0, 1:
				err = h.Change(ctx, "ada", values(key, value))
			case 2:
				if err = h.Rollback(ctx, "ada", key, ""); errors.Is(err, ErrNoVersion) {
					err = nil
				}
			case 3:
				if err = h.Approve(ctx, "ada", h.waiting(r, key).ID); !errors.Is(err, ErrOwnProposal) && !errors.Is(err, ErrNoProposal) {
					r.Fatalf("she approved %s: %v", key, err)
				}
				err = nil
			case 4:
				p := h.waiting(r, key)
				if p.ID == "" {
					continue
				}
				if err = h.Approve(as(context.Background(), "bea"), "bea", p.ID); err == nil {
					if got, _ := json.Marshal(p.Value); string(got) != "null" && valueNow(r, h, key) != string(got) {
						r.Fatalf("two agreed on %s = %s, and it is %s", key, got, valueNow(r, h, key))
					}
					floor, before = h.Get(), h.Get()
				}
			}
			if err != nil {
				r.Fatal(err)
			}
			for _, k := range keys {
				if declared.loosened(k, before, h.Get()) || declared.loosened(k, floor, h.Get()) {
					r.Fatalf("one admin loosened %s", k)
				}
			}
		}
	})
}

func valueNow(t failing, h *fixture, key string) string {
	t.Helper()
	setting, _ := declared.byKey(key)
	now := h.Get()
	text, err := json.Marshal(setting.field(&now))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
