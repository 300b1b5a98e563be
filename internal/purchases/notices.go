package purchases

import (
	"limelight/internal/kit/money"
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
