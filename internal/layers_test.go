package internal_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The program has six layers (docs/architecture.md). A package may import from layers below its
// own; packages of the foundation, and domains, do not import each other, and kit packages import
// only kit. Every layer above it records in the audit log and tells people by notices.
var layers = map[string]int{
	"kit":   0,
	"audit": 1, "notices": 1,
	"account": 2, "ledger": 2, "files": 2, "settings": 2, "uploads": 2, "transcoding": 2,
	"site": 4, "demosite": 4,
	"app": 5,
}

const domain = 3

func layerOf(folder string) int {
	if n, ok := layers[folder]; ok {
		return n
	}
	return domain
}

// fences name the only places that may import a third party.
var fences = map[string][]string{
	"github.com/danielgtaylor/huma": {"internal/kit/api"},
	"github.com/jackc/pgx":          {"internal/kit/db", "bench"},
	"modernc.org/sqlite":            {"internal/kit/db", "bench"},
	"github.com/pressly/goose":      {"internal/kit/db"},
	"github.com/livekit":            {"internal/kit/sfu"},
	"github.com/pion":               {"internal/kit/sfu"},
	"github.com/bluenviron":         {"internal/kit/sfu", "internal/kit/hls"},
	"github.com/lxzan/gws":          {"internal/kit/socket", "bench"},
	"github.com/redis":              {"internal/kit/pubsub", "internal/kit/sfu"}, // sfu: the engines' own records, decision 43
	"github.com/wneessen/go-mail":   {"internal/kit/mail"},
	"github.com/minio":              {"internal/kit/blob"},
	"github.com/tus":                {"internal/uploads"},
	"golang.org/x/exp":              {"internal/uploads"},
	"github.com/gen2brain":          {"internal/kit/images"},
	"golang.org/x/net":              {"internal/notices"},
	"golang.org/x/oauth2":           {"internal/socialconnect"},
	"golang.org/x/image":            {"internal/kit/images", "internal/kit/pdf"},
	"github.com/stripe":             {"internal/funds/adapters/stripe"},
	"github.com/moov-io":            {"internal/payouts/rails"},
	"github.com/bojanz":             {"internal/kit/currency"},
	"codeberg.org/go-pdf":           {"internal/kit/pdf"},
	"github.com/alexedwards":        {"internal/account"},
	"github.com/pquerna/otp":        {"internal/account"},
	"github.com/go-webauthn":        {"internal/account/passkeys"},
	"github.com/tink-crypto":        {"internal/kit/secretbox"},
	"github.com/alecthomas/kong":    {"cmd/limelight"},
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestLayers(t *testing.T) {
	for _, p := range packages(t) {
		inside, ours := strings.CutPrefix(p.ImportPath, "limelight/internal/")
		folder, _, _ := strings.Cut(inside, "/")
		if !ours || folder == "testkit" || folder == "" {
			continue
		}
		for _, imported := range p.Imports {
			target, ours := strings.CutPrefix(imported, "limelight/internal/")
			if !ours {
				continue
			}
			target, _, _ = strings.Cut(target, "/")
			if target != folder && layerOf(target) >= layerOf(folder) {
				t.Errorf("%s (layer %d) imports %s (layer %d)", inside, layerOf(folder), target, layerOf(target))
			}
		}
	}
}

func TestThirdPartiesStayBehindTheirFence(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			for party, places := range fences {
				if strings.HasPrefix(imported, party) && !within(p.ImportPath, places) {
					t.Errorf("%s imports %s, which belongs to %s alone", p.ImportPath, imported, strings.Join(places, ", "))
				}
			}
		}
	}
}

func within(importPath string, places []string) bool {
	for _, place := range places {
		place = "limelight/" + place
		if importPath == place || strings.HasPrefix(importPath, place+"/") {
			return true
		}
	}
	return false
}

func packages(t *testing.T) (list []goPackage) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "limelight/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	stream := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		err := stream.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// A folder within a package's folder may import it, in one direction only. Those of the ledger do
// not import each other: what reports it, replays it and seals it can each be removed.
var separate = []string{"ledger/lots", "ledger/report", "ledger/journal"}

func TestLedgerFoldersAreSeparate(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		inside, _ := strings.CutPrefix(p.ImportPath, "limelight/internal/")
		if !slices.Contains(separate, inside) {
			continue
		}
		seen++
		for _, imported := range p.Imports {
			target, _ := strings.CutPrefix(imported, "limelight/internal/")
			if slices.Contains(separate, target) {
				t.Errorf("%s imports %s", inside, target)
			}
		}
	}
	if seen != len(separate) {
		t.Errorf("only %d of %d are there", seen, len(separate))
	}
}
