package orders

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
	"limelight/internal/kit/secretbox"
)

// Sale is a purchase of a product, as an order has it.
type Sale struct {
	PurchaseID    string
	PerformerID   string
	PerformerName string
	MemberID      string
	ItemID        string
	Title         string
	Quantity      int
	Price         money.Tokens
	Physical      bool
}

// Sales are the orders of purchases, in the transactions of those.
type Sales struct{ *core }

// Open makes the order of a sale in its transaction. It refuses, by field, an address that
// nothing can be sent to, and any for what is not sent.
func (s *Sales) Open(ctx context.Context, tx *db.Tx, sale Sale, to Address) (Order, error) {
	to, err := s.address(ctx, tx, sale, to)
	if err != nil {
		return Order{}, err
	}
	names, err := s.People.Usernames(ctx, tx, sale.MemberID)
	if err != nil {
		return Order{}, fmt.Errorf("name of %s: %w", sale.MemberID, err)
	}
	now := s.Now()
	o := Order{
		ID: id.New(now), PurchaseID: sale.PurchaseID, PerformerID: sale.PerformerID, PerformerName: sale.PerformerName,
		MemberID: sale.MemberID, MemberName: names[sale.MemberID], ItemID: sale.ItemID, Title: sale.Title,
		Quantity: sale.Quantity, Price: sale.Price, Physical: sale.Physical, Status: Created, CreatedAt: now, ChangedAt: now, WaitingSince: now,
	}
	if !o.Physical {
		o.Status, o.DeliveredAt, o.ClosedAt = Delivered, now, now
	} else if o.sealed, err = s.seal(o.ID, to); err != nil {
		return Order{}, err
	}
	if err := number(ctx, tx, &o); err != nil {
		return Order{}, err
	}
	return o, s.Events.Publish(ctx, tx, Changed{Order: o})
}

// maxNumbers bounds how often another number is tried when one is taken, which happens
// once in a million orders of a million.
const maxNumbers = 5

// crockford has no letters that are read as others.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// number writes the order with a number that no other has: 8 letters and digits.
func number(ctx context.Context, tx *db.Tx, o *Order) error {
	for range maxNumbers {
		var b [5]byte
		if _, err := rand.Read(b[:]); err != nil {
			return fmt.Errorf("draw a number: %w", err)
		}
		o.Number = crockford.EncodeToString(b[:])
		fresh, err := insertOrder(ctx, tx, *o)
		if err != nil || fresh {
			return err
		}
	}
	return errors.New("orders: no number is free")
}

// The bounds of an address, in characters and lines.
const (
	minLines  = 5
	maxLines  = 500
	maxBreaks = 10
	maxCode   = 16
)

// address is where a sale goes, cleaned.
func (s *Sales) address(ctx context.Context, tx *db.Tx, sale Sale, to Address) (Address, error) {
	to = Address{Lines: sanitize.Paragraphs(to.Lines), PostalCode: sanitize.Line(to.PostalCode), Country: strings.ToUpper(strings.TrimSpace(to.Country))}
	if !sale.Physical {
		if to.Lines != "" || to.PostalCode != "" {
			return to, fault.Field("deliveryAddress", "Nothing is sent of a digital product")
		}
		return Address{}, nil
	}
	if to.Country == "" {
		home, err := s.Countries.Of(ctx, tx, sale.MemberID)
		if err != nil {
			return to, fmt.Errorf("country of %s: %w", sale.MemberID, err)
		}
		to.Country = cmp.Or(home, to.Country)
	}
	return to, to.valid(s.Countries)
}

func (a Address) valid(countries Countries) error {
	switch n := utf8.RuneCountInString(a.Lines); {
	case a.Lines == "":
		return fault.Missing("deliveryAddress")
	case n < minLines || n > maxLines:
		return fault.Field("deliveryAddress", "Must have %d to %d characters", minLines, maxLines)
	case strings.Count(a.Lines, "\n") >= maxBreaks:
		return fault.Field("deliveryAddress", "Must have at most %d lines", maxBreaks)
	case utf8.RuneCountInString(a.PostalCode) > maxCode || strings.ContainsFunc(a.PostalCode, notInCodes):
		return fault.Field("postalCode", "Must be a postal code")
	case a.Country == "":
		return fault.Missing("country")
	case countries.Name(a.Country) == "":
		return fault.Field("country", "Must be a country")
	}
	return nil
}

func notInCodes(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ' ' && r != '-'
}

func place(orderID string) secretbox.Place {
	return secretbox.Place{Table: "orders", Column: "ship_to", Row: orderID}
}

func (s *Sales) seal(orderID string, a Address) (string, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return "", fmt.Errorf("write the address of %s: %w", orderID, err)
	}
	return s.Seals.Seal(place(orderID), text)
}

// Undone cancels the order of a purchase that its buyer takes back, in tx; ErrStatus when
// the seller has begun with it.
func (s *Sales) Undone(ctx context.Context, tx *db.Tx, purchaseID string) error {
	o, err := selectByPurchase(ctx, tx, purchaseID)
	if err != nil {
		return err
	}
	if o.Status != Created && (o.Physical || o.Status != Delivered) {
		return ErrStatus.With("status", o.Status)
	}
	return s.end(ctx, tx, o, Cancelled)
}

// GivenBack notes that all of a purchase was given back on request, in tx.
func (s *Sales) GivenBack(ctx context.Context, tx *db.Tx, purchaseID string) error {
	o, err := selectByPurchase(ctx, tx, purchaseID)
	if err != nil {
		return err
	}
	if o.Status == Cancelled || o.Status == Refunded {
		return ErrStatus.With("status", o.Status)
	}
	o.Reason = "The site gave the tokens back on the buyer's request."
	return s.end(ctx, tx, o, Refunded)
}

// end gives an order its last status, whose tokens were moved by whoever asks.
func (s *Sales) end(ctx context.Context, tx *db.Tx, o Order, to Status) error {
	from := o.Status
	o.Status, o.ChangedAt, o.WaitingSince = to, s.Now(), s.Now()
	if o.ClosedAt.IsZero() {
		o.ClosedAt = o.ChangedAt
	}
	o, moved, err := updateStatus(ctx, tx, o, from)
	if err == nil && !moved {
		err = db.Again(errors.New("the order has changed since the look"))
	}
	if err != nil {
		return fmt.Errorf("end order %s: %w", o.ID, err)
	}
	return s.Events.Publish(ctx, tx, Changed{Order: o, From: from})
}

// Of is the order of a purchase, or ErrNone.
func (s *Sales) Of(ctx context.Context, tx *db.Tx, purchaseID string) (Order, error) {
	return selectByPurchase(ctx, tx, purchaseID)
}

// Lately are the purchases of a member whose orders are open, or were delivered since an
// instant, newest first.
func (s *Sales) Lately(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Order, error) {
	return selectLately(ctx, tx, memberID, since, most)
}
