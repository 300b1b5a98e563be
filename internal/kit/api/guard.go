package api

import "context"

// Guard decides whether the caller in ctx may use a route. Its name tells readers of the
// document whom it admits.
type Guard struct {
	Name       string
	Permission string // the id of the one that it asks for; empty: it asks for none
	Check      func(ctx context.Context) error
}

// Public admits everybody. It is a guard of its own so that a route without a
// login is a decision that can be listed.
var Public = Guard{Name: "everybody", Check: func(context.Context) error { return nil }}

func (g Guard) public() bool { return g.Name == Public.Name }

// And is a guard that admits only whom g and check admit; condition says what check wants.
func (g Guard) And(condition string, check func(ctx context.Context) error) Guard {
	return Guard{Name: g.Name + ", " + condition, Permission: g.Permission, Check: func(ctx context.Context) error {
		if err := g.Check(ctx); err != nil {
			return err
		}
		return check(ctx)
	}}
}
