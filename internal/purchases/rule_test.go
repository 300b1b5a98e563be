package purchases_test

import (
	"testing"

	"limelight/internal/testkit"
)

// Whatever is changed behind the audit's back is found.
func TestRuleFindsDamage(t *testing.T) {
	for name, c := range map[string]struct{ rule, damage string }{
		"a purchase that nobody paid": {"purchases.transfer", `
			INSERT INTO purchases (id, kind, item_id, item_title, performer_id, performer_name, member_id,
				price, site_fee, studio_net, net, site_rate, member_rate, created_at, words)
			VALUES ('free', 'gallery', 'city', '', 'nina', '', 'tom', 100, 0, 0, 100, 0, 10000, 1, '')`},
		"a purchase that is gone":    {"purchases.fact", `DELETE FROM purchases`},
		"another split":              {"purchases.shares", `UPDATE purchases SET net = net + 1, site_fee = site_fee - 1`},
		"a dearer item":              {"purchases.frozen", `UPDATE purchases SET item_id = 'city'`},
		"another buyer":              {"purchases.frozen", `UPDATE purchases SET member_id = 'ann'`},
		"no MAC":                     {"purchases.frozen", `UPDATE purchases SET mac = ''`},
		"undone, and paid all along": {"purchases.undone", `UPDATE purchases SET undone_at = 5, ended_at = 5`},
		"a refund of nobody's":       {"purchases.refunded", `UPDATE purchases SET refunded = 5`},
		"an end of nobody's":         {"purchases.refunded", `UPDATE purchases SET refunded = price, ended_at = 5`},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			h.buy(t, tom, "beach")
			h.Audit(t)
			testkit.Exec(t, h.DB, c.damage)
			for _, v := range h.Violations(t) {
				if v.Rule == c.rule {
					return
				}
			}
			t.Errorf("found %v, want one of %s", h.Violations(t), c.rule)
		})
	}
}

// Access that has ended is not given back by one column, nor taken by one: the table
// refuses it.
func TestTheTableRefuses(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	undone := h.buy(t, tom, "beach").Purchase
	if _, err := h.Undo(t.Context(), "tom", undone.ID, ""); err != nil {
		t.Fatal(err)
	}
	h.buy(t, tom, "city")
	h.deliver(t, "tom", "city")
	for name, statement := range map[string]string{
		"access to what was undone":    `UPDATE purchases SET ended_at = 0 WHERE item_id = 'beach'`,
		"an end without a reason":      `UPDATE purchases SET ended_at = 5 WHERE item_id = 'city'`,
		"undone once it was delivered": `UPDATE purchases SET undone_at = 5, ended_at = 5 WHERE item_id = 'city'`,
		"delivered once it was undone": `UPDATE purchases SET delivered_at = 5, last_seen_at = 5 WHERE item_id = 'beach'`,
		"more than was paid":           `UPDATE purchases SET refunded = price + 1 WHERE item_id = 'city'`,
		"her own":                      `UPDATE purchases SET member_id = performer_id`,
	} {
		if err := testkit.TryExec(h.DB, statement); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}
