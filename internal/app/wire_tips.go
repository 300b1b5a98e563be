package app

import (
	"context"
	"log/slog"
	"time"

	"limelight/internal/demosite"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/messages"
	"limelight/internal/settings"
	"limelight/internal/tips"
)

// roomTip shows a tip to its room, without what the performer nets of it.
var roomTip = socket.Declare[roomTipPayload]("room/tip")

type roomTipPayload struct {
	ConversationID string       `json:"conversationId"`
	Username       string       `json:"username"`
	Token          money.Tokens `json:"token"`
	Note           string       `json:"note"`
	Label          string       `json:"label,omitempty" doc:"what of the tip menu it was for"`
}

// tipRates keep a stuck finger from emptying a wallet (trust.md, Rate limits).
var tipRates = limit.Rules{"tips.send": {Max: 10, Per: 10 * time.Second}}

// wireTips builds tips: who is tipped hears of it, and the room reads it.
func wireTips(s *Services) {
	s.limits.Add(tipRates)
	s.tips = tips.New(tips.Deps{
		DB: s.db, Ledger: s.ledger, Performers: s.performers, Rooms: tipped{conversations{s.messages}}, Rates: s.terms,
		Events: s.bus, Limiter: s.limits, Limits: func() tips.Limits { return tipLimits(s.settings.Get()) }, Now: s.now,
	})
	s.section("tips", "Tips and the tip menu", s.tips.Routes)
	wireTipsRecordings(s)
	s.rule(tips.Rule())
	s.thank(tips.Kind)
	s.demoPart(demosite.Tips(s.tips))
	news := tipNews{s.messages, s.messages.Declare("tip"), s.sockets, s.notifier, appearances{s.performers}, s.log}
	bus.On(s.bus, "messages.tip", news.post)
	bus.On(s.bus, "notices.tip", news.notify)
	bus.Tell(s.bus, "sockets.tip", news.push)
}

// tipLimits are the spec's steps, or any whole amount when the operator allows.
func tipLimits(now settings.Current) tips.Limits {
	if now.TipFreeAmounts {
		return tips.Limits{Min: money.Whole(1), Max: now.MaxTip, Step: money.Whole(1)}
	}
	return tips.Limits{Min: now.TipLeast, Max: now.TipMost, Step: now.TipStep}
}

// tipped are conversations that a tip may be sent in: those of shows, and the direct one of the two.
type tipped struct{ conversations }

func (t tipped) Hosts(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error) {
	hosts, err := t.conversations.Hosts(ctx, tx, conversationID, performerID, memberID)
	if err != nil || hosts {
		return hosts, err
	}
	return t.IsBetween(ctx, tx, conversationID, performerID, memberID)
}

// tipNews tells of tips.
type tipNews struct {
	messages *messages.Service
	line     messages.LineKind
	sockets  *socket.Server
	notifier notifier
	stages   appearances
	log      *slog.Logger
}

// post writes a tip into the room that it was sent in.
func (n tipNews) post(ctx context.Context, tx *db.Tx, e tips.Sent) error {
	if e.Tip.ConversationID == "" {
		return nil
	}
	line, fresh, err := n.messages.Post(ctx, tx, messages.Line{
		Kind: n.line, Key: e.Tip.ID, ConversationID: e.Tip.ConversationID, SenderID: e.Tip.SenderID, Anonymous: e.Tip.Anonymous,
		Text: e.Tip.Note, Payload: messages.Payload{Token: &e.Tip.Gross, Label: e.Tip.Label}, At: e.Tip.CreatedAt,
	})
	if err == nil && fresh && !line.IsDirect() { // a direct conversation has no room
		tx.AfterCommit(func() { n.show(line) })
	}
	return err
}

// show shows the room a tip that it has the line of.
func (n tipNews) show(line messages.Message) {
	err := socket.To(n.sockets, messages.RoomOf(line.ConversationID), roomTip, roomTipPayload{
		ConversationID: line.ConversationID, Username: line.SenderInfo.Username, Token: *line.Token, Note: line.Text, Label: line.Label,
	})
	if err != nil {
		n.log.Error("show a room a tip", "conversation", line.ConversationID, "error", err)
	}
}

// notify tells the performer, who may be away. One who is on stage sees it there.
func (n tipNews) notify(ctx context.Context, tx *db.Tx, e tips.Sent) error {
	if n.notifier.stale(e.Tip.CreatedAt) {
		return nil
	}
	if has, err := n.stages.has(ctx, tx, e.Tip.PerformerID); err != nil || has {
		return err
	}
	return notify(ctx, tx, n.notifier, tips.ReceivedNotice, e.Tip.PerformerID, e.Tip.Told())
}

// push tells the performer.
func (n tipNews) push(_ context.Context, e tips.Sent) error {
	return tips.ReceivedPush.To(n.sockets, e.Tip, e.Tip.PerformerID)
}
