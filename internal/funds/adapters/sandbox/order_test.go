package sandbox

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/testkit"
)

// What is played arrives as it was played, and Status tells the same.
func TestLives(t *testing.T) {
	for name, life := range map[string]struct {
		moves []string
		kinds []gateway.Kind
	}{
		"paid at once":       {[]string{"do=pay"}, []gateway.Kind{gateway.Paid}},
		"paid slowly":        {[]string{"do=pending", "do=pay"}, []gateway.Kind{gateway.Pending, gateway.Paid}},
		"declined":           {[]string{"do=decline"}, []gateway.Kind{gateway.Failed}},
		"expired":            {[]string{"do=pending", "do=expire"}, []gateway.Kind{gateway.Pending, gateway.Expired}},
		"refunded":           {[]string{"do=pay", "do=refund"}, []gateway.Kind{gateway.Paid, gateway.Refunded}},
		"refunded in parts":  {[]string{"do=pay", "do=refund&amount=2.50", "do=refund&amount=7.50"}, []gateway.Kind{gateway.Paid, gateway.Refunded, gateway.Refunded}},
		"disputed and won":   {[]string{"do=pay", "do=dispute", "do=win"}, []gateway.Kind{gateway.Paid, gateway.ChargebackOpened, gateway.ChargebackWon}},
		"disputed and lost":  {[]string{"do=pay", "do=dispute", "do=lose"}, []gateway.Kind{gateway.Paid, gateway.ChargebackOpened, gateway.ChargebackLost}},
		"told again":         {[]string{"do=pay", "do=again"}, []gateway.Kind{gateway.Paid, gateway.Paid}},
		"won, then refunded": {[]string{"do=pay", "do=dispute", "do=win", "do=refund"}, []gateway.Kind{gateway.Paid, gateway.ChargebackOpened, gateway.ChargebackWon, gateway.Refunded}},
	} {
		h, in := setup(t), gatewaytest.Intent(1000, "USD")
		id := h.start(t, in)
		for _, move := range life.moves {
			h.play(t, id, move, http.StatusSeeOther)
		}
		kinds, keys := []gateway.Kind{}, map[string]gateway.Event{}
		for _, e := range h.heard {
			kinds, keys[e.Key] = append(kinds, e.Kind), e
			if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 || !e.At.Equal(testkit.Noon) {
				t.Errorf("%s: %+v differs: %v", name, e, differences)
			}
		}
		if fmt.Sprint(kinds) != fmt.Sprint(life.kinds) {
			t.Errorf("%s: the site heard %v, want %v", name, kinds, life.kinds)
		}
		snap, err := h.Status(t.Context(), gateway.Ref{Session: id})
		if err != nil || len(snap.Events) != len(keys) {
			t.Errorf("%s: the status is %+v (%v)", name, snap, err)
		}
		for _, e := range snap.Events {
			if fmt.Sprint(keys[e.Key]) != fmt.Sprint(e) {
				t.Errorf("%s: the status tells %+v, told was %+v", name, e, keys[e.Key])
			}
		}
	}
}

// A refund in parts says how much there is in all.
func TestTotals(t *testing.T) {
	h := setup(t)
	id := h.start(t, gatewaytest.Intent(1000, "USD"))
	for _, move := range []string{"do=pay", "do=refund&amount=2.50", "do=refund"} {
		h.play(t, id, move, http.StatusSeeOther)
	}
	if e := h.heard[1]; e.Amount.Minor != 250 || e.Total.Minor != 250 {
		t.Errorf("the first part is %+v", e)
	}
	if e := h.heard[2]; e.Amount.Minor != 750 || e.Total.Minor != 1000 || e.Key == h.heard[1].Key {
		t.Errorf("the second part is %+v", e)
	}
}

func TestWhatCannotBePlayed(t *testing.T) {
	for name, c := range map[string]struct {
		before []string
		move   string
	}{
		"pay twice":              {[]string{"do=pay"}, "do=pay"},
		"pay what was declined":  {[]string{"do=decline"}, "do=pay"},
		"pay what has expired":   {[]string{"do=expire"}, "do=pay"},
		"refund the unpaid":      {nil, "do=refund"},
		"refund the pending":     {[]string{"do=pending"}, "do=refund"},
		"refund twice":           {[]string{"do=pay", "do=refund"}, "do=refund"},
		"refund too much":        {[]string{"do=pay"}, "do=refund&amount=10.01"},
		"refund the rest twice":  {[]string{"do=pay", "do=refund&amount=9.99"}, "do=refund&amount=0.02"},
		"refund nothing":         {[]string{"do=pay"}, "do=refund&amount=0"},
		"refund less":            {[]string{"do=pay"}, "do=refund&amount=-1"},
		"refund a text":          {[]string{"do=pay"}, "do=refund&amount=all"},
		"refund the disputed":    {[]string{"do=pay", "do=dispute"}, "do=refund"},
		"refund the lost":        {[]string{"do=pay", "do=dispute", "do=lose"}, "do=refund"},
		"dispute the unpaid":     {nil, "do=dispute"},
		"dispute the refunded":   {[]string{"do=pay", "do=refund"}, "do=dispute"},
		"dispute twice":          {[]string{"do=pay", "do=dispute", "do=win"}, "do=dispute"},
		"win without a dispute":  {[]string{"do=pay"}, "do=win"},
		"lose what was won":      {[]string{"do=pay", "do=dispute", "do=win"}, "do=lose"},
		"what is not on offer":   {nil, "do=steal"},
		"nothing at all":         {nil, ""},
		"a form without an end ": {nil, "do=" + string(make([]byte, maxForm))},
	} {
		h := setup(t)
		id := h.start(t, gatewaytest.Intent(1000, "USD"))
		for _, move := range c.before {
			h.play(t, id, move, http.StatusSeeOther)
		}
		before := len(h.heard)
		if code := h.post(t, id, c.move).Code; code != http.StatusConflict && code != http.StatusUnprocessableEntity {
			t.Errorf("%s: the page answers %d", name, code)
		}
		if len(h.heard) != before {
			t.Errorf("%s: the site heard %v", name, h.heard[before:])
		}
	}
}

// The site is down, the program restarts: what was played is kept and told, in
// its order.
func TestNothingIsLost(t *testing.T) {
	h := setup(t)
	id := h.start(t, gatewaytest.Intent(1000, "USD"))
	h.deaf = true
	h.play(t, id, "do=pay", http.StatusServiceUnavailable)
	h.play(t, id, "do=refund&amount=1", http.StatusServiceUnavailable)
	h.Gateway = h.restart(t)
	if body := h.look(t, id).Body.String(); !contains(body, "not delivered", "Deliver again") {
		t.Errorf("the page does not say what the site has not taken:\n%s", body)
	}
	h.deaf = false
	h.play(t, id, "do=again", http.StatusSeeOther)
	if len(h.heard) != 2 || h.heard[0].Kind != gateway.Paid || h.heard[1].Kind != gateway.Refunded {
		t.Errorf("the site heard %+v", h.heard)
	}
	if body := h.look(t, id).Body.String(); contains(body, "not delivered") {
		t.Errorf("the page still says that something was not taken:\n%s", body)
	}
}

// Two clicks at once are one payment.
func TestTogether(t *testing.T) {
	h := setup(t)
	id := h.start(t, gatewaytest.Intent(1000, "USD"))
	o, err := h.store.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	paid, err := h.move(o, "pay")
	if err != nil {
		t.Fatal(err)
	}
	gone, err := h.move(o, "expire")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.save(t.Context(), paid); err != nil {
		t.Fatal(err)
	}
	if err := h.save(t.Context(), gone); !errors.Is(err, ErrStale) {
		t.Errorf("a paid order expired: %v", err)
	}
}

// Whatever is played in whatever order, the money adds up: a sale is paid once,
// never more is given back than was paid, and keys never repeat another fact.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := setup(t)
		in := gatewaytest.Intent(rapid.Int64Range(1, 5000).Draw(rt, "price"), "USD")
		id := h.start(t, in)
		for range rapid.IntRange(1, 12).Draw(rt, "moves") {
			move := rapid.SampledFrom([]string{"pay", "pending", "decline", "expire", "refund", "dispute", "win", "lose", "again"}).Draw(rt, "move")
			form := "do=" + move
			if move == "refund" {
				form += "&amount=" + gateway.Money{Minor: rapid.Int64Range(1, 3000).Draw(rt, "part"), Currency: "USD"}.Text()
			}
			h.post(t, id, form)
		}
		facts, refunded, paid := map[string]string{}, int64(0), 0
		for _, e := range h.heard {
			if before, told := facts[e.Key]; told && before != fmt.Sprint(e) {
				rt.Fatalf("the key %s is of two facts", e.Key)
			} else if told {
				continue
			}
			facts[e.Key] = fmt.Sprint(e)
			switch e.Kind {
			case gateway.Paid:
				paid++
			case gateway.Refunded:
				refunded += e.Amount.Minor
				if e.Total.Minor != refunded {
					rt.Fatalf("after %d the total is %v", refunded, e.Total)
				}
			}
		}
		if paid > 1 || refunded > in.Price.Minor || refunded > 0 && paid == 0 {
			rt.Fatalf("paid %d times, refunded %d of %v", paid, refunded, in.Price)
		}
	})
}
