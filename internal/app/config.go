package app

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/clamd"
	"limelight/internal/kit/httpclient"
	"limelight/internal/kit/transcode"
	"limelight/internal/kit/web"
)

// Config is all that an operator may say at the start. Every field but the last two is a
// flag of `limelight serve` and a LIMELIGHT_… variable; the zero values of most are
// the embedded defaults. What can change while the site runs is a setting instead.
type Config struct {
	Addr    string `help:"Where to listen." default:":8080" placeholder:"HOST:PORT"`
	Data    string `help:"The folder for everything that is kept." default:"data" type:"path" placeholder:"DIR"`
	Metrics string `help:"Where to serve /metrics, apart from the site; empty for nowhere." default:"127.0.0.1:9090" placeholder:"HOST:PORT"`

	Database  string `help:"postgres:// address; a SQLite file in the data folder when empty." placeholder:"URL"`
	Redis     string `help:"redis:// address that joins several nodes; one node when empty." placeholder:"URL"`
	ObjectURL string `name:"objects" help:"s3:// address for files, as s3://KEY:SECRET@HOST/BUCKET; the data folder when empty." placeholder:"URL"`

	AddressCountries string `name:"address-countries" help:"A file that says in which country addresses are (.mmdb, as of DB-IP, GeoLite2 or iptoasn). It is read again when it changes. Empty: the one inside the program." type:"path" placeholder:"FILE"`
	AddressHosting   string `name:"address-hosting" help:"A text file with the networks of data centres and VPNs, one a line. It is read again when it changes. Empty: none are known." type:"path" placeholder:"FILE"`

	Anchors []string `name:"anchor" help:"Where the journal's signed head is put each hour, and what check compares with: a file, or s3://KEY:SECRET@HOST/BUCKET; several, parted by commas." placeholder:"FILE|URL"`

	SecretKey string `name:"secret-key" help:"The key file's content in base64, the same on every node; secret.key in the data folder when empty." placeholder:"BASE64"`

	PublicURL      string   `name:"public-url" help:"The site's address as people type it. Empty: http on localhost only." placeholder:"URL"`
	SocketEndpoint string   `name:"socket-endpoint" help:"Where browsers open their sockets, when that is not the site's own address." placeholder:"URL"`
	InsecureHTTP   bool     `name:"insecure-http" help:"Allow logins over plain http on a public address. Passwords can then be read on the way."`
	TrustedProxies []string `name:"trusted-proxy" help:"Addresses or networks whose X-Forwarded-For is believed." placeholder:"CIDR"`

	InternalHosts []string `name:"internal-host" help:"Private hosts, addresses or networks that payment gateways, and what stands in for X (Twitter), may be at." placeholder:"HOST"`

	APIRate int `name:"api-rate" help:"API calls a minute from one address; an account may change half as much. 0 for no bound." default:"600" placeholder:"N"`

	MaxSockets int `name:"most-sockets" help:"Sockets, and connections to the media engine, open at once on this node. 0 for no bound." default:"20000" placeholder:"N"`

	MaxViewers *int `name:"most-viewers" help:"Viewers of public shows by WebRTC at once on this node. 0 for no bound; when empty one for 4 MB of memory, at least 200, and no bound with --media-url." placeholder:"N"`

	SMTP     string `help:"smtp://user:password@host:587 for outgoing mail; the operator's mailbox page when empty." placeholder:"URL"`
	MailFrom string `name:"mail-from" help:"The sender's address of mails; its name is the site's." default:"no-reply@localhost"`

	MediaIP     string `name:"media-ip" help:"The address at which browsers reach this machine's media ports. Empty: found out." placeholder:"IP"`
	MediaUDP    int    `name:"media-udp" help:"UDP port of all media." default:"7882"`
	MediaTCP    int    `name:"media-tcp" help:"TCP port for those whose network blocks UDP." default:"7881"`
	MediaTURN   int    `name:"media-turn" help:"UDP port of the built-in TURN and STUN server." default:"3478"`
	MediaURL    string `name:"media-url" help:"An external media engine instead of the built-in one." placeholder:"URL"`
	MediaKey    string `name:"media-key" help:"Its API key." placeholder:"KEY"`
	MediaSecret string `name:"media-secret" help:"Its API secret." placeholder:"SECRET"`

	ScanWith string `name:"scan-with" help:"A ClamAV daemon that looks through the files of digital products: its host and port, or the path of its socket. Empty: nothing is scanned." placeholder:"HOST:PORT|PATH"`

	VideoNice int `name:"video-nice" help:"How far the programs that prepare videos stand behind everything else on this machine: 0 (not at all) to 19." default:"19"`

	DisableAVIF bool `name:"disable-avif" help:"Make no AVIF of pictures, which takes a processor seconds for each; JPEG and WebP they all have."`

	DisableCustomScripts bool `name:"disable-custom-scripts" help:"Leave the operator's own scripts out of every page."`

	Development bool `help:"Let the sandbox take payments that move no money. Never on a site with real members."`

	PseudoLanguages bool `name:"pseudo-languages" help:"Offer, for tests, languages whose translation is unfinished, and two pseudo-languages: English with accents, longer, from the left and from the right."`

	Drain time.Duration `help:"How long /readyz says 503 before the node stops, so that a balancer sends nobody there." default:"0s" placeholder:"DURATION"`

	LogLevel string `name:"log-level" help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error"`
	LogJSON  bool   `name:"log-json" help:"Log as JSON lines."`

	PasswordCost account.Cost                              `kong:"-"` // zero: account.DefaultCost; only tests lower it
	Now          func() time.Time                          `kong:"-"` // nil: time.Now; of a site of another day in tests
	Tools        func(ctx context.Context) transcode.Tools `kong:"-"` // nil: transcode.Find; tests look once for all sites
}

// Validate reports the first thing that cannot work, in the operator's words.
func (c Config) Validate() error {
	if c.Data == "" {
		return errors.New("--data: a folder is needed")
	}
	for _, given := range []struct{ flag, address string }{
		{"--database", c.Database}, {"--redis", c.Redis}, {"--objects", c.ObjectURL},
		{"--public-url", c.PublicURL}, {"--smtp", c.SMTP}, {"--media-url", c.MediaURL},
	} {
		if given.address == "" {
			continue
		}
		u, err := url.Parse(given.address)
		if err != nil || u.Host == "" {
			return fmt.Errorf("%s: %q is not an address like scheme://host", given.flag, redacted(given.address))
		}
	}
	if c.Database != "" && !strings.HasPrefix(c.Database, "postgres://") && !strings.HasPrefix(c.Database, "postgresql://") {
		return fmt.Errorf("--database: %q is not a postgres:// address", redacted(c.Database))
	}
	if _, err := mail.ParseAddress(c.MailFrom); c.MailFrom != "" && err != nil {
		return fmt.Errorf("--mail-from: %q is not a mail address", c.MailFrom)
	}
	for _, given := range []struct {
		flag string
		port int
	}{{"--media-udp", c.MediaUDP}, {"--media-tcp", c.MediaTCP}, {"--media-turn", c.MediaTURN}} {
		if given.port < 0 || given.port > 65535 {
			return fmt.Errorf("%s: %d is not a port, from 1 to 65535", given.flag, given.port)
		}
	}
	for _, place := range c.Anchors {
		if err := validAnchor(place); err != nil {
			return err
		}
	}
	if c.Redis != "" && c.Database == "" {
		return errors.New("--redis joins several nodes, and several nodes need --database")
	}
	if c.Drain < 0 || c.Drain > time.Minute {
		return errors.New("--drain: from 0s to 1m")
	}
	if c.MaxSockets < 0 {
		return errors.New("--most-sockets: a number of sockets, or 0 for no bound")
	}
	if c.MaxViewers != nil && *c.MaxViewers < 0 {
		return errors.New("--most-viewers: a number of viewers, or 0 for no bound")
	}
	if c.APIRate < 0 {
		return errors.New("--api-rate: a number of calls a minute, or 0 for no bound")
	}
	if err := c.validPublicURL(); err != nil {
		return err
	}
	if err := c.validSocketEndpoint(); err != nil {
		return err
	}
	if err := c.validDevelopment(); err != nil {
		return err
	}
	if err := (clamd.Scanner{Address: c.ScanWith}).Valid(); c.ScanWith != "" && err != nil {
		return fmt.Errorf("--scan-with: %w", err)
	}
	if c.VideoNice < 0 || c.VideoNice > 19 {
		return errors.New("--video-nice: a number from 0 to 19")
	}
	if _, err := httpclient.ParseInternal(c.InternalHosts...); err != nil {
		return fmt.Errorf("--internal-host: %w", err)
	}
	_, err := c.proxies()
	return err
}

func (c Config) validPublicURL() error {
	u, err := url.Parse(c.origin())
	if err != nil {
		return fmt.Errorf("--public-url: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("--public-url: %s is not http or https", u.Scheme)
	}
	if u.Scheme == "http" && !web.Local(u.Hostname()) && !c.InsecureHTTP {
		return errors.New("--public-url: plain http shows passwords to the network; use https, or say --insecure-http")
	}
	return nil
}

// socketOrigin is an address of a host alone: it stands in the page's policy too.
var socketOrigin = regexp.MustCompile(`^https?://[A-Za-z0-9.:\[\]-]+$`)

func (c Config) validSocketEndpoint() error {
	if c.SocketEndpoint == "" || socketOrigin.MatchString(c.SocketEndpoint) {
		return nil
	}
	return fmt.Errorf("--socket-endpoint: %q is not an address like https://host", c.SocketEndpoint)
}

// validDevelopment keeps the sandbox, whose payments give tokens for nothing, away from an address that others can
// reach.
func (c Config) validDevelopment() error {
	u, err := url.Parse(c.origin())
	if err != nil || !c.Development || web.Local(u.Hostname()) {
		return err
	}
	return fmt.Errorf("--development (which --demo switches on) lets anybody take tokens for nothing: only a site at localhost may, "+
		"and --public-url says %s. Leave one of them out", c.origin())
}

// origin is the site's address without a trailing slash.
func (c Config) origin() string {
	if c.PublicURL != "" {
		return strings.TrimRight(c.PublicURL, "/")
	}
	_, port, found := strings.Cut(c.Addr[strings.LastIndex(c.Addr, "]")+1:], ":")
	if !found || port == "" {
		port = "8080"
	}
	return "http://localhost:" + port
}

func (c Config) proxies() (list []netip.Prefix, err error) {
	for _, text := range c.TrustedProxies {
		if address, err := netip.ParseAddr(text); err == nil {
			list = append(list, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxy: %q is neither an address nor a network", text)
		}
		list = append(list, network)
	}
	return list, nil
}

// database is where the data is: the address given, or a file.
func (c Config) database() string {
	if c.Database != "" {
		return c.Database
	}
	return filepath.Join(c.Data, "limelight.db")
}

// redacted hides the password of an address that is about to be shown.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "…"
	}
	return u.Redacted()
}

// origins are the browser origins that may open a socket: the site's own, and on
// localhost its other names.
func (c Config) origins() []string {
	own := c.origin()
	list := []string{own}
	if host := web.HostOf(strings.TrimPrefix(own, "http://")); web.Local(host) {
		for _, name := range []string{"localhost", "127.0.0.1", "[::1]"} {
			list = append(list, strings.Replace(own, host, name, 1))
		}
	}
	return list
}

// https reports whether people reach the site over TLS.
func (c Config) https() bool { return strings.HasPrefix(c.origin(), "https://") }
