package internal_test

import (
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// composing are the files of internal/app that are about every domain.
var composing = []string{"services.go", "kinds.go", "late.go"}

// neighbours are the other domains that a file of internal/app names: what its own needs of
// them, or hears from them. Whoever takes a domain out finds here who misses it.
var neighbours = map[string][]string{
	"benchsite.go":                 {"earnings", "favourites", "messages", "purchases", "show", "studio", "tips"},
	"wire_account.go":              {"performer"},
	"wire_admin.go":                {"funds"},
	"wire_assets.go":               {"blocking", "performer", "purchases"},
	"wire_commissions.go":          {"studio"},
	"wire_discover.go":             {"assets", "blocking", "favourites", "performer", "ranking"},
	"wire_downloads.go":            {"assets", "funds", "purchases"},
	"wire_favourites.go":           {"blocking", "messages", "performer", "show"},
	"wire_funds_news.go":           {"moderation"},
	"wire_goals.go":                {"messages"},
	"wire_media.go":                {"show"},
	"wire_identity.go":             {"performer", "studio"},
	"wire_orders.go":               {"places"},
	"wire_performer_visibility.go": {"blocking", "messages", "show"},
	"wire_playback.go":             {"assets"},
	"wire_purchases.go":            {"assets", "orders", "playback"},
	"wire_purchases_refunds.go":    {"assets", "orders"},
	"wire_ranking.go":              {"performer"},
	"wire_recording.go":            {"performer", "show"},
	"wire_schedules.go":            {"blocking"},
	"wire_settings.go":             {"pages"},
	"wire_show.go":                 {"performer"},
	"wire_show_cuts.go":            {"blocking", "messages", "performer"},
	"wire_show_news.go":            {"messages"},
	"wire_site.go":                 {"discover", "pages", "show"},
	"wire_socialconnect.go":        {"show"},
	"wire_studio.go":               {"commissions"},
	"wire_tips.go":                 {"messages"},
	"wire_tips_goals.go":           {"messages"},
	"wire_uploads_forms.go":        {"performer"},
	"wire_uploads_storage.go":      {"assets"},
	"wire_wheel.go":                {"messages"},
}

// TestGlueIsOfOneDomain holds each file of internal/app to the domains that it may name: a
// wire file those of its name, wire_<domain>_<other>.go, and the neighbours above; any other
// file none.
func TestGlueIsOfOneDomain(t *testing.T) {
	wired := 0
	for _, path := range appFiles(t) {
		file := filepath.Base(path)
		if slices.Contains(composing, file) {
			continue
		}
		of, isWire := strings.CutPrefix(strings.TrimSuffix(file, ".go"), "wire_")
		own := strings.Split(of, "_")
		if isWire {
			wired++
		} else {
			own = nil
		}
		named := domainsNamed(t, path)
		for _, name := range named {
			if !slices.Contains(own, name) && !slices.Contains(neighbours[file], name) {
				t.Errorf("internal/app/%s names the domain %s: its glue belongs into wire_%s.go, or it is a new neighbour", file, name, name)
			}
		}
		for _, name := range neighbours[file] {
			_, gone := os.Stat(name) // where scripts/removal.sh took it out
			if gone == nil && !slices.Contains(named, name) {
				t.Errorf("internal/app/%s names %s no longer: take it out of neighbours", file, name)
			}
		}
	}
	if wired < 40 {
		t.Errorf("only %d wire files were found", wired)
	}
}

func appFiles(t *testing.T) (paths []string) {
	sources(t, "app", ".go", func(path string) {
		if !strings.HasSuffix(path, "_test.go") {
			paths = append(paths, path)
		}
	})
	return paths
}

// domainsNamed are the packages of the domains' layer that a file imports, by their folder.
func domainsNamed(t *testing.T, path string) (names []string) {
	t.Helper()
	for _, spec := range parsed(t, path).Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		inside, ours := strings.CutPrefix(imported, "limelight/internal/")
		name, _, _ := strings.Cut(inside, "/")
		if ours && layerOf(name) == domain && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// lateSeams are what is needed before it is built. The list only shrinks: a new need is an
// event, or another order of construction.
var lateSeams = []string{
	"accounts", "commissions", "hls", "orders", "pages", "performers", "purchases", "storage", "visibility",
}

// plugged are what is put into a service after its construction, because whoever plugs it in
// may be left out, or is built on it; a check opens the store of files when it comes to them.
// This list only shrinks, too.
var plugged = []string{
	"accounts.OtherLogins", "accounts.Referrals", "files.Store", "ledger.Bearer", "ledger.Gate", "ledger.MAC", "messages.Goals", "recordings.Tips", "uploads.Store", "webPush.Unread",
}

func TestLateSeams(t *testing.T) {
	declared, found := map[string]bool{}, map[string]bool{}
	for _, path := range appFiles(t) {
		ast.Inspect(parsed(t, path), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				if of, isGeneric := n.Type.(*ast.IndexExpr); isGeneric && isNamed(of.X, "Late") {
					for _, name := range n.Names {
						declared[name.Name] = true
					}
				}
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					if name := pluggedField(to); name != "" {
						found[name] = true
					}
				}
			}
			return true
		})
	}
	if got := slices.Sorted(maps.Keys(declared)); !slices.Equal(got, lateSeams) {
		t.Errorf("late seams are %v, want %v", got, lateSeams)
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, plugged) {
		t.Errorf("plugged in after construction are %v, want %v", got, plugged)
	}
}

func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// pluggedField is service.Field of s.service.Field, where something is assigned to it.
func pluggedField(to ast.Expr) string {
	field, ok := to.(*ast.SelectorExpr)
	if !ok || !field.Sel.IsExported() {
		return ""
	}
	service, ok := field.X.(*ast.SelectorExpr)
	if !ok || !isNamed(service.X, "s") {
		return ""
	}
	return service.Sel.Name + "." + field.Sel.Name
}
