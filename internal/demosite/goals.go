package demosite

import (
	"context"
	"fmt"

	"limelight/internal/goals"
	"limelight/internal/kit/money"
)

// Goals gives three of four performers something to collect for.
func Goals(g *goals.Service) Part {
	return Part{Furnish: func(ctx context.Context, nth int, performerID string, _ performing) error {
		if nth%4 == 3 {
			return nil
		}
		for _, plan := range plans[nth%len(plans)] {
			if _, err := g.Add(ctx, performerID, plan); err != nil {
				return fmt.Errorf("goal: %w", err)
			}
		}
		return nil
	}}
}

// plans are what the demo's rooms collect for, one list after the other.
var plans = [][]goals.Plan{
	{
		{Title: "A new song tonight", Target: money.Whole(500), Start: money.Whole(320), Auto: true},
		{Title: "Costume change", Target: money.Whole(800), Auto: true},
	},
	{
		{Title: "Better lights for everybody", Target: money.Whole(2000), Start: money.Whole(460)},
	},
	{
		{Title: "Half an hour longer", Target: money.Whole(300), Start: money.Whole(255), Auto: true},
		{Title: "Encore", Target: money.Whole(300), Auto: true},
	},
}
