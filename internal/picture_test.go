package internal_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw docs/shots/packages.svg anew")

const picture = "../docs/shots/packages.svg"

// TestPictureOfPackages draws the layers with their packages and what each imports. Arrows
// point downwards, or the drawing fails. internal/app imports every package below and all of
// them import kit: those two are bands without arrows.
func TestPictureOfPackages(t *testing.T) {
	drawn := drawPackages(t, importsByFolder(t))
	if *update {
		if err := os.WriteFile(picture, []byte(drawn), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(picture); err != nil || string(kept) != drawn {
		t.Errorf("docs/shots/packages.svg is stale: go test ./internal -run TestPictureOfPackages -update")
	}
}

// importsByFolder are the folders of internal, and which others each imports.
func importsByFolder(t *testing.T) map[string][]string {
	t.Helper()
	folders := map[string][]string{}
	for _, p := range packages(t) {
		inside, ours := strings.CutPrefix(p.ImportPath, "limelight/internal/")
		from, _, _ := strings.Cut(inside, "/")
		if !ours || from == "testkit" {
			continue
		}
		for _, imported := range append(p.Imports, p.ImportPath) {
			target, ours := strings.CutPrefix(imported, "limelight/internal/")
			target, _, _ = strings.Cut(target, "/")
			if ours && !slices.Contains(folders[from], target) && (target != from || folders[from] == nil) {
				folders[from] = append(folders[from], target)
			}
		}
	}
	return folders
}

var layerNames = []string{"kit", "record and tell", "foundation", "domains", "site", "app"}

var arrowColours = map[string]string{
	"account": "#c2410c", "ledger": "#15803d", "files": "#7c3aed", "settings": "#b45309",
	"uploads": "#be185d", "transcoding": "#0e7490", "audit": "#2563eb", "notices": "#64748b",
}

func drawPackages(t *testing.T, imports map[string][]string) string {
	const width, high, gap, perLine = 1280, 26, 100, 9
	t.Helper()
	type point struct{ x, y int }
	at, y := map[string]point{}, 30
	var boxes, arrows strings.Builder
	box := func(name string, x, y, w int) {
		fmt.Fprintf(&boxes, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="#fff" stroke="#475569"/><text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n",
			x-w/2, y, w, high, x, y+17, name)
	}
	for layer := len(layerNames) - 1; layer >= 0; layer-- {
		var names []string
		for _, name := range slices.Sorted(maps.Keys(imports)) {
			if layerOf(name) == layer {
				names = append(names, name)
			}
		}
		fmt.Fprintf(&boxes, `<text x="20" y="%d" font-weight="bold">%d %s</text>`+"\n", y-10, layer, layerNames[layer])
		if len(names) == 1 { // a band
			box(names[0], width/2, y, width-40)
		} else {
			for line := range slices.Chunk(names, perLine) {
				for i, name := range line {
					x := width * (2*i + 1) / (2 * len(line))
					at[name] = point{x, y}
					box(name, x, y, 110)
				}
				y += 2 * high
			}
			y -= 2 * high
		}
		y += high + gap
	}
	for _, from := range slices.Sorted(maps.Keys(imports)) {
		for _, target := range slices.Sorted(slices.Values(imports[from])) {
			begin, isFrom := at[from]
			end, isTarget := at[target]
			if target == from || !isFrom || !isTarget {
				continue
			}
			if begin.y >= end.y {
				t.Errorf("%s imports %s, which does not lie below it", from, target)
			}
			fmt.Fprintf(&arrows, `<path d="M%d %d C%d %d %d %d %d %d" stroke="%s"/>`+"\n",
				begin.x, begin.y+high, begin.x, begin.y+high+50, end.x, end.y-50, end.x, end.y, arrowColours[target])
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" fill="#0f172a">
<rect width="100%%" height="100%%" fill="#f8fafc"/>
<g fill="none" stroke-opacity="0.45" stroke="#94a3b8">
%s</g>
%s</svg>
`, width, y-gap+20, arrows.String(), boxes.String())
}
