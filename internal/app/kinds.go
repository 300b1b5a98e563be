package app

import (
	"cmp"
	"slices"
	"strings"

	"limelight/internal/funds"
	"limelight/internal/ledger"
	"limelight/internal/paidmessages"
	"limelight/internal/payouts"
	"limelight/internal/purchases"
	"limelight/internal/referrals"
	"limelight/internal/refunds"
	"limelight/internal/settings"
	"limelight/internal/show/meter"
	"limelight/internal/tips"
	"limelight/internal/wheel"
)

// kinds are all kinds of transfer, each declared by the package that posts it, in the order
// in which tables and forms list them.
var kinds = slices.Concat(
	ledger.Kinds{tips.Income},
	meter.Incomes,
	ledger.Kinds{wheel.Income},
	purchases.Incomes,
	paidmessages.Incomes,
	funds.Kinds,
	ledger.Kinds{ledger.Grants},
	referrals.Kinds,
	refunds.Kinds,
	payouts.Kinds,
)

// commissionSettings declare what the site keeps of each kind of income.
func commissionSettings() (list []settings.Commission) {
	for _, kind := range kinds.Incomes() {
		list = append(list, settings.Commission{
			Kind: kind.ID, Many: kind.Many, Public: kind.PublicRate != "",
			Key: cmp.Or(kind.PublicRate, "siteCommission"+strings.ToUpper(kind.ID[:1])+kind.ID[1:]),
		})
	}
	return list
}

// kindOnWire is a kind of transfer in the API's document (x-transfer-kinds), from which the
// web app has its list.
type kindOnWire struct {
	ID     string `json:"id"`
	One    string `json:"one"`
	Many   string `json:"many"`
	Income bool   `json:"income"`
	Wallet bool   `json:"wallet"`
}

func kindsOnWire() []kindOnWire {
	list := make([]kindOnWire, len(kinds))
	for i, kind := range kinds {
		list[i] = kindOnWire{kind.ID, kind.One, kind.Many, kind.Income, kind.Income || kind.Wallet}
	}
	return list
}
