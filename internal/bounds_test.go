package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What bounds fields that no visitor makes grow.
const (
	oneAnswer = "made for one call, one transaction or one rendering, and gone with it"
	program   = "the program's own names: as many as the source has"
	operator  = "what the operator entered"
	command   = "of a command that an operator runs, or of the demo"
)

// bounds say of everything that is kept in memory under keys, or in a list behind a
// lock, what it is bounded by. Nobody who is not the operator may make one grow
// without an end.
var bounds = map[string]string{
	"account.fairQueue.lines": "fairQueue.max callers wait", "account.fairQueue.order": "networks in lines",
	"assets.Parts.Files": oneAnswer, "assets.Parts.UploadIDs": oneAnswer, "assets.keptParts.uploads": oneAnswer,
	"app.copier.want": command, "demosite.Part.Questions": command, "demosite.filling.categories": command, "demosite.filling.ids": command, "demosite.filling.prints": command, "demosite.history.payments": command, "demosite.pastStage.rooms": command,
	"app.balances.moved":            "accounts whose tokens moved since the last push",
	"app.health.said":               program,
	"notices.Announcer.audiences":   "kinds of notices that are told to many, while the program is built",
	"notices.Announcer.connected":   "announcements under way",
	"notices/webpush.origins.under": "slots of the worker",
	"commissions.Scenario.Site":     oneAnswer,
	"commissions.Scenario.Member":   oneAnswer,
	"ranking.counter.seen":          "maxSeen, then emptied", "ranking.counter.by": "performers of the site", "ranking.measured.watched": oneAnswer, "ranking.measured.was": oneAnswer, "ranking.measured.shown": oneAnswer,
	"discover.facts.favourites": "one member's favourites; maxViewers of facts are kept", "discover.viewer.favourites": oneAnswer,
	"discover.cache.pages": "maxPages, then emptied", "discover.cache.totals": "maxPages, then emptied", "discover.cache.viewers": "maxViewers, then emptied",
	"finance.Transfer.Names": oneAnswer, "funds.Package.Translations": oneAnswer, "funds.Started.Fields": oneAnswer, "funds.Reconciled.Refusals": oneAnswer, "funds/gateway.Next.Fields": oneAnswer,
	"ledger.Posted.after":   oneAnswer,
	"messages.core.kinds":   program,
	"kit/api.Router.acting": program,
	"kit/api.Router.events": program, "kit/db.stmtCache.parsed": "maxStmts, then emptied", "kit/fault.Fault.Extra": oneAnswer,
	"kit/hls.Server.bridges":      "Config.Rooms",
	"kit/hls.Server.ended":        "rooms that were bridged in the last two seconds",
	"kit/hls.Server.suited":       "shows that somebody joined in the last two seconds",
	"kit/hls.access.known":        "maxChecked",
	"kit/hls.audience.seen":       "maxSeen of a fixed size; of one address maxPerAddress",
	"kit/hls.liveWindow.segments": "the length and the bytes of a window",
	"kit/lang.spoken.texts":       program, "kit/lang.translation.forms": program,
	"kit/limit.Open.open":            "two for each of what is open: the sockets and signalling connections of a node",
	"kit/limit.Buckets.full":         "MaxBuckets, then half of them go",
	"kit/limit.Memory.keys":          "MaxEvents over all keys",
	"kit/limit.Memory.order":         "Memory.keys",
	"kit/metrics.reading.known":      program,
	"kit/pubsub.local.channels":      program,
	"kit/pubsub.remote.subs":         program,
	"kit/sfu.repeats.seen":           "maxTexts",
	"kit/sfu.rooms.deleted":          "rooms that ended in the last minutes: one to three of a show",
	"kit/sfu.Grant.Attributes":       oneAnswer,
	"kit/sfu.Participant.Attributes": oneAnswer,
	"kit/sfu.feed.heard":             program,
	"kit/sfu.activities.seen":        "who may publish in the room: the performer, and the member with a camera",
	"kit/sfu.heldSessions.sessions":  "maxWaiting, each for heldFor; they are open connections to /rtc too",
	"kit/sfu.conns.open":             "open connections to /rtc, whose pace is an address's",
	"kit/sfu.holders.known":          "participants of this process' engine",
	"kit/sfu.holders.gone":           "maxGone, then emptied",
	"kit/sfu.monitors.open":          "open shows; one that nobody asks for half a minute goes",
	"kit/sfu.viewers.slots":          "Config.Viewers, and who resumes: open connections to /rtc, and the engine's participants",
	"kit/sfu.roomNames.names":        "rooms that run on this engine",
	"kit/sfu.tcpMux.agents":          "ICE agents of the engine: one or two of a participant",
	"kit/sfu.register.own":           "rooms that run on this engine",
	"kit/sfu/relay.ports.open":       "relays that are held: the port range",
	"kit/sfu/relay.quota.users":      "relays that are held: the port range",
	"kit/sfu/relay.quota.clients":    "relays that are held: the port range",
	"kit/socket.Conn.joined":         "Limits.Rooms, and its own three",
	"kit/socket.Conn.owners":         "an address and its network",
	"kit/socket.Conn.queue":          "Limits.HardBytes",
	"kit/socket.Server.handlers":     program,
	"kit/socket.change.people":       "who came or went since the last telling, a tenth of a second to half of one",
	"kit/socket.cluster.commands":    "maxCommands",
	"kit/socket.cluster.peers":       "nodes of this site; a silent one goes after its lease",
	"kit/socket.cluster.pending":     "maxBacklog bytes, and as much again of commands",
	"kit/socket.connections.byKey":   "Limits.Connections",
	"kit/socket.peer.rooms":          "rooms of another node, as bounded there",
	"kit/socket.peerRoom.people":     "people of another node, as bounded there",
	"kit/socket.presence.changes":    "rooms that changed since the last telling",
	"kit/socket.presence.dirty":      "rooms that changed since the last telling",
	"kit/socket.revocations.byID":    "sessions that ended in the last twenty seconds",
	"kit/socket.room.members":        "Limits.Connections",
	"kit/socket.room.people":         "room.members",
	"kit/socket.room.pending":        "maxPending; beyond it only Critical ones, each paced where it is caused",
	"kit/socket.room.snapshot":       "room.members",
	"kit/socket.rooms.byName":        "Limits.Rooms for each connection; a room without members goes",
	"kit/socket.writer.bytes":        "Limits.HardBytes",
	"kit/socket.writer.closing":      "one close frame",
	"kit/transcode.tail.kept":        "2 * maxSaid",
	"kit/transcode.tail.line":        "maxLine",
	"ledger/lots.book.holds":         command, "ledger/lots.book.lotsOf": command, "ledger/lots.book.open": command, "ledger/lots.book.outflowOf": command, "ledger/lots.place.amounts": command,
	"identity.Check.files": oneAnswer, "identity.Deps.Subjects": program,
	"kit/ttlcache.Cache.entries": "the most that its user says; older ones go with the next that is kept",
	"payouts.Rules.Minimum":      program, "payouts.Batches.rails": program,
	"refunds.Preview.Names":     oneAnswer,
	"settings.changeInput.Body": oneAnswer, "settings.state.rows": operator,
	"show/lifecycle.Presence.Present": oneAnswer, "show/snapshots.watchers.open": "shows that this node watches",
	"show/recording.Service.started": "shows that this node records",
	"uploads.exchange.said":          "a hundred bytes",
	"uploads.leases.held":            "requests about uploads that are under way on this node",
}

// Every map that is kept, and every list behind a lock, has a bound that somebody
// thought of and wrote into the table above.
func TestWhatIsKeptIsBounded(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(unbarred, filepath.ToSlash(path)):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(path))
		for _, declared := range file.Decls {
			general, ok := declared.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					for _, field := range keptFields(spec.Type) {
						name := folder + "." + spec.Name.Name + "." + field.Name
						found[name] = true
						if bounds[name] == "" {
							t.Errorf("%s: %s is kept in memory: write into bounds what it is bounded by", files.Position(field.Pos()), name)
						}
					}
				case *ast.ValueSpec:
					if general.Tok == token.VAR && startsEmpty(spec) {
						t.Errorf("%s: a variable of the package that grows: keep it in a struct, and write its bound into bounds", files.Position(spec.Pos()))
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(bounds)) {
		if !found[name] {
			t.Errorf("%s is in bounds, and nowhere else", name)
		}
	}
}

// keptFields are the fields of the structs in a type that may grow: maps, and lists
// where there is a lock. Fields with tags are of bodies and rows.
func keptFields(of ast.Expr) (names []*ast.Ident) {
	ast.Inspect(of, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		locked := slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return isOf(f.Type, "sync", "Mutex", "RWMutex") })
		for _, field := range s.Fields.List {
			if field.Tag == nil && (isMap(field.Type) || locked && isList(field.Type)) {
				names = append(names, field.Names...)
			}
		}
		return true
	})
	return names
}

func isMap(t ast.Expr) bool {
	_, ok := t.(*ast.MapType)
	return ok || isOf(t, "sync", "Map") || isOf(t, "list", "List")
}

func isList(t ast.Expr) bool {
	list, ok := t.(*ast.ArrayType)
	return ok && list.Len == nil
}

// isOf tells whether a type, or what it points to, is one of a package's.
func isOf(t ast.Expr, pkg string, names ...string) bool {
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	chosen, ok := t.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, _ := chosen.X.(*ast.Ident)
	return from != nil && from.Name == pkg && slices.Contains(names, chosen.Sel.Name)
}

// startsEmpty tells whether a variable is a map without content, which is for
// nothing but to be filled later.
func startsEmpty(v *ast.ValueSpec) bool {
	if len(v.Values) == 0 {
		return v.Type != nil && isMap(v.Type)
	}
	switch made := v.Values[0].(type) {
	case *ast.CompositeLit:
		return made.Type != nil && isMap(made.Type) && len(made.Elts) == 0
	case *ast.CallExpr:
		made0, _ := made.Fun.(*ast.Ident)
		return made0 != nil && made0.Name == "make" && len(made.Args) > 0 && isMap(made.Args[0])
	}
	return false
}
