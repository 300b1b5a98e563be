package sfu

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/livekit/livekit-server/pkg/config"
	"github.com/livekit/livekit-server/pkg/routing"
	"github.com/livekit/livekit-server/pkg/service"
	"github.com/livekit/livekit-server/pkg/telemetry/prometheus"

	"limelight/internal/kit/recovery"
	"limelight/internal/kit/sfu/relay"
)

// embed starts the engine in this process, with its HTTP side and the receiver
// of its events on free loopback ports.
func (e *Engine) embed(ctx context.Context) (err error) {
	if err := e.portsFree(); err != nil {
		return err
	}
	defer func() {
		if err != nil && e.tcp != nil {
			e.tcp.close()
		}
	}()
	hooks, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen for media events: %w", err)
	}
	port, release, err := reservePort()
	if err != nil {
		hooks.Close()
		return err
	}
	defer release()
	e.base = &url.URL{Scheme: "http", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(port))}

	way, err := addresses(e.cfg.NodeIP)
	if err != nil {
		hooks.Close()
		return err
	}
	if err := e.build(way, port, "http://"+hooks.Addr().String()); err != nil {
		hooks.Close()
		return fmt.Errorf("media engine: %w", err)
	}
	e.relays = &relays{core: e.core, admission: e.admission}
	if e.relays.server, err = relay.Open(e.relays.config(way)); err != nil {
		hooks.Close()
		return err
	}
	e.hooks = &http.Server{Handler: e.Webhook(), ReadHeaderTimeout: 5 * time.Second}
	recovery.Go(e.log, "sfu.hooks", func() { e.hooks.Serve(hooks) }, func() { hooks.Close() }) // ends with hooks.Close in stop
	return e.start(ctx)
}

// build makes a server from the engine's few stable entry points; nothing else
// of its service package is used but the register's. addMuteRule adds the one rule of ours.
func (e *Engine) build(way reach, port int, hook string) error {
	addMuteRule()
	settings, err := e.settings(way, port, hook)
	if err != nil {
		return err
	}
	conf, err := config.NewConfig(settings, true, nil, nil)
	if err != nil {
		return err
	}
	if err := conf.ValidateKeys(); err != nil {
		return err
	}
	node, err := routing.NewLocalNode(conf)
	if err != nil {
		return err
	}
	// Registers the engine's metrics in the process' default registry; a second
	// engine of the process shares them (Init returns at once).
	if err := prometheus.Init(string(node.NodeID()), node.NodeType()); err != nil {
		return err
	}
	if e.server, err = service.InitializeServer(conf, node); err != nil {
		return err
	}
	if err := e.listenTCP(); err != nil || !conf.Redis.IsConfigured() {
		return err
	}
	e.register, err = openRegister(conf, e.server, e.log)
	return err
}

// start returns when the engine answers.
func (e *Engine) start(ctx context.Context) error {
	failed := make(chan error, 1)
	go func() { failed <- recovery.Run(e.log, "sfu.engine", e.server.Start) }()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !e.server.IsRunning() {
		select {
		case err := <-failed:
			e.hooks.Close()
			return fmt.Errorf("start media engine: %w", errors.Join(err, errNotRunning, e.relays.server.Close()))
		case <-ctx.Done():
			e.stop()
			return ctx.Err()
		case <-tick.C:
		}
	}
	e.running.Go(func() { recovery.Keep(e.life, e.log, "sfu.viewers", e.admission.run) }) // it ends with e.life alone
	e.running.Go(func() { recovery.Keep(e.life, e.log, "sfu.relays", e.relays.run) })     // it ends with e.life alone
	e.running.Go(func() { recovery.Keep(e.life, e.log, "sfu.tcp", e.tcp.run) })           // it ends with e.life alone
	if e.register != nil {
		e.running.Go(func() { recovery.Keep(e.life, e.log, "sfu.register", e.register.run) }) // it ends with e.life alone
	}
	return nil
}

var errNotRunning = errors.New("the engine ended before it was ready")

// stop closes the engine to new rooms, gives participants Config.Drain to leave
// and then cuts them off. The polite call alone would wait for the last one, and
// look for him only every five seconds. With nobody there it would be late, and log
// an error of a register that is closed.
func (e *Engine) stop() {
	if e.busy() {
		recovery.Go(e.log, "sfu.stop", func() { e.server.Stop(false) }, nil)
	}
	deadline := time.Now().Add(e.cfg.Drain)
	for e.busy() && time.Now().Before(deadline) {
		time.Sleep(min(50*time.Millisecond, e.cfg.Drain))
	}
	e.server.Stop(true)
	e.hooks.Close()
	e.relays.server.Close()
	if e.register != nil {
		e.register.redis.Close()
	}
}

// busy says whether anybody is still in a room.
func (e *Engine) busy() bool {
	ctx, cancel := context.WithTimeout(context.Background(), e.cfg.Drain)
	defer cancel()
	rooms, err := e.Rooms(ctx)
	return err == nil && slices.ContainsFunc(rooms, func(r Room) bool {
		present, err := e.Participants(ctx, r.Name)
		return err == nil && len(present) > 0
	})
}

// keyPause is how far apart keyframes of one size are at least: however many viewers come,
// or ask, they cost the others no more of the picture than this.
const keyPause = 400 * time.Millisecond

// settings writes the engine's configuration file, as JSON, which is YAML.
func (e *Engine) settings(way reach, port int, hook string) (string, error) {
	c := e.cfg
	rtc := way.rtc()
	rtc["udp_port"] = c.UDPPort
	rtc["tcp_port"] = 0 // ours (tcp.go), on every interface
	rtc["turn_servers"] = c.told(way)
	// Every client is known by the checks that reach the engine (candidates.go). By itself
	// it waits a second for the client to name a better address.
	rtc["prflx_acceptance_min_wait"] = "1ms"
	// Packets leave many at a time: a tenth more viewers to a core.
	rtc["batch_io"] = map[string]any{"batch_size": 128, "max_flush_interval": "2ms"}
	// The engine asks for the first keyframe itself, as soon as there is a track; whoever
	// subscribes right after it waits this long for the next one.
	rtc["pli_throttle"] = map[string]any{"low_quality": keyPause.String(), "mid_quality": keyPause.String(), "high_quality": keyPause.String()}
	all := map[string]any{
		"port":           port,
		"bind_addresses": []string{"127.0.0.1"},
		"keys":           map[string]string{c.Key: c.Secret},
		"rtc":            rtc,
		"turn":           map[string]any{"enabled": false}, // package relay is ours
		"room": map[string]any{
			"auto_create":    false,
			"enabled_codecs": codecs(),
		},
		// Lists are asked of the room itself: the engine's own note of who is
		// where sometimes keeps one who left while his tracks were closing.
		"api":     map[string]any{"enable_psrpc_for_get_list_participants": true},
		"webhook": map[string]any{"api_key": c.Key, "urls": []string{hook}},
	}
	if c.Redis != "" {
		joined, err := redisSettings(c.Redis)
		if err != nil {
			return "", err
		}
		all["redis"] = joined
	}
	text, err := json.Marshal(all)
	return string(text), err
}

// redisSettings turns redis://user:password@host:port/db into the engine's words.
func redisSettings(address string) (map[string]any, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, errors.New("media engine: the address of Redis is not redis://host:port")
	}
	settings := map[string]any{"address": u.Host, "username": u.User.Username()}
	if password, given := u.User.Password(); given {
		settings["password"] = password
	}
	if number := strings.Trim(u.Path, "/"); number != "" {
		if settings["db"], err = strconv.Atoi(number); err != nil {
			return nil, errors.New("media engine: the database of Redis is not a number")
		}
	}
	if u.Scheme == "rediss" {
		settings["tls"] = map[string]any{"enabled": true}
	}
	return settings, nil
}

// codecs are those that every part of the product can handle: browsers, the
// watcher and, later, HLS.
func codecs() (list []map[string]string) {
	for _, mime := range []string{"audio/opus", "audio/red", unusedAudioCodec, "video/H264", "video/VP8", "video/rtx"} {
		list = append(list, map[string]string{"mime": mime})
	}
	return list
}

// reach says by which addresses clients get to the engine.
type reach struct {
	node   netip.Addr   // told to clients, and the relay's own
	local  []netip.Addr // where the engine listens
	mapped bool         // node is not one of local: it is written over them
}

// addresses decides where to listen. A given address that belongs to no
// interface is the outside of a NAT: the engine listens on the way out and tells
// clients the given one.
func addresses(given string) (reach, error) {
	loop := netip.MustParseAddr("127.0.0.1")
	way, err := wayOut()
	if given == "" {
		if err != nil { // no network at all
			return reach{node: loop, local: []netip.Addr{loop}}, nil
		}
		return reach{node: way, local: []netip.Addr{loop, way}}, nil
	}
	node, perr := netip.ParseAddr(given)
	switch {
	case perr != nil:
		return reach{}, fmt.Errorf("media address %q: want an IP address that clients can reach", given)
	case isLocal(node):
		return reach{node: node, local: []netip.Addr{node}, mapped: true}, nil
	case err != nil:
		return reach{}, fmt.Errorf("media address %s: no network interface leads outside: %w", given, err)
	}
	return reach{node: node, local: []netip.Addr{way}, mapped: true}, nil
}

// rtc is the part of the configuration about addresses. With no node address
// the engine offers the addresses it listens on; it then has to be told, by
// use_ice_lite, not to ask public STUN servers what they are.
func (r reach) rtc() map[string]any {
	var nets []string
	for _, a := range r.local {
		nets = append(nets, netip.PrefixFrom(a, a.BitLen()).String())
	}
	rtc := map[string]any{
		"use_external_ip":           false,
		"enable_loopback_candidate": true,
		"ips":                       map[string]any{"includes": nets},
	}
	if r.mapped {
		rtc["node_ip"] = r.node.String()
	} else {
		rtc["use_ice_lite"] = true
	}
	return rtc
}

// wayOut is the address of the interface that leads to the internet. Nothing is
// sent: connecting a UDP socket only asks the routing table.
func wayOut() (netip.Addr, error) {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // documentation range, RFC 5737
	if err != nil {
		return netip.Addr{}, err
	}
	defer conn.Close()
	return netip.MustParseAddrPort(conn.LocalAddr().String()).Addr(), nil
}

func isLocal(a netip.Addr) bool {
	conn, err := net.ListenPacket("udp", net.JoinHostPort(a.String(), "0"))
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// portsFree names the port that is taken; the engine's own words do not.
func (e *Engine) portsFree() error {
	for _, p := range []struct {
		network, use string
		port         int
	}{{"udp", "media over UDP", e.cfg.UDPPort}, {"tcp", "media over TCP", e.cfg.TCPPort}, {"udp", "TURN", e.cfg.TURNPort}} {
		if err := free(p.network, p.port); err != nil {
			return fmt.Errorf("port %d/%s for %s is taken by another program: %w", p.port, p.network, p.use, err)
		}
	}
	return nil
}

func free(network string, port int) error {
	where := ":" + strconv.Itoa(port)
	if network == "udp" {
		conn, err := net.ListenPacket(network, where)
		if err != nil {
			return err
		}
		return conn.Close()
	}
	l, err := net.Listen(network, where)
	if err != nil {
		return err
	}
	return l.Close()
}
