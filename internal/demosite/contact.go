package demosite

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/pages"
)

// contact is what somebody writes to the operator.
type contact struct {
	Name     string `json:"name"`
	Username string `json:"username"` // empty: a visitor
	Subject  string `json:"subject"`
	Text     string `json:"text"`
	Day      int    `json:"day"` // of the history
}

func (h *history) contact(ctx context.Context, day int) error {
	for _, c := range h.people.Contact {
		if c.Day != day {
			continue
		}
		h.at = h.at.Add(17 * time.Minute)
		from := cmp.Or(c.Username, strings.ToLower(strings.ReplaceAll(c.Name, " ", "."))) + "@demo.example"
		if err := h.past.Pages.Contact(ctx, pages.Message{Name: c.Name, Email: from, Subject: c.Subject, Message: c.Text, SenderID: h.ids[c.Username]}); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}
