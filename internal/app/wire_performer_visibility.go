package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/id"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/performer"
	"limelight/internal/show"
)

// performerStatus tells everybody who may know a performer whether they are live.
var performerStatus = socket.DeclareDroppable[statusPayload]("performer/status")

type statusPayload struct {
	ID              string `json:"id"`
	StreamingStatus string `json:"streamingStatus"`
	IsOnline        bool   `json:"isOnline"`
	Headline        string `json:"headline"`
}

// wireVisibility asks again, on every node, who may see whom, for what runs already: rooms of
// sockets, HLS, and the status of a performer that is pushed to everybody. It is decided in
// one place, performer.Admits.
func wireVisibility(s *Services) {
	v := visibility{
		db: s.db, nodes: s.nodes, log: s.log, locations: s.locations, sockets: s.sockets,
		performers: s.performers, blocking: s.blocking, messages: s.messages, shows: s.shows, hls: s.hls,
	}
	s.late.visibility.Set(v)
	s.background("sight", v.run)
	bus.Tell(s.bus, "sockets.performer", v.pushPerformer)
}

const visibilityChannel = "visibility"

// visibility is who may see whom, on connections that are open.
type visibility struct {
	db         *db.DB
	nodes      pubsub.Bus
	log        *slog.Logger
	locations  locations
	sockets    *socket.Server
	performers *performer.Service
	blocking   *blocking.Service
	messages   *messages.Service
	shows      *show.Service
	hls        *hls.Server // nil for commands that run no shows
}

// lateVisibility closes connections once there are shows.
type lateVisibility struct{ visibility *Late[visibility] }

func (l lateVisibility) cutElsewhere(ctx context.Context, c show.Cut) error {
	return l.visibility.Get().cutElsewhere(ctx, c)
}

func (l lateVisibility) cutHere(ctx context.Context, c show.Cut) error {
	return l.visibility.Get().cutHere(ctx, c)
}

// recheck says what has changed, so that every node looks at its own connections.
type recheck struct {
	PerformerID string         `json:"performerId,omitempty"` // whom they admit has changed
	Room        string         `json:"room,omitempty"`        // their public conversation
	ShowID      string         `json:"showId,omitempty"`      // what they give now
	AccountID   string         `json:"accountId,omitempty"`   // whose logins have ended
	Status      *statusPayload `json:"status,omitempty"`      // to be told to those who may see them
}

// pushPerformer tells the status of now, not the event's: two quick changes may
// be delivered in either order.
func (v visibility) pushPerformer(ctx context.Context, e performer.StreamingChanged) error {
	err := v.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		e.StreamingStatus, e.Headline, err = v.performers.Appearance(ctx, tx, e.PerformerID)
		e.IsOnline = e.StreamingStatus != performer.Offline
		return err
	})
	if err != nil {
		return err
	}
	err = v.pushStatus(ctx, statusPayload{
		ID: e.PerformerID, StreamingStatus: e.StreamingStatus, IsOnline: e.IsOnline, Headline: e.Headline,
	})
	if err != nil {
		return err
	}
	room, err := v.messages.Public(ctx, account.Caller{ID: e.PerformerID, Role: account.Performer}, e.PerformerID)
	if err != nil {
		return err
	}
	return v.messages.TellState(ctx, room.ID)
}

// pushStatus tells a performer's status to everybody who may know them. What they write is
// told to nobody while their identity is not verified.
func (v visibility) pushStatus(ctx context.Context, status statusPayload) error {
	var selective, verified bool
	err := v.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if verified, err = v.performers.Verified(ctx, tx, status.ID); err != nil {
			return err
		}
		selective, err = v.blocking.Any(ctx, tx, status.ID)
		return err
	})
	if err != nil {
		return err
	}
	if !verified {
		status.Headline = ""
	}
	if !selective {
		return socket.To(v.sockets, socket.Site, performerStatus, status)
	}
	return v.announce(ctx, recheck{PerformerID: status.ID, Status: &status})
}

func (v visibility) pushHere(ctx context.Context, status statusPayload) error {
	admitted, _, err := v.part(ctx, status.ID, v.sockets.InRoom(socket.Site))
	if err != nil {
		return err
	}
	return socket.Each(admitted, performerStatus, status)
}

func (v visibility) announce(ctx context.Context, what recheck) error {
	payload, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return v.nodes.Publish(ctx, visibilityChannel, payload)
}

// run hears every node's news, this one's included.
func (v visibility) run(ctx context.Context) error {
	cancel, err := v.nodes.Subscribe(ctx, visibilityChannel, func(payload []byte) {
		var what recheck
		err := json.Unmarshal(payload, &what)
		if err == nil {
			err = v.apply(ctx, what)
		}
		if err != nil && ctx.Err() == nil {
			v.log.Error("look again who may see whom", "error", err)
		}
	})
	if err != nil {
		return fmt.Errorf("listen for changes of who may see whom: %w", err)
	}
	defer cancel()
	<-ctx.Done()
	return nil
}

func (v visibility) apply(ctx context.Context, what recheck) error {
	if what.Status != nil {
		return v.pushHere(ctx, *what.Status)
	}
	if v.hls != nil && (what.ShowID != "" || what.AccountID != "") {
		v.hls.Recheck(ctx, func(room, viewer string) bool {
			return what.ShowID != "" && strings.HasPrefix(room, what.ShowID+".") ||
				what.AccountID != "" && show.PersonOf(viewer) == what.AccountID
		})
	}
	if what.Room == "" {
		return nil
	}
	_, hidden, err := v.part(ctx, what.PerformerID, v.sockets.InRoom(what.Room))
	for _, c := range hidden {
		v.sockets.Leave(c, what.Room)
	}
	return err
}

// part tells this node's connections that may see the performer from the others.
// Each viewer is asked about once.
func (v visibility) part(ctx context.Context, performerID string, all []*socket.Conn) (admitted, hidden []*socket.Conn, err error) {
	type viewer struct{ id, country string }
	known := map[viewer]bool{}
	err = v.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		admitted, hidden = nil, nil
		for _, c := range all {
			who := v.callerOn(c)
			key := viewer{who.ID, who.Country}
			sees, asked := known[key]
			if !asked {
				if sees, err = v.performers.Admits(ctx, tx, performerID, who); err != nil {
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

// callerOn is who holds a connection, and from where.
func (v visibility) callerOn(c *socket.Conn) account.Caller {
	who := c.Identity()
	return account.Caller{
		ID: who.AccountID, Role: account.Role(who.Role), SessionID: who.SessionID, Country: v.locations.placeOf(c.Request()),
	}
}

// recheckOf is what a right that has ended changes for connections.
func (v visibility) recheckOf(ctx context.Context, c show.Cut) (recheck, error) {
	if c.PerformerID == "" {
		return recheck{AccountID: c.AccountID}, nil
	}
	room, err := v.messages.Public(ctx, account.Caller{ID: c.PerformerID, Role: account.Performer}, c.PerformerID)
	if err != nil {
		return recheck{}, err
	}
	showID, err := v.shows.OnStage(ctx, c.PerformerID)
	return recheck{PerformerID: c.PerformerID, Room: messages.RoomOf(room.ID), ShowID: showID}, err
}

// cutElsewhere closes what shows do not hold: sockets, and viewers by HLS.
func (v visibility) cutElsewhere(ctx context.Context, c show.Cut) error {
	switch {
	case c.PerformerID != "":
	case c.SessionID != "":
		v.sockets.CloseSession(c.SessionID, closedFor(c))
	default:
		v.sockets.CloseAccount(c.AccountID, closedFor(c))
	}
	what, err := v.recheckOf(ctx, c)
	if err != nil {
		return err
	}
	return v.announce(ctx, what)
}

// cutHere does to this node's connections what cutElsewhere tells every node to do.
func (v visibility) cutHere(ctx context.Context, c show.Cut) error {
	if since, ok := id.Time(c.ID); ok && c.PerformerID == "" {
		v.sockets.CloseHere(c.AccountID, c.SessionID, closedFor(c), since)
	}
	what, err := v.recheckOf(ctx, c)
	if err != nil {
		return err
	}
	return v.apply(ctx, what)
}

// closedFor is the reason that clients are told.
func closedFor(c show.Cut) string {
	if c.SessionID != "" {
		return "revoked"
	}
	return "suspended"
}
