package app

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/favourites"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/moderation"
	"limelight/internal/performer"
	"limelight/internal/settings"
	"limelight/internal/show"
	"limelight/internal/studio"
)

// The events that clients hear from the house as a whole; those of a room are in
// messages. Names are the spec's (§7) and docs/api.md's to the letter.
var (
	performerStatus = socket.DeclareDroppable[statusPayload]("performer/status")
	settingsChanged = socket.Declare[settingsPayload]("settings/changed")
	profileChanged  = socket.Declare[profilePayload]("profile/changed")

	commissionChanged = socket.Declare[profilePayload]("commission/changed")
)

type (
	statusPayload struct {
		ID              string `json:"id"`
		StreamingStatus string `json:"streamingStatus"`
		IsOnline        bool   `json:"isOnline"`
		Headline        string `json:"headline"`
	}
	profilePayload  struct{} // ask again for GET /users/me
	settingsPayload struct {
		Keys []string `json:"keys"`
	}
)

// subscribe says who hears what. On runs inside the delivery's
// transaction, Tell after it (kit/bus).
func (h *house) subscribe() {
	b := h.bus

	h.subscribeShows()
	bus.Tell(b, "sockets.performer", h.tellPerformer)
	bus.Tell(b, "sockets.settings", h.tellSettings)

	bus.On(b, "mail.asked", h.accounts.SendAsked)
	bus.On(b, "moderation.performer", h.openPerformerCheck)
	bus.On(b, "moderation.studio", h.openStudioCheck)
	bus.On(b, "mail.decision", h.mailDecision)
	bus.Tell(b, "sockets.decision", func(_ context.Context, e moderation.Decided) error {
		return socket.To(h.sockets, socket.AccountRoom(e.AccountID), profileChanged, profilePayload{})
	})

	h.subscribeAssets()
	h.subscribeCommissions()
	h.subscribePapers()
	h.subscribeMoney()
	h.subscribePurchases()
	h.subscribeOrders()
	h.countSales()

	h.subscribeCuts()
	bus.On(b, "performer.active", h.followStatus)
	bus.On(b, "performer.words", func(ctx context.Context, tx *db.Tx, e account.ProfileChanged) error {
		return h.performers.Reindex(ctx, tx, e.AccountID)
	})

	// The shop window is cached on every node: each of them hears "forget".
	bus.Tell(b, "window.performer", func(ctx context.Context, _ performer.Changed) error { return h.forget(ctx) })
	bus.Tell(b, "window.streaming", func(ctx context.Context, _ performer.StreamingChanged) error { return h.forget(ctx) })
	bus.Tell(b, "window.categories", func(ctx context.Context, _ performer.CategoriesChanged) error { return h.forget(ctx) })
	bus.Tell(b, "window.blocking", func(ctx context.Context, e blocking.Changed) error {
		return errors.Join(h.forget(ctx), h.forget(ctx, append(e.UserIDs, e.FreedIDs...)...))
	})
	bus.Tell(b, "window.favourites", func(ctx context.Context, e favourites.Changed) error { return h.forget(ctx, e.MemberID) })
	bus.Tell(b, "window.profile", func(ctx context.Context, e account.ProfileChanged) error { return h.forget(ctx, e.AccountID) })
}

// tellPerformer tells the status of now, not the event's: two quick changes may
// be delivered in either order.
func (h *house) tellPerformer(ctx context.Context, e performer.StreamingChanged) error {
	err := h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		e.StreamingStatus, err = h.performers.StreamingStatus(ctx, tx, e.PerformerID)
		e.IsOnline = e.StreamingStatus != performer.Offline
		return err
	})
	if err != nil {
		return err
	}
	err = h.tellStatus(ctx, statusPayload{
		ID: e.PerformerID, StreamingStatus: e.StreamingStatus, IsOnline: e.IsOnline, Headline: e.Headline,
	})
	if err != nil {
		return err
	}
	room, err := h.messages.Public(ctx, account.Caller{ID: e.PerformerID, Role: account.Performer}, e.PerformerID)
	if err != nil {
		return err
	}
	return h.messages.TellState(ctx, room.ID)
}

// tellViewers is no stored event: a count that is lost is corrected by the next.
func (h *house) tellViewers(s show.Show) {
	err := socket.To(h.sockets, messages.RoomOf(s.ConversationID), showViewers, viewersPayload{s.PerformerID, s.Viewers})
	if err != nil {
		h.log.Error("tell a room its viewers", "error", err)
	}
}

func (h *house) tellSettings(_ context.Context, e settings.Changed) error {
	return socket.To(h.sockets, socket.Site, settingsChanged, settingsPayload{e.Keys})
}

func (h *house) openPerformerCheck(ctx context.Context, tx *db.Tx, e performer.IdentitySubmitted) error {
	return h.moderation.Open(ctx, tx, moderation.Submission{
		AccountID: e.PerformerID, Role: account.Performer, SubmittedBy: e.SubmittedBy, IDFile: e.IDFile, DocumentFile: e.DocumentFile,
	})
}

func (h *house) openStudioCheck(ctx context.Context, tx *db.Tx, e studio.Submitted) error {
	return h.moderation.Open(ctx, tx, moderation.Submission{
		AccountID: e.StudioID, Role: account.Studio, SubmittedBy: e.SubmittedBy, DocumentFile: e.DocumentFile,
	})
}

// mailDecision writes to a performer or studio what was decided about her papers.
func (h *house) mailDecision(ctx context.Context, tx *db.Tx, e moderation.Decided) error {
	person, err := h.accounts.Get(ctx, tx, e.AccountID)
	if err != nil {
		return err
	}
	subject := "Your identity is verified"
	text := "Hello " + person.Name + ",\n\nyour documents were checked and accepted. Welcome to " + h.siteName() + ".\n\n" + h.home() + "\n"
	if !e.Verified {
		subject = "Your documents were not accepted"
		text = "Hello " + person.Name + ",\n\nyour documents were checked and not accepted. The reason:\n\n" + e.Reason +
			"\n\nPlease log in and send new ones: " + h.home() + "\n"
	}
	return h.mails.Queue(ctx, tx, mail.Message{At: h.now(), To: person.Email, Subject: subject, Text: text})
}

// followStatus hides a performer whose account is not active, and shows her
// again.
func (h *house) followStatus(ctx context.Context, tx *db.Tx, e account.StatusChanged) error {
	if e.Role != account.Performer {
		return nil
	}
	return h.performers.SetActive(ctx, tx, e.AccountID, e.Status == account.StatusActive)
}
