package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/pubsub"
	"limelight/internal/testkit"
)

var quiet = slog.New(slog.DiscardHandler)

type fixture struct {
	*Service
	db     *db.DB
	events *bus.Bus
	clock  *testkit.Clock
	nodes  pubsub.Bus
	others bool
	unpaid money.Tokens
}

func setup(t *testing.T) *fixture {
	t.Helper()
	clock := testkit.NewClock()
	d := testkit.DB(t)
	nodes := pubsub.Local()
	t.Cleanup(func() { _ = nodes.Close() })
	events := bus.New(d, quiet, clock.Now)
	h := &fixture{db: d, events: events, clock: clock, nodes: nodes}
	h.Service = h.node()
	return h
}

// node is one more node of the same site.
func (h *fixture) node() *Service {
	return New(Deps{DB: h.db, Events: h.events, Audit: testkit.AuditLog(h.db, h.clock.Now), Nodes: h.nodes, Now: h.clock.Now, Log: quiet,
		Runtime: Runtime{SocketEndpoint: "wss://live.example"},
		StepUp:  account.Proved, Established: account.Established,
		Admin: account.Admin.Guard(), Proved: account.StepUp(account.Admin.Guard()), Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
		Names: func(_ context.Context, _ *db.Tx, ids ...string) (map[string]string, error) {
			names := map[string]string{}
			for _, id := range ids {
				names[id] = "the " + id
			}
			return names, nil
		},
		OtherAdmins: func(context.Context, *db.Tx, string) (bool, error) { return h.others, nil },
		Commissions: commissions,
		Unpaid:      func(context.Context, *db.Tx) (money.Tokens, error) { return h.unpaid, nil },
		Complete: func(_ context.Context, p Public) Public {
			if p.Popup18ContentID != "" {
				p.PopupContent18Plus = "the post " + p.Popup18ContentID
			}
			return p
		}})
}

func values(pairs ...string) map[string]json.RawMessage {
	m := map[string]json.RawMessage{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = json.RawMessage(pairs[i+1])
	}
	return m
}

// commissions are those of the sites in these tests.
var commissions = []Commission{
	{Kind: "tip", Key: "siteCommissionTip", Many: "Tips"}, {Kind: "private", Key: "siteCommissionPrivate", Many: "Private shows"},
	{Kind: "wheel", Key: "spinWheelCommission", Many: "Wheel spins", Public: true}, {Kind: "video", Key: "siteCommissionVideo", Many: "Videos"},
}

// declared is their registry.
var declared = newRegistry(commissions)

// fixed are public values that nobody sets: how the program was started, and the names
// of another streaming server.
var fixed = map[string]bool{"development": true, "publisherURL": true, "subscriberUrl": true, "AntMediaAppname": true}

// Every public setting of the spec has its field, every field its declaration,
// every default passes, and keys are not declared twice.
func TestRegistryIsWhole(t *testing.T) {
	c := declared.defaults()
	if err := c.checkAll(); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, s := range declared.all {
		for _, key := range []string{s.Key, s.Also} {
			if key != "" && known[key] {
				t.Errorf("%s is declared twice", key)
			}
			known[key] = true
		}
		if s.Label == "" || keysMissing(s.Group) {
			t.Errorf("%s has no label or an unknown group %q", s.Key, s.Group)
		}
	}
	for _, part := range []any{c.Public, c.Private} {
		typ := reflect.TypeOf(part)
		for i := range typ.NumField() {
			name := typ.Field(i).Tag.Get("json")
			if fixed[name] {
				continue
			}
			s, ok := declared.byKey(name)
			if !ok {
				t.Errorf("%s.%s is not declared", typ.Name(), name)
			}
			if public := typ.Name() == "Public"; ok && public != s.Public {
				t.Errorf("%s is declared public=%v but is a field of %s", name, s.Public, typ.Name())
			}
		}
	}
	// spec §3, letter for letter
	for _, name := range strings.Split("theme siteName logo banner menus placeholderAvatarUrl footerContent enablePopup18Plus "+
		"popupContent18Plus tipSound logoUrl userUrl defaultOfflineModelImage defaultPrivateCallImage defaultGroupChatImage "+
		"popup18Enabled popup18ContentId gaCode placeholderLoginUrl currencySymbol singularTextModel pluralTextModel maintenanceMode "+
		"spinWheelCommission viewerURL publisherURL subscriberUrl optionForBroadcast optionForPrivate optionForGroup secureOption "+
		"AntMediaAppname favicon metaKeywords metaDescription headerScript afterBodyScript currency", " ") {
		if len(c.Public.pick([]string{name})) != 1 {
			t.Errorf("the public setting %s of the specification is missing", name)
		}
	}
}

func keysMissing(group string) bool {
	for _, g := range groups {
		if g.Key == group {
			return false
		}
	}
	return true
}

func TestDefaultsOfTheSpecification(t *testing.T) {
	h := setup(t)
	c := h.Get()
	if c.Theme.Brand != "#a2252d" || c.Theme.Success != "#2fb52d" || c.OptionForPrivate != "hls" || c.SecureOption ||
		!c.Popup18Enabled || c.ImageMaxMB != 2 || c.TipLeast != money.Whole(15) || c.TipMost != money.Whole(50) ||
		c.TipStep != money.Whole(5) || c.DefaultOfflineModelImage != "/offline.png" || c.PluralTextModel != "Models" {
		t.Errorf("the defaults are not the specification's: %+v", c)
	}
	for _, one := range commissions {
		if r, err := h.SiteCommissionAt(t.Context(), nil, one.Kind, h.Now()); err != nil || r != money.Percent(20) {
			t.Errorf("the site keeps %d of %s (%v), want 20 %%", r, one.Many, err)
		}
	}
	if _, err := h.SiteCommissionAt(t.Context(), nil, "raffle", h.Now()); err == nil {
		t.Error("an unknown kind has a commission")
	}
}

// A change is stored, told, seen by this node at once and by the other after the
// message.
func TestChangeReachesEveryNode(t *testing.T) {
	h := setup(t)
	var told []Changed
	bus.Tell(h.events, "test.settings", func(_ context.Context, e Changed) error { told = append(told, e); return nil })

	other := h.node()
	ctx, stop := context.WithCancel(t.Context())
	seen := make(chan struct{}, 8)
	cancel, err := h.nodes.Subscribe(ctx, topic, func([]byte) { seen <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- other.Run(ctx) }()

	if err := h.Change(t.Context(), "ada", values("siteName", `" Nova "`, "tipMost", `100`)); err != nil {
		t.Fatal(err)
	}
	if got := h.Get(); got.SiteName != "Nova" || got.TipMost != money.Whole(100) {
		t.Errorf("this node reads %q and %v", got.SiteName, got.TipMost)
	}
	<-seen
	for range 1000 { // the other node loads after the same message
		if other.Get().SiteName == "Nova" {
			break
		}
		if err := other.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if other.Get().SiteName != "Nova" {
		t.Error("the other node still has the old name")
	}
	if err := h.events.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || strings.Join(told[0].Keys, " ") != "siteName tipMost" || told[0].By != "ada" {
		t.Errorf("told %+v, want one event of both keys by ada", told)
	}
}

// Whoever was told of a change reads it on a node that has not heard of it.
func TestFreshOnANodeThatMissedIt(t *testing.T) {
	h := setup(t)
	other := h.node() // it listens to nobody
	must(t, h.Change(t.Context(), "ada", values("siteName", `"Nova"`)))
	testkit.Scenarios{
		{Name: "from memory", Do: "GET /settings/public", Status: 200, Has: `"siteName":"Limelight"`},
		{Name: "fresh", Do: "GET /settings/public?fresh=true", Status: 200, Has: `"siteName":"Nova"`},
		{Name: "from then on", Do: "GET /settings/public", Status: 200, Has: `"siteName":"Nova"`},
	}.Run(t, other.Routes)
}

// However many refresh at once and share their reads, none misses what was stored
// before it asked.
func TestRefreshSeesWhatWasStoredBefore(t *testing.T) {
	h := setup(t)
	other := h.node()
	var asking sync.WaitGroup
	for n := range 20 {
		name := fmt.Sprintf("Nova %02d", n)
		must(t, h.Change(t.Context(), "ada", values("siteName", `"`+name+`"`)))
		for range 4 {
			asking.Go(func() {
				if err := other.Refresh(t.Context()); err != nil || other.Get().SiteName < name {
					t.Errorf("after %q was stored it reads %q (%v)", name, other.Get().SiteName, err)
				}
			})
		}
	}
	asking.Wait()
}

func TestRefusedValues(t *testing.T) {
	h := setup(t)
	for _, c := range []struct{ key, value, text string }{
		{"siteName", `""`, "This field is required!"},
		{"siteName", `5`, "This is not a value for site name."},
		{"siteName", `null5`, ""},
		{"imageMaxMB", `"x"`, "Not a validate number!"},
		{"imageMaxMB", `2.5`, "Not a validate number!"},
		{"imageMaxMB", `11`, "Must be between 1 and 10"},
		{"spinWheelCommission", `100.01`, "Must be between 0 and 100"},
		{"spinWheelCommission", `-1`, "Must be between 0 and 100"},
		{"spinWheelCommission", `20.005`, "Not a validate number!"},
		{"maintenanceMode", `"yes"`, "Must be true or false"},
		{"optionForGroup", `"rtmp"`, "Must be one of hls, webrtc"},
		{"operatorEmail", `"nobody"`, "Not a validate email!"},
		{"logoUrl", `"javascript:alert(1)"`, "Must be a path that begins with / or an https address"},
		{"logoUrl", `"//evil.example/x.png"`, "Must be a path that begins with / or an https address"},
		{"userUrl", `"ftp://x"`, "This is not a value for address of the site."},
		{"userUrl", `"/here"`, "This is not a value for address of the site."},
		{"tipSound", `"ftp://x"`, "Must be a path that begins with / or a full address"},
		{"publisherURL", `"https://elsewhere.example"`, "There is no setting of this name."},
		{"viewerURL", `"http://cdn.example"`, "Must begin with https://"},
		{"viewerURL", `"https://cdn.example/?key=1"`, "Must be a host and at most a path"},
		{"viewerURL", `"https://cdn.example?"`, "Must be a host and at most a path"},
		{"viewerURL", `"https://cdn.example/#live"`, "Must be a host and at most a path"},
		{"viewerURL", `"https://ada:secret@cdn.example"`, "without a name, a password or a query"},
		{"viewerURL", `"https://cdn.example/a/../b"`, "Must be a host and at most a path"},
		{"viewerURL", `"https://cdn.example/%2e%2e"`, "Must be a host and at most a path"},
		{"viewerURL", `"https://cdn.example;script-src *"`, "Must be a host and at most a path"},
		{"viewerURL", `"https://*.example"`, "Must be a host and at most a path"},
		{"viewerURL", `"//cdn.example"`, "Must be a host and at most a path"},
		{"viewerURL", `"/live"`, "Must be a host and at most a path"},
		{"viewerURL", `"cdn.example"`, "Must be a host and at most a path"},
		{"theme", `{"brand":"#ff7f86"}`, "White text on this colour cannot be read well: its contrast is 2.43, at least 4.5 is needed"},
		{"theme", `{"brand":"red"}`, "Must be a colour such as #a2252d"},
		{"theme", `{"success":"#004400"}`, "Dark text on this colour"},
		{"imageAccepted", `[]`, "This field is required!"},
		{"imageAccepted", `["svg"]`, "Must be some of jpg, jpeg, png, webp, gif, each once"},
		{"menus", `[{"title":"","path":"/x","internal":true}]`, "This field is required!"},
		{"menus", `[{"title":"x","path":"https://a.example","internal":true}]`, "A link within the site begins with /"},
		{"menus", `[{"title":"x","path":"javascript:alert(1)"}]`, "A link that leaves the site begins with https://"},
		{"tipLeast", `60`, "Must not be below the smallest tip"},
		{"tipStep", `4`, "The step must lead from the smallest tip to the largest"},
		{"gaCode", `"<script>"`, "This is not a value for analytics code."},
		{"password", `1`, "There is no setting of this name."},
		{"logo", `"/x.png"`, "There is no setting of this name."},
	} {
		err := h.Change(t.Context(), "ada", values(c.key, c.value, "metaKeywords", `"changed"`))
		if err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s = %s: got %v, want %q", c.key, c.value, err, c.text)
		}
	}
	if got := h.Get(); !reflect.DeepEqual(got, declared.rendered(declared.defaults())) {
		t.Error("a refused change left a trace")
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM settings_history`); n != 0 {
		t.Errorf("refused changes wrote %d lines of history", n)
	}
}

// A list in a snapshot that somebody holds is not written over by a later load.
func TestSnapshotsDoNotChange(t *testing.T) {
	h := setup(t)
	must(t, h.Change(t.Context(), "ada", values("menus", `[{"title":"Terms","path":"/posts/terms","internal":true}]`)))
	held := h.Get()
	must(t, h.Change(t.Context(), "ada", values("menus", `[{"title":"Other","path":"/other","internal":true}]`, "imageAccepted", `["png"]`)))
	if held.Menus[0].Title != "Terms" || held.ImageAccepted[0] != "jpg" {
		t.Errorf("the held snapshot changed: %+v %v", held.Menus, held.ImageAccepted)
	}
}

func TestRollback(t *testing.T) {
	h := setup(t)
	for _, name := range []string{`"One"`, `"Two"`, `"Three"`} {
		must(t, h.Change(t.Context(), "ada", values("siteName", name)))
		h.clock.Advance(1e9)
	}
	must(t, h.Rollback(t.Context(), "ada", "siteName", ""))
	if got := h.Get().SiteName; got != "Two" {
		t.Errorf("undoing the last change gives %s, want Two", got)
	}
	var first change
	must(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		list, total, err := selectHistory(ctx, tx, "siteName", 25, 0)
		if total != 4 {
			t.Errorf("the history has %d lines, want 4", total)
		}
		first = list[len(list)-1]
		return err
	}))
	must(t, h.Rollback(t.Context(), "ada", "siteName", first.ID))
	if got := h.Get().SiteName; got != "Limelight" {
		t.Errorf("undoing the first change gives %s, want the default", got)
	}
}

// A row that a stricter version refuses does not stop the site.
func TestBadRowFallsBack(t *testing.T) {
	h := setup(t)
	testkit.Exec(t, h.db, `INSERT INTO settings (key, value, updated_by, updated_at) VALUES ('imageMaxMB', '900', 'x', 1), ('gone', '1', 'x', 1)`)
	must(t, h.Load(t.Context()))
	if got := h.Get().ImageMaxMB; got != 2 {
		t.Errorf("the limit is %d MB, want the default", got)
	}
}

// Settings about money, access and what stands on everybody's pages change for
// somebody who has lately proved who they are; the others for any admin.
func TestStepUp(t *testing.T) {
	h := setup(t)
	stale := account.Caller{ID: "ada", Role: account.Admin}
	fresh := account.Caller{ID: "ada", Role: account.Admin, Proved: true}
	weighty := []string{
		`{"payoutTwoAbove":0}`, `{"secondAdminAbove":1}`, `{"tokenPayoutRate":500}`, `{"siteCommissionTip":1}`, `{"headerScript":"<script>a()</script>"}`,
		`{"afterBodyScript":"x"}`, `{"gaCode":"G-123456"}`, `{"footerContent":"<p>x</p>"}`, `{"popupContent18Plus":"<p>x</p>"}`,
		`{"requireTwoFactor":false}`, `{"siteName":"Nova","payoutTwoAbove":0}`, `{"userUrl":"https://elsewhere.example"}`, `{"operatorEmail":"a@elsewhere.example"}`,
		`{"tipSound":"https://elsewhere.example"}`, `{"menus":[]}`,
	}
	for _, body := range weighty {
		testkit.Scenarios{
			{Name: "refused " + body, As: stale, Do: "PUT /admin/settings", Body: body, Status: 403, Has: "step_up_required"},
			{Name: "accepted " + body, As: fresh, Do: "PUT /admin/settings", Body: body, Status: 200},
		}.Run(t, h.Routes)
	}
	testkit.Scenarios{
		{Name: "the name", As: stale, Do: "PUT /admin/settings", Body: `{"siteName":"Vela"}`, Status: 200},
		{Name: "an old script", As: stale, Do: "POST /admin/settings/headerScript/rollback", Body: `{}`, Status: 403, Has: "step_up_required"},
		{Name: "an old name", As: stale, Do: "POST /admin/settings/siteName/rollback", Body: `{}`, Status: 200},
	}.Run(t, h.Routes)
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	ada := account.Caller{ID: "ada", Role: account.Admin, Proved: true}
	tom := account.Caller{ID: "tom", Role: account.Member}
	testkit.Scenarios{
		{Name: "everyone reads", Do: "GET /settings/public", Status: 200, Has: `"AntMediaAppname":"live"`, Lacks: "siteCommissionTip"},
		{Name: "percent as a number", Do: "GET /settings/public", Status: 200, Has: `"spinWheelCommission":20,`},
		{Name: "one group", Do: "GET /settings/public?group=streaming", Status: 200, Has: `"optionForBroadcast":"hls"`, Lacks: "siteName"},
		{Name: "the ui group", Do: "GET /settings/public?group=ui", Status: 200, Has: `"logo":""`, Lacks: "optionFor"},
		{Name: "no such group", Do: "GET /settings/public?group=secret", Status: 422, Has: `"property":"group"`},
		{Name: "runtime", Do: "GET /settings/runtime", Status: 200, Has: `"SOCKET_ENDPOINT":"wss://live.example","API_ENDPOINT":"/api"`},
		{Name: "a guest may not list", Do: "GET /admin/settings", Status: 401},
		{Name: "a member may not list", As: tom, Do: "GET /admin/settings", Status: 403, Has: "Forbidden in the action!"},
		{Name: "a member may not change", As: tom, Do: "PUT /admin/settings", Body: `{"siteName":"x"}`, Status: 403},
		{Name: "an admin lists", As: ada, Do: "GET /admin/settings", Status: 200, Has: `{"key":"siteName","group":"general","type":"text"`},
		{Name: "an admin changes", As: ada, Do: "PUT /admin/settings", Status: 200,
			Body: `{"siteName":"Nova","siteCommissionTip":12.5,"footerContent":"<p onclick=\"x()\">Hi<script>alert(1)</script></p>"}`, Has: `"value":12.5,"changed":true,"updatedBy":"ada"`},
		{Name: "the source is kept", As: ada, Do: "GET /admin/settings", Status: 200, Has: `alert(1)`},
		{Name: "and cleaned when shown", Do: "POST /settings/keys", Body: `{"keys":["footerContent"]}`, Status: 200,
			Has: `{"data":{"footerContent":"<p>Hi</p>"}}`, Lacks: "script"},
		{Name: "only public keys", Do: "POST /settings/keys", Body: `{"keys":["siteName","siteCommissionTip","nonsense","-"]}`, Status: 200,
			Has: `{"data":{"siteName":"Nova"}}`},
		{Name: "keys are needed", Do: "POST /settings/keys", Body: `{}`, Status: 422, Has: "This field is required!"},
		{Name: "a bad value", As: ada, Do: "PUT /admin/settings", Body: `{"siteName":"New","imageMaxMB":0}`, Status: 422,
			Has: `[{"constraints":{"range":"Must be between 1 and 10"},"property":"imageMaxMB"}]`},
		{Name: "changed nothing", Do: "GET /settings/public", Status: 200, Has: `"siteName":"Nova"`},
		{Name: "the history", As: ada, Do: "GET /admin/settings/siteName/history", Status: 200, Has: `"before":null,"after":"Nova","by":"ada","byName":"the ada"`},
		{Name: "another popup", As: ada, Do: "PUT /admin/settings", Body: `{"popup18ContentId":"rules"}`, Status: 200},
		{Name: "is there when settings are read again", Do: "GET /settings/public", Status: 200, Has: `"popupContent18Plus":"the post rules"`},
		{Name: "by name, too", Do: "POST /settings/keys", Body: `{"keys":["popupContent18Plus"]}`, Status: 200, Has: `the post rules`},
		{Name: "undo", As: ada, Do: "POST /admin/settings/siteName/rollback", Body: `{}`, Status: 200, Has: `"siteName"`},
		{Name: "undone", Do: "GET /settings/public", Status: 200, Has: `"siteName":"Limelight"`},
		{Name: "nothing to undo", As: ada, Do: "POST /admin/settings/favicon/rollback", Body: `{}`, Status: 404},
		{Name: "no such setting", As: ada, Do: "POST /admin/settings/nope/rollback", Body: `{}`, Status: 404},
		{Name: "null is the default", As: ada, Do: "PUT /admin/settings", Body: `{"siteCommissionTip":null}`, Status: 200, Has: `"siteCommissionTip"`},
		{Name: "not an object", As: ada, Do: "PUT /admin/settings", Body: `[1]`, Status: 400},
	}.Run(t, h.Routes)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
