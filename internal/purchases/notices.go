package purchases

import (
	"strconv"

	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/notices"
	"limelight/internal/notices/push"
)

// SoldPush tells a performer of a sale, by the spec's name (§7).
var SoldPush = push.Declare("purchase_media_item_success", func(p Purchase) soldPayload {
	return soldPayload{soldItem{p.ID, p.Item.Kind, p.Item.ID, p.Item.Title}, p.Price, p.Shares.Net}
})

// ChangedPush tells the buyer's devices that something is theirs, or no longer.
var ChangedPush = push.Declare("purchase/changed", func(p Purchase) changedPayload {
	return changedPayload{p.Item.Kind, p.Item.ID, p.EndedAt.IsZero()}
})

// Sold is a purchase as its performer is told of it later.
type Sold struct {
	PurchaseID string
	Title      string
	Net        money.Tokens
}

// Sold is the purchase as its performer is told of it later.
func (p Purchase) Sold() Sold { return Sold{p.ID, p.Item.Title, p.Shares.Net} }

// SoldNotice tells a performer of a sale. What is sent has an order, of which they are told
// instead.
var SoldNotice = notices.Declare("purchase.sold", notices.Class{Group: notices.Purchase}, func(say lang.Teller, s Sold) notices.Letter {
	return notices.Letter{
		Subject: say("%s was bought", strconv.Quote(s.Title)),
		Lines:   []string{say("You have received %s.", s.Net.String())},
		Link:    "/account/performer/earning", Label: say("My earnings"),
	}
}, Sold{"p1", "Evening", money.Whole(14)}).Once(func(s Sold) string { return s.PurchaseID })

type (
	soldPayload struct {
		Transaction soldItem     `json:"transaction"`
		Token       money.Tokens `json:"token"`
		NetPrice    money.Tokens `json:"netPrice"`
	}
	soldItem struct {
		ID     string `json:"_id" doc:"of the purchase"`
		Type   string `json:"type" enum:"gallery,video,product"`
		ItemID string `json:"itemId"`
		Title  string `json:"title"`
	}
	changedPayload struct {
		Type     string `json:"type" enum:"gallery,video,product"`
		ItemID   string `json:"itemId"`
		IsBought bool   `json:"isBought"`
	}
)
