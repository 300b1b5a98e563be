package app

import (
	"context"
	"fmt"
	"slices"

	"limelight/internal/goals"
	"limelight/internal/kit/money"
	"limelight/internal/tips"
)

// demoGoals are what the demo's rooms collect for, one list after the other.
var demoGoals = [][]goals.Plan{
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

// demoMenu is what the demo's performers offer for tips.
var demoMenu = []tips.Item{
	{Label: "Say hello by name", Token: money.Whole(5)},
	{Label: "Blow a kiss", Token: money.Whole(10)},
	{Label: "Answer a question", Token: money.Whole(20)},
	{Label: "Choose the next song", Token: money.Whole(35)},
	{Label: "Dance for a minute", Token: money.Whole(60)},
	{Label: "Dedicate the show to you", Token: money.Whole(150)},
}

// addGoals gives every performer a menu, and three of four a goal.
func (f *demoFilling) addGoals(ctx context.Context, people demoPeople) error {
	for at, p := range people.Performers {
		performerID := f.ids[p.Username]
		if _, err := f.tips.SetMenu(ctx, performerID, slices.Clone(demoMenu)); err != nil {
			return fmt.Errorf("tip menu of %s: %w", p.Username, err)
		}
		if at%4 == 3 {
			continue
		}
		for _, plan := range demoGoals[at%len(demoGoals)] {
			if _, err := f.goals.Add(ctx, performerID, plan); err != nil {
				return fmt.Errorf("goal of %s: %w", p.Username, err)
			}
		}
	}
	return nil
}
