package api

import (
	"github.com/danielgtaylor/huma/v2"

	"limelight/internal/kit/money"
)

// Percent is a rate as people write it: a number of percent with at most two decimals. A
// hundredth of a percent is a basis point.
type Percent money.Rate

// MarshalJSON writes the number, briefly.
func (p Percent) MarshalJSON() ([]byte, error) { return money.Tokens(p).MarshalJSON() }

// UnmarshalJSON reads a number with at most two decimals.
func (p *Percent) UnmarshalJSON(text []byte) error {
	return (*money.Tokens)(p).UnmarshalJSON(text)
}

// Schema bounds the number.
func (Percent) Schema(huma.Registry) *huma.Schema {
	least, most := 0.0, 100.0
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", Minimum: &least, Maximum: &most}
}
