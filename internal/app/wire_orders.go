package app

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/demosite"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/orders"
	"limelight/internal/places"
	"limelight/internal/settings"
)

// wireOrders builds the orders of products.
func wireOrders(s *Services) {
	s.limits.Add(orders.Limits())
	s.orders = orders.New(orders.Deps{
		DB: s.db, Money: s.purchases, Disputes: s.funds, People: s.accounts, Countries: homes{s.accounts}, Audit: s.audit, Events: s.bus, Limiter: s.limits,
		Seals: s.keys, Deadlines: func() orders.Deadlines { return orderDeadlines(s.settings.Get()) },
		RefundableFor: func() time.Duration { return refundableFor(s.settings.Get()) }, SiteName: s.profile.name, Now: s.now,
	})
	s.late.orders.Set(s.orders)
	s.section("orders", "Orders of products", s.orders.Routes)
	s.rule(orders.Rule())
	s.erases("orders", s.orders.EraseOf)
	s.job(cron.Job{Name: "orders", Every: time.Minute, Run: s.orders.Tick})
	s.demoPart(demosite.Orders(s.purchases, s.orders))
	news := orderNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.order", news.notifyChanged)
	bus.Tell(s.bus, "sockets.order", func(_ context.Context, e orders.Changed) error { return news.push(e.Order, false) })
	bus.On(s.bus, "mail.tracking", news.notifyTracking)
	bus.Tell(s.bus, "sockets.tracking", func(_ context.Context, e orders.TrackingCorrected) error { return news.push(e.Order, true) })
}

// orderDeadlines are the operator's, for each step of an order.
func orderDeadlines(now settings.Current) orders.Deadlines {
	const day = 24 * time.Hour
	return orders.Deadlines{
		Process: time.Duration(now.OrderProcessDays) * day, Ship: time.Duration(now.OrderShipDays) * day,
		Deliver: time.Duration(now.OrderDeliverDays) * day,
	}
}

// refundableFor ends before a reward for an order may be spent: or a seller and a buyer
// would keep it, and have their tokens back.
func refundableFor(now settings.Current) time.Duration {
	return min(14, time.Duration(now.PayoutHoldDays)) * 24 * time.Hour
}

// homes are where members live.
type homes struct{ accounts *account.Service }

func (homes) Name(code string) string {
	for _, c := range places.Countries() {
		if c.Code == code {
			return c.Name
		}
	}
	return ""
}

func (p homes) Of(ctx context.Context, tx *db.Tx, memberID string) (string, error) {
	return p.accounts.Country(ctx, tx, memberID)
}
