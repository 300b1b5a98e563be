package orders_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// A typing error in a tracking number is corrected: no tokens move again, nobody hears that it
// was shipped again, and both sides see the new one and what it was.
func TestTrackingIsCorrected(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	_, id := h.bring(t, "mug", orders.Shipped)
	earned, shipped := h.Balance(t, ledger.Earnings("nina")), h.find(t, id)
	h.tickAfter(t, day)
	correct := "PUT /orders/" + id + "/tracking"
	testkit.Scenarios{
		{Name: "no number", As: nina, Do: correct, Body: `{"carrier":"DHL","trackingNumber":" "}`, Status: http.StatusUnprocessableEntity, Has: `"trackingNumber"`},
		{Name: "a script", As: nina, Do: correct, Body: `{"carrier":"DHL","trackingNumber":"1","trackingUrl":"javascript:alert(1)"}`,
			Status: http.StatusUnprocessableEntity, Has: `"trackingUrl"`},
		{Name: "too long", As: nina, Do: correct, Body: `{"carrier":"` + strings.Repeat("x", 61) + `","trackingNumber":"1"}`, Status: http.StatusUnprocessableEntity},
		{Name: "the buyer", As: tom, Do: correct, Body: `{"carrier":"DHL","trackingNumber":"1"}`, Status: http.StatusForbidden},
		{Name: "the seller", As: nina, Do: correct, Body: `{"carrier":"DHL","trackingNumber":"RM 124"}`, Status: http.StatusOK, Has: `"carrier":"DHL","trackingNumber":"RM 124"`},
		{Name: "the same again", As: nina, Do: correct, Body: `{"carrier":"DHL","trackingNumber":"RM 124"}`, Status: http.StatusOK},
		{Name: "the buyer sees both", As: tom, Do: "GET /orders/user/details/" + id, Status: http.StatusOK,
			Has: `"trackingHistory":[{"carrier":"Royal Mail","trackingNumber":"RM 123","trackingUrl":"https://track.example/RM123","replacedAt":"2026-11-03T12:00:00Z"}]`},
	}.Run(t, h.Routes)
	now := h.find(t, id)
	if now.TrackingNumber != "RM 124" || now.TrackingURL != "" || !now.ShippedAt.Equal(shipped.ShippedAt) || !now.WaitingSince.Equal(shipped.WaitingSince) {
		t.Errorf("the order is %+v", now)
	}
	h.Holds(t, ledger.Earnings("nina"), earned)
	if changed, corrected := h.changed.All(t), h.corrected.All(t); len(changed) != 3 || len(corrected) != 1 || corrected[0].Order.TrackingNumber != "RM 124" {
		t.Errorf("heard %d changes and %+v", len(changed), corrected)
	}
	h.Audit(t)
}

// Only what is on its way has a tracking to correct, and not without end.
func TestWhenTrackingIsCorrected(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	to := func(n int) orders.Tracking { return orders.Tracking{Carrier: "DHL", TrackingNumber: fmt.Sprint(n)} }
	for _, is := range orders.Statuses() {
		_, id := h.bring(t, "mug", is)
		if _, err := h.CorrectTracking(t.Context(), "nina", id, to(1), ""); errors.Is(err, orders.ErrStatus) == (is == orders.Shipped) {
			t.Errorf("of %s: %v", is, err)
		}
		if is != orders.Shipped {
			continue
		}
		for n := 2; n <= 6; n++ {
			if _, err := h.CorrectTracking(t.Context(), "nina", id, to(n), ""); errors.Is(err, orders.ErrCorrected) != (n == 6) {
				t.Errorf("the correction %d: %v", n, err)
			}
		}
	}
}

// One click that is sent twice at once ships once, and both are told of the order as it is then.
func TestOneClickTwice(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	for i := range 10 {
		_, id := h.bring(t, "mug", orders.Processing)
		testkit.Together(2, func(int) {
			u := orders.Update{Status: orders.Shipped, Tracking: orders.Tracking{Carrier: "DHL", TrackingNumber: "RM 1"}}
			if d, err := h.Update(context.Background(), "nina", id, u, fmt.Sprint("click ", i)); err != nil || d.Status != orders.Shipped {
				t.Errorf("it is %s (%v)", d.Status, err)
			}
		})
	}
}

// Two corrections at once are made one after the other, and nothing that was said is lost.
func TestCorrectionsAtOnce(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	for range 10 {
		_, id := h.bring(t, "mug", orders.Shipped)
		testkit.Together(2, func(i int) {
			if _, err := h.CorrectTracking(context.Background(), "nina", id, orders.Tracking{Carrier: "DHL", TrackingNumber: fmt.Sprint(i)}, ""); err != nil {
				t.Error(err)
			}
		})
		d := h.find(t, id)
		if len(d.Replaced) != 2 || d.Replaced[1].TrackingNumber != "RM 123" || d.Replaced[0].TrackingNumber == d.TrackingNumber {
			t.Errorf("it is %s and was %+v", d.TrackingNumber, d.Replaced)
		}
	}
}

// A correction and the end of the way come at once, by whoever ends it: what was corrected stays so, and
// who is answered of the end reads it.
func TestACorrectionRacesTheEnd(t *testing.T) {
	for name, end := range map[string]func(*fixture, purchases.Purchase, string) (answered string, err error){
		"delivered": func(h *fixture, _ purchases.Purchase, id string) (string, error) {
			d, err := h.Update(context.Background(), "nina", id, orders.Update{Status: orders.Delivered}, "")
			return d.TrackingNumber, err
		},
		"refunded by the desk": func(h *fixture, p purchases.Purchase, _ string) (string, error) { return "", h.giveBack(p, p.Price) },
		"delivered by the clock": func(h *fixture, _ purchases.Purchase, _ string) (string, error) {
			h.clock.Advance(14 * day)
			return "", h.Tick(context.Background())
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 1000)
			for range testkit.Rounds(40, 20) {
				p, id := h.bring(t, "mug", orders.Shipped)
				var corrected error
				var answered string
				testkit.Together(2, func(i int) {
					if i == 0 {
						_, corrected = h.CorrectTracking(context.Background(), "nina", id, orders.Tracking{Carrier: "DHL", TrackingNumber: "RM 124"}, "")
						return
					}
					var err error
					if answered, err = end(h, p, id); err != nil {
						t.Error(err)
					}
				})
				want, replaced := "RM 124", 1
				if errors.Is(corrected, orders.ErrStatus) {
					want, replaced = "RM 123", 0
				} else if corrected != nil {
					t.Error(corrected)
				}
				d := h.find(t, id)
				if d.Status == orders.Shipped || d.TrackingNumber != want || len(d.Replaced) != replaced {
					t.Errorf("it is %s by %s and was %+v, after its correction came to %v", d.Status, d.TrackingNumber, d.Replaced, corrected)
				}
				if answered != "" && answered != want {
					t.Errorf("its end is answered with %s, and it goes by %s", answered, want)
				}
			}
		})
	}
}
