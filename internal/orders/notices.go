package orders

import (
	"strconv"

	"limelight/internal/kit/lang"
	"limelight/internal/notices"
	"limelight/internal/notices/push"
)

// News is how far an order is; Corrected: where it was, but for its tracking.
type News struct {
	Order     Order
	Corrected bool
}

// ChangedPush has both sides of an order look at it again.
var ChangedPush = push.Declare("order/changed", func(n News) changedPayload {
	return changedPayload{n.Order.ID, n.Order.Number, n.Order.Status, n.Corrected}
})

type changedPayload struct {
	ID          string `json:"_id"`
	OrderNumber string `json:"orderNumber"`
	Status      Status `json:"status" enum:"created,processing,shipped,delivered,cancelled,refunded"`
	Corrected   bool   `json:"corrected,omitempty" doc:"its status is what it was: its tracking was corrected"`
}

// BuyerNotice tells the buyer of an order how far it is.
var BuyerNotice = notices.Declare("order.buyer", notices.Class{Group: notices.Order, Essential: true}, func(say lang.Teller, o Order) notices.Letter {
	l := notices.Letter{Link: "/account/user/orders", Label: say("My orders")}
	what := inWords(say, o)
	switch o.Status {
	case Created:
		l.Subject = say("Your order %s", o.Number)
		l.Lines = []string{say("Thank you for your %s. You can cancel it until %s begins with it.", what, o.PerformerName)}
	case Processing:
		l.Subject = say("Your order %s is being prepared", o.Number)
		l.Lines = []string{say("%s prepares your %s.", o.PerformerName, what)}
	case Shipped:
		l.Subject = say("Your order %s was shipped", o.Number)
		l.Lines = append([]string{say("Your %s was shipped.", what)}, whereabouts(say, o)...)
	case Delivered:
		l.Subject = say("Your order %s was delivered", o.Number)
		l.Lines = []string{say("Your %s was delivered. If something is wrong with it, you may ask for a refund within 14 days.", what)}
	case Cancelled:
		l.Subject = say("Your order %s was cancelled", o.Number)
		l.Lines = []string{say("Your %s was cancelled, and your tokens are in your balance again.", what)}
	case Refunded:
		l.Subject = say("Your order %s was refunded", o.Number)
		l.Lines = []string{say("Your %s was refunded, and your tokens are in your balance again. The reason:", what), o.Reason}
	}
	return l
}, sampleOrder(Created), sampleOrder(Processing), sampleOrder(Shipped), sampleOrder(Delivered), sampleOrder(Cancelled), sampleOrder(Refunded))

// TellsSeller reports whether the seller is told of an order as it is now: of what others do.
func (o Order) TellsSeller() bool {
	return o.Status == Created || o.Status == Cancelled || o.Status == Refunded
}

// SellerNotice tells the seller of an order what others did with it.
var SellerNotice = notices.Declare("order.seller", notices.Class{Group: notices.Order, Essential: true}, func(say lang.Teller, o Order) notices.Letter {
	l := notices.Letter{Link: "/account/performer/orders", Label: say("My orders")}
	what := inWords(say, o)
	switch o.Status {
	case Created:
		l.Subject = say("A new order %s", o.Number)
		l.Lines = []string{say("You have a new %s. Please begin with it soon: an order that nobody begins with is refunded.", what)}
	case Cancelled:
		l.Subject = say("Order %s was cancelled", o.Number)
		l.Lines = []string{say("The buyer has cancelled %s. Please do not send it.", what)}
	case Refunded:
		l.Subject = say("Order %s was refunded", o.Number)
		l.Lines = []string{say("The site has refunded %s to its buyer. The reason:", what), o.Reason}
	}
	return l
}, sampleOrder(Created), sampleOrder(Cancelled), sampleOrder(Refunded))

// TrackingNotice tells the buyer where a parcel can be followed since its seller said so.
var TrackingNotice = notices.Declare("order.tracking", notices.Class{Group: notices.Order, Essential: true}, func(say lang.Teller, o Order) notices.Letter {
	corrected := say("%s has corrected where your %s can be followed.", o.PerformerName, inWords(say, o))
	return notices.Letter{
		Subject: say("Your order %s has another tracking number", o.Number),
		Lines:   append([]string{corrected}, whereabouts(say, o)...),
		Link:    "/account/user/orders", Label: say("My orders"),
	}
}, sampleOrder(Shipped))

// inWords is an order within a sentence.
func inWords(say lang.Teller, o Order) string {
	return say("order %s (%s × %s)", o.Number, strconv.Itoa(o.Quantity), strconv.Quote(o.Title))
}

// whereabouts says where a parcel can be followed.
func whereabouts(say lang.Teller, o Order) []string {
	lines := []string{say("It is on its way with %s, tracking number %s.", o.Carrier, o.TrackingNumber)}
	if o.TrackingURL != "" {
		lines = append(lines, o.TrackingURL)
	}
	return lines
}

// sampleOrder is an order as the back office shows notices of it.
func sampleOrder(status Status) Order {
	return Order{
		ID: "o1", Number: "LL-7", PerformerName: "Nina", MemberName: "Sam", Title: "Postcard", Quantity: 2, Physical: true, Status: status,
		Reason: "The parcel was lost.", Tracking: Tracking{Carrier: "DHL", TrackingNumber: "7", TrackingURL: "https://example.com/7"},
	}
}
