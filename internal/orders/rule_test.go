package orders_test

import "testing"

// Damage to orders is found.
func TestRuleFindsDamage(t *testing.T) {
	for name, c := range map[string]struct{ rule, damage string }{
		"no order":           {"orders.fact", `DELETE FROM orders`},
		"another price":      {"orders.sale", `UPDATE orders SET price = 1`},
		"another buyer":      {"orders.sale", `UPDATE orders SET member_id = 'ann'`},
		"shipped, and held":  {"orders.money", `UPDATE orders SET status = 'shipped', shipped_at = 5`},
		"cancelled, and not": {"orders.money", `UPDATE orders SET status = 'cancelled', closed_at = 5`},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			h.sell(t, tom, "mug", 1)
			h.FindsDamage(t, c.rule, c.damage)
		})
	}
}
