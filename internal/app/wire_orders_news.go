package app

import (
	"context"
	"errors"
	"strconv"

	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/orders"
)

// orderChanged tells both sides of an order how far it is.
var orderChanged = socket.Declare[orderPayload]("order/changed")

type orderPayload struct {
	ID          string        `json:"_id"`
	OrderNumber string        `json:"orderNumber"`
	Status      orders.Status `json:"status" enum:"created,processing,shipped,delivered,cancelled,refunded"`
	Corrected   bool          `json:"corrected,omitempty" doc:"its status is what it was: its tracking was corrected"`
}

// orderNews tell both sides of an order.
type orderNews struct {
	letters letters
	sockets *socket.Server
}

// push has both sides of an order look at it again.
func (n orderNews) push(o orders.Order, corrected bool) error {
	payload := orderPayload{o.ID, o.Number, o.Status, corrected}
	return errors.Join(
		socket.To(n.sockets, socket.AccountRoom(o.MemberID), orderChanged, payload),
		socket.To(n.sockets, socket.AccountRoom(o.PerformerID), orderChanged, payload),
	)
}

// mailChanged writes to the two sides of an order what happened to it. What is not sent is
// there at once, and is only written about when it is refunded.
func (n orderNews) mailChanged(ctx context.Context, tx *db.Tx, e orders.Changed) error {
	o := e.Order
	if !o.Physical && o.Status != orders.Refunded {
		return nil
	}
	what := nameOf(o)
	var failed []error
	if said := toBuyer(o, what); said.subject != "" {
		failed = append(failed, n.letters.write(ctx, tx, o.MemberID, said.subject, said.text+"\n\n"+n.letters.profile.home()+"/account/user/orders"))
	}
	if said := toSeller(o, what); said.subject != "" {
		failed = append(failed, n.letters.write(ctx, tx, o.PerformerID, said.subject, said.text+"\n\n"+n.letters.profile.home()+"/account/performer/orders"))
	}
	return errors.Join(failed...)
}

// mailTracking writes to the buyer where a parcel can be followed since its seller said so.
func (n orderNews) mailTracking(ctx context.Context, tx *db.Tx, e orders.TrackingCorrected) error {
	o := e.Order
	return n.letters.write(ctx, tx, o.MemberID, "Your order "+o.Number+" has another tracking number",
		o.PerformerName+" has corrected where your "+nameOf(o)+" can be followed. "+whereabouts(o)+"\n\n"+n.letters.profile.home()+"/account/user/orders")
}

// nameOf is an order in a letter.
func nameOf(o orders.Order) string {
	return "order " + o.Number + " (" + strconv.Itoa(o.Quantity) + " × " + strconv.Quote(o.Title) + ")"
}

// whereabouts says in a letter where a parcel can be followed.
func whereabouts(o orders.Order) string {
	text := "It is on its way with " + o.Carrier + ", tracking number " + o.TrackingNumber + "."
	if o.TrackingURL != "" {
		text += "\n\n" + o.TrackingURL
	}
	return text
}

type letterText struct{ subject, text string }

// toBuyer is what a buyer reads of an order as it is now.
func toBuyer(o orders.Order, what string) letterText {
	switch o.Status {
	case orders.Created:
		return letterText{"Your order " + o.Number, "thank you for your " + what + ". You can cancel it until " + o.PerformerName + " begins with it."}
	case orders.Processing:
		return letterText{"Your order " + o.Number + " is being prepared", o.PerformerName + " prepares your " + what + "."}
	case orders.Shipped:
		return letterText{"Your order " + o.Number + " was shipped", "your " + what + " was shipped. " + whereabouts(o)}
	case orders.Delivered:
		return letterText{"Your order " + o.Number + " was delivered", "your " + what + " was delivered. If something is wrong with it, you may ask for a refund within 14 days."}
	case orders.Cancelled:
		return letterText{"Your order " + o.Number + " was cancelled", "your " + what + " was cancelled, and your tokens are in your balance again."}
	case orders.Refunded:
		return letterText{"Your order " + o.Number + " was refunded", "your " + what + " was refunded, and your tokens are in your balance again. The reason:\n\n" + o.Reason}
	}
	return letterText{}
}

// toSeller is what a seller reads of an order when others changed it.
func toSeller(o orders.Order, what string) letterText {
	switch o.Status {
	case orders.Created:
		return letterText{"A new order " + o.Number, "you have a new " + what + ". Please begin with it soon: an order that nobody begins with is refunded."}
	case orders.Cancelled:
		return letterText{"Order " + o.Number + " was cancelled", "the buyer has cancelled " + what + ". Please do not send it."}
	case orders.Refunded:
		return letterText{"Order " + o.Number + " was refunded", what + " was refunded to its buyer. The reason:\n\n" + o.Reason}
	}
	return letterText{}
}
