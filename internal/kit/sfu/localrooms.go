package sfu

import (
	"context"
	"time"

	"github.com/livekit/livekit-server/pkg/rtc"
	"github.com/livekit/livekit-server/pkg/rtc/types"
	"github.com/livekit/protocol/livekit"

	"limelight/internal/kit/recovery"
)

// leaveTimeout is how long the engines have to tell each other by Redis, and who must
// leave, before media is cut without a word. Who was told leaves for good; who only
// loses the media tries to come back.
const leaveTimeout = 500 * time.Millisecond

// Own are the rooms of a cluster that run on this process' engine. They are reached
// without Redis, by which engines tell each other everything else.
type Own struct{ engine *Engine }

// Own is nil for an engine that is remote, or alone: that one is reached in any case.
func (e *Engine) Own() *Own {
	if e.register == nil {
		return nil
	}
	return &Own{e}
}

// Participants lists who is in the room, hidden ones included; nobody when it runs
// on another engine. Only their identities are told.
func (o *Own) Participants(_ context.Context, name string) (list []Participant, _ error) {
	for identity := range o.present(name) {
		list = append(list, Participant{Identity: identity})
	}
	return list, nil
}

// Remove cuts one participant who is still connected when Engine.Remove has had its
// time; it is no error when it is not here.
func (o *Own) Remove(ctx context.Context, room, identity string) error {
	return o.RemoveWhere(ctx, room, func(present string) bool { return present == identity })
}

// RemoveWhere does so with everyone in the room whose identity is chosen. Who comes
// later is not meant.
func (o *Own) RemoveWhere(_ context.Context, name string, chosen func(identity string) bool) error {
	room, present := o.engine.register.room(name), o.present(name)
	for identity := range present {
		if !chosen(identity) {
			delete(present, identity)
		}
	}
	if len(present) == 0 {
		return nil
	}
	recovery.Go(o.engine.log, "sfu.own", func() {
		time.Sleep(leaveTimeout)
		for identity, p := range present {
			o.cut(room, identity, p)
		}
	}, nil)
	return nil
}

// DeleteRoom does so with everybody. The room itself is ended by the call that every
// engine hears of.
func (o *Own) DeleteRoom(ctx context.Context, name string) error {
	return o.RemoveWhere(ctx, name, func(string) bool { return true })
}

func (o *Own) present(name string) map[string]*rtc.ParticipantImpl {
	present := map[string]*rtc.ParticipantImpl{}
	if room := o.engine.register.room(name); room != nil {
		for _, p := range room.GetParticipants() {
			if p, ours := p.(*rtc.ParticipantImpl); ours {
				present[o.engine.seal.known(string(p.Identity()))] = p
			}
		}
	}
	return present
}

// cut ends the media of a participant, which does nothing to who has left. All that
// the engine has to say to Redis of it follows when that answers: it would else say
// it first.
func (o *Own) cut(room *rtc.Room, identity string, p *rtc.ParticipantImpl) {
	recovery.Go(o.engine.log, "sfu.own.media", p.TransportManager.Close, nil)
	if p.IsClosed() {
		return
	}
	o.engine.conns.cut(string(room.Name()), identity)
	recovery.Go(o.engine.log, "sfu.own.leave", func() {
		room.RemoveParticipant(livekit.ParticipantIdentity(o.engine.seal.close(identity)), p.ID(), types.ParticipantCloseReasonServiceRequestRemoveParticipant)
	}, nil)
}
