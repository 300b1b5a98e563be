package app

import (
	"fmt"

	"limelight/internal/account"
	"limelight/internal/commissions"
	"limelight/internal/kit/hls"
	"limelight/internal/orders"
	"limelight/internal/pages"
	"limelight/internal/performer"
	"limelight/internal/purchases"
)

// Late is a service that another one needs and that is built after it. Everything else is
// built in the order of what it needs; these are the exceptions, which TestLateSeams lists.
type Late[T any] struct {
	value T
	set   bool
}

// Set says what it is, once, during construction.
func (l *Late[T]) Set(value T) {
	if l.set {
		panic(fmt.Sprintf("%T is built twice", value))
	}
	l.value, l.set = value, true
}

// Get is what was set. Asking before that is a mistake in the order of construction.
func (l *Late[T]) Get() T {
	if !l.set {
		panic(fmt.Sprintf("%T is needed before it is built", l.value))
	}
	return l.value
}

// seams are all that is built late, by who needs it before.
type seams struct {
	accounts    Late[*account.Service]     // audit and settings: who did it, and whether there are other admins
	performers  Late[*performer.Service]   // account: who is verified, who may be seen
	commissions Late[*commissions.Service] // studio: what the site keeps
	storage     Late[storage]              // uploads and assets: how much room drafts take, which both fill
	purchases   Late[*purchases.Service]   // assets: who has bought them
	orders      Late[*orders.Service]      // purchases: the order of what was bought
	hls         Late[*hls.Server]          // show: where to watch; nil for commands that run no shows
	visibility  Late[visibility]           // show: whose connections end
	pages       Late[*pages.Service]       // settings: the post of the 18+ popup
}
