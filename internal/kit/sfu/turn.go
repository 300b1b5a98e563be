package sfu

import (
	"context"
	"encoding/hex"
	"time"

	"limelight/internal/kit/sfu/relay"
)

// credentialTTL is how long a client may use TURN credentials to take a relay; one that it
// has it keeps until it leaves.
const credentialTTL = 5 * time.Minute

// config is that of the TURN server of an engine on the way.
func (r *relays) config(way reach) relay.Config {
	c := r.cfg
	return relay.Config{
		Port: c.TURNPort, Node: way.node, MediaPort: c.UDPPort,
		First: c.RelayFirst, Last: c.RelayLast, Secret: c.relaySecret(), Log: c.Log, Now: time.Now,
		Holder: r.holder,
	}
}

// told is what the engine tells clients of that server: its address and
// credentials, a pair for each participant. With no server at all it would name
// a third party's.
func (c Config) told(way reach) []map[string]any {
	host := way.node.String()
	if way.node.Is6() {
		host = "[" + host + "]"
	}
	return []map[string]any{{
		"host": host, "port": c.TURNPort, "protocol": "udp",
		"secret": c.relaySecret(), "ttl": int(credentialTTL.Seconds()),
	}}
}

// relaySecret is another than the one that signs tokens: the engine writes it
// into credentials by a weaker function.
func (c Config) relaySecret() string {
	return hex.EncodeToString(derive(c.Secret, "turn"))
}

// Probe reports whether the engine works: its rooms, and the STUN and TURN of an
// embedded one, without which viewers cannot connect.
func (e *Engine) Probe(ctx context.Context) error {
	if _, err := e.Rooms(ctx); err != nil {
		return err
	}
	if e.relays == nil {
		return nil
	}
	return e.relays.server.Probe(ctx)
}
