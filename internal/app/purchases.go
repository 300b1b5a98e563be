package app

import "limelight/internal/purchases"

func (h *house) newPurchases() *purchases.Service {
	return purchases.New(purchases.Deps{
		DB: h.db, Ledger: h.ledger, Catalogue: catalogue{h}, Watching: watching{h}, Orders: parcels{h}, Rates: rates{h}, People: people{h.accounts},
		Events: h.bus, Limiter: h.limits, MAC: h.keys.MAC(), Now: h.now,
	})
}
