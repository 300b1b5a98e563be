package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/performer"
	"limelight/internal/show"
)

// Who may see whom is decided in one place, performer.Admits. This file asks it
// again, on every node, for what runs already: rooms of sockets, HLS, and the
// status of a performer that is pushed to everybody.

const visibilityChannel = "visibility"

// recheck says what has changed, so that every node looks at its own connections.
type recheck struct {
	PerformerID string         `json:"performerId,omitempty"` // whom she admits has changed
	Room        string         `json:"room,omitempty"`        // her public conversation
	ShowID      string         `json:"showId,omitempty"`      // what she gives now
	AccountID   string         `json:"accountId,omitempty"`   // whose logins have ended
	Status      *statusPayload `json:"status,omitempty"`      // to be told to those who may see her
}

// located puts the country of the caller's address beside the caller, so that a
// media connection can be judged by it later.
func (h *house) located(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := account.SessionFrom(r.Context()) // whole, for it is put back
		who.Country = h.countryOf(r)
		next.ServeHTTP(w, r.WithContext(account.WithCaller(r.Context(), who)))
	})
}

func (h *house) countryOf(r *http.Request) string {
	address := api.Address(r.Context())
	if address == "" {
		return ""
	}
	return h.countries.CountryOf(address)
}

// callerOn is who holds a connection, and from where.
func (h *house) callerOn(c *socket.Conn) account.Caller {
	who := c.Identity()
	return account.Caller{
		ID: who.AccountID, Role: account.Role(who.Role), SessionID: who.SessionID, Country: h.countryOf(c.Request()),
	}
}

func (h *house) announceRecheck(ctx context.Context, what recheck) error {
	payload, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return h.nodes.Publish(ctx, visibilityChannel, payload)
}

// watchVisibility hears every node's news, this one's included.
func (h *house) watchVisibility(ctx context.Context) error {
	cancel, err := h.nodes.Subscribe(ctx, visibilityChannel, func(payload []byte) {
		var what recheck
		err := json.Unmarshal(payload, &what)
		if err == nil {
			err = h.applyRecheck(ctx, what)
		}
		if err != nil && ctx.Err() == nil {
			h.log.Error("look again who may see whom", "error", err)
		}
	})
	if err != nil {
		return fmt.Errorf("listen for changes of who may see whom: %w", err)
	}
	defer cancel()
	<-ctx.Done()
	return nil
}

func (h *house) applyRecheck(ctx context.Context, what recheck) error {
	if what.Status != nil {
		return h.pushStatus(ctx, *what.Status)
	}
	if h.hls != nil && (what.ShowID != "" || what.AccountID != "") {
		h.hls.Recheck(ctx, func(room, viewer string) bool {
			return what.ShowID != "" && strings.HasPrefix(room, what.ShowID+".") ||
				what.AccountID != "" && show.PersonOf(viewer) == what.AccountID
		})
	}
	if what.Room == "" {
		return nil
	}
	_, hidden, err := h.sort(ctx, what.PerformerID, h.sockets.InRoom(what.Room))
	for _, c := range hidden {
		h.sockets.Leave(c, what.Room)
	}
	return err
}

// sort tells this node's connections that may see the performer from the others.
// Each viewer is asked about once.
func (h *house) sort(ctx context.Context, performerID string, all []*socket.Conn) (admitted, hidden []*socket.Conn, err error) {
	type viewer struct{ id, country string }
	known := map[viewer]bool{}
	err = h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		admitted, hidden = nil, nil
		for _, c := range all {
			who := h.callerOn(c)
			key := viewer{who.ID, who.Country}
			sees, asked := known[key]
			if !asked {
				if sees, err = h.performers.Admits(ctx, tx, performerID, who); err != nil {
					return err
				}
				sees = sees || who.Role == account.Admin
				known[key] = sees
			}
			if sees {
				admitted = append(admitted, c)
			} else {
				hidden = append(hidden, c)
			}
		}
		return nil
	})
	return admitted, hidden, err
}

// tellStatus tells everybody a performer's status who may know her. What she writes is
// told to nobody while her identity is not verified.
func (h *house) tellStatus(ctx context.Context, status statusPayload) error {
	var selective, verified bool
	err := h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if verified, err = h.performers.Verified(ctx, tx, status.ID); err != nil {
			return err
		}
		selective, err = h.blocking.Any(ctx, tx, status.ID)
		return err
	})
	if err != nil {
		return err
	}
	if !verified {
		status.Headline = ""
	}
	if !selective {
		return socket.To(h.sockets, socket.Site, performerStatus, status)
	}
	return h.announceRecheck(ctx, recheck{PerformerID: status.ID, Status: &status})
}

func (h *house) pushStatus(ctx context.Context, status statusPayload) error {
	admitted, _, err := h.sort(ctx, status.ID, h.sockets.InRoom(socket.Site))
	if err != nil {
		return err
	}
	return socket.Each(admitted, performerStatus, status)
}

// recheckOf is what a right that has ended changes for connections.
func (h *house) recheckOf(ctx context.Context, c show.Cut) (recheck, error) {
	if c.PerformerID == "" {
		return recheck{AccountID: c.AccountID}, nil
	}
	room, err := h.messages.Public(ctx, account.Caller{ID: c.PerformerID, Role: account.Performer}, c.PerformerID)
	if err != nil {
		return recheck{}, err
	}
	showID, err := h.shows.OnStage(ctx, c.PerformerID)
	return recheck{PerformerID: c.PerformerID, Room: messages.RoomOf(room.ID), ShowID: showID}, err
}

// sight says of an account whether the caller may look at it: of a performer, what
// performer.Admits says.
type sight struct{ *house }

func (s sight) Sees(ctx context.Context, tx *db.Tx, a account.Account) (bool, error) {
	if a.Role != account.Performer || account.CallerFrom(ctx).Role == account.Admin {
		return true, nil
	}
	yes, err := s.performers.Visible(ctx, tx, a.ID)
	if errors.Is(err, performer.ErrAbsent) {
		return false, nil
	}
	return yes, err
}
