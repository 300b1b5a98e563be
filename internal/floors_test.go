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

// The house has six floors (docs/architecture.md). A package may import from
// floors below its own; rooms on the foundation's and the domains' floors do not
// see each other, and kit packages see only kit. Everybody records in the audit log, and tells
// people by notices.
var floors = map[string]int{
	"kit":   0,
	"audit": 1, "notices": 1,
	"account": 2, "ledger": 2, "files": 2, "settings": 2, "uploads": 2, "transcoding": 2,
	"site": 4, "demosite": 4,
	"app": 5,
}

const domain = 3

func floorOf(room string) int {
	if n, ok := floors[room]; ok {
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
	"github.com/gen2brain":          {"internal/kit/pictures"},
	"golang.org/x/image":            {"internal/kit/pictures", "internal/kit/paper"},
	"github.com/stripe":             {"internal/funds/adapters/stripe"},
	"github.com/moov-io":            {"internal/payouts/rails"},
	"github.com/bojanz":             {"internal/kit/currency"},
	"codeberg.org/go-pdf":           {"internal/kit/paper"},
	"github.com/alexedwards":        {"internal/account"},
	"github.com/pquerna/otp":        {"internal/account"},
	"github.com/tink-crypto":        {"internal/kit/seal"},
	"github.com/alecthomas/kong":    {"cmd/limelight"},
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestFloors(t *testing.T) {
	for _, p := range packages(t) {
		inside, ours := strings.CutPrefix(p.ImportPath, "limelight/internal/")
		room, _, _ := strings.Cut(inside, "/")
		if !ours || room == "testkit" || room == "" {
			continue
		}
		for _, imported := range p.Imports {
			target, ours := strings.CutPrefix(imported, "limelight/internal/")
			if !ours {
				continue
			}
			target, _, _ = strings.Cut(target, "/")
			if target != room && floorOf(target) >= floorOf(room) {
				t.Errorf("%s (floor %d) imports %s (floor %d)", inside, floorOf(room), target, floorOf(target))
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

// A room's folders may stand on each other in one direction only. Those of the ledger stand
// on the ledger, and not on each other: what reports it, replays it and seals it can each
// be taken away.
var apart = []string{"ledger/lots", "ledger/report", "ledger/journal"}

func TestTheLedgersFoldersStandApart(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		inside, _ := strings.CutPrefix(p.ImportPath, "limelight/internal/")
		if !slices.Contains(apart, inside) {
			continue
		}
		seen++
		for _, imported := range p.Imports {
			target, _ := strings.CutPrefix(imported, "limelight/internal/")
			if slices.Contains(apart, target) {
				t.Errorf("%s imports %s", inside, target)
			}
		}
	}
	if seen != len(apart) {
		t.Errorf("only %d of %d are there", seen, len(apart))
	}
}
