package sfu

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// ErrToken answers an access token that is forged, expired or not one of ours.
var ErrToken = fault.New(fault.Unauthorized, "This access token is not valid.")

// Grant is what a token allows its holder.
type Grant struct {
	Room       string
	Identity   string // a second connection with the same identity ends the first
	Name       string // shown to the others
	Publish    bool
	Sources    []string // "camera", "microphone": what may be published; empty: everything
	Subscribe  bool
	Hidden     bool              // in no list, count or event
	NoAudio    bool              // receives pictures without the sound; an embedded engine only
	Attributes map[string]string // seen by everyone in the room
	TTL        time.Duration     // how long it may be used to connect; 0: 10 minutes
}

// Claims is a verified token.
type Claims struct {
	Grant
	Hash      string // of the token's text: what tells it from every other
	ExpiresAt time.Time
	Purpose   Purpose
}

// Purpose is what a token is shown for.
type Purpose int

const (
	Join   Purpose = iota // a new connection; consume one-time tokens here
	Resume                // the same session after its network failed
	Probe                 // a client asks whether its token is good, and connects to nothing
)

// tokens are the part of an engine that lets clients in.
type tokens struct {
	*core
	keys auth.KeyProvider
}

// Token signs the grant. The room need not exist yet.
func (t *tokens) Token(g Grant) (string, error) {
	if g.Room == "" || g.Identity == "" {
		return "", errors.New("media token: a room and an identity are needed")
	}
	if g.TTL <= 0 {
		g.TTL = 10 * time.Minute
	}
	if g.NoAudio {
		if t.server == nil {
			return "", errNoMute
		}
		g.Attributes = maps.Clone(g.Attributes)
		if g.Attributes == nil {
			g.Attributes = map[string]string{}
		}
		g.Attributes[noAudioAttribute] = "yes"
	}
	v := &auth.VideoGrant{RoomJoin: true, Room: g.Room, Hidden: g.Hidden}
	v.SetCanPublish(g.Publish)
	if len(g.Sources) > 0 {
		allowed, err := sources(g.Sources)
		if err != nil {
			return "", err
		}
		v.SetCanPublishSources(allowed)
	}
	v.SetCanSubscribe(g.Subscribe)
	v.SetCanPublishData(false) // chat has its own way, with its own rules
	v.SetCanUpdateOwnMetadata(false)
	return auth.NewAccessToken(t.cfg.Key, t.cfg.Secret).
		SetVideoGrant(v).
		SetIdentity(t.seal.close(g.Identity)).
		SetName(g.Name).
		SetAttributes(g.Attributes).
		SetValidFor(g.TTL).
		ToJWT()
}

// sources turns names into the engine's numbers.
func sources(names []string) (list []livekit.TrackSource, err error) {
	known := map[string]livekit.TrackSource{
		"camera": livekit.TrackSource_CAMERA, "microphone": livekit.TrackSource_MICROPHONE,
	}
	for _, name := range names {
		source, ok := known[name]
		if !ok {
			return nil, fmt.Errorf("media token: %q is not a source", name)
		}
		list = append(list, source)
	}
	return list, nil
}

// verify reads a token and checks its signature and time. Only a token that
// lets its holder join one room passes.
func (t *tokens) verify(raw string) (Claims, error) {
	parsed, err := auth.ParseAPIToken(raw)
	if err != nil {
		return Claims{}, ErrToken
	}
	registered, grants, err := parsed.Verify(t.keys.GetSecret(parsed.APIKey()))
	if err != nil || grants.Video == nil || !grants.Video.RoomJoin || grants.Video.Room == "" || grants.Identity == "" {
		return Claims{}, ErrToken
	}
	identity, ours := t.seal.open(grants.Identity)
	if !ours {
		return Claims{}, ErrToken
	}
	c := Claims{Hash: id.Hash(raw), Grant: Grant{
		Room:       grants.Video.Room,
		Identity:   identity,
		Name:       grants.Name,
		Publish:    grants.Video.GetCanPublish(),
		Subscribe:  grants.Video.GetCanSubscribe(),
		Hidden:     grants.Video.Hidden,
		Attributes: grants.Attributes,
		NoAudio:    grants.Attributes[noAudioAttribute] != "",
	}}
	if registered.ExpiresAt != nil {
		c.ExpiresAt = registered.ExpiresAt.UTC()
	}
	return c, nil
}
