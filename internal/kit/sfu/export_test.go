package sfu

import (
	"context"

	"github.com/livekit/livekit-server/pkg/routing"
	"github.com/livekit/protocol/livekit"
)

// ReadMessage reads what the engine says over a WebSocket.
var ReadMessage = readMessage

// HasRoom says whether this very engine has a room, whatever Redis says.
func (e *Engine) HasRoom(name string) bool { return runningRoom(e.server, name) != nil }

// OwnsRoom says whether the engine would write a room again that Redis has lost.
func (e *Engine) OwnsRoom(name string) bool { return e.register.owns(name) }

// MakeRoomHere makes a room in this engine without asking which one has it.
func (e *Engine) MakeRoomHere(ctx context.Context, name string) error {
	_, err := e.server.RoomManager().CreateRoom(ctx, &livekit.CreateRoomRequest{Name: name})
	return err
}

// WhereIs tells of which engine Redis says that it has a room.
func (e *Engine) WhereIs(ctx context.Context, name string) (engine string, err error) {
	return e.register.redis.HGet(ctx, routing.NodeRoomKey, name).Result()
}

// Place has Redis say that an engine has a room.
func (e *Engine) Place(ctx context.Context, name, engine string) error {
	return e.register.redis.HSet(ctx, routing.NodeRoomKey, name, engine).Err()
}

// Node is the engine's name in its cluster.
func (e *Engine) Node() string { return e.server.Node().Id }

// Relays is how many relays are held.
func (e *Engine) Relays() int { return e.relays.server.Relays() }
