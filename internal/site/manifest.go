package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
)

// Pages whose scripts the page names itself, as their files are called in web/src.
const (
	homePage = "src/features/home/HomePage.tsx"
	roomPage = "src/app/RoomPage.tsx"
)

// opening is what begins to show a live room, before the app is there: a script of its own,
// which imports nothing (web/vite.opening.config.ts).
const opening = ".vite/opening.js"

// readOpening is the script as an element can hold it; empty for a program built without
// the web app.
func readOpening(dist fs.FS) ([]byte, error) {
	script, err := fs.ReadFile(dist, opening)
	if err != nil {
		return nil, nil // its absence is said on the page itself (notBuilt)
	}
	for _, end := range []string{"</script", "<!--"} {
		if bytes.Contains(bytes.ToLower(script), []byte(end)) {
			return nil, fmt.Errorf("%s holds %s, which would end its element", opening, end)
		}
	}
	return bytes.TrimSpace(script), nil
}

// manifest is what the build says about its chunks, by the file that each began
// as (Vite, build.manifest).
type manifest map[string]chunk

type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

// readManifest is empty for a program built without the web app.
func readManifest(dist fs.FS) (m manifest, err error) {
	written, err := fs.ReadFile(dist, ".vite/manifest.json")
	if err != nil {
		return nil, nil // its absence is said on the page itself (notBuilt)
	}
	if err := json.Unmarshal(written, &m); err != nil {
		return nil, fmt.Errorf("read the web app's manifest: %w", err)
	}
	return m, nil
}

// beyond lists the addresses of a page's scripts that index.html does not name:
// without it the browser would learn of them only when the first ones run.
func (m manifest) beyond(parts ...string) (addresses []string) {
	seen := map[string]bool{}
	var walk func(name string, visit func(address string))
	walk = func(name string, visit func(string)) {
		c, known := m[name]
		if !known || seen[name] {
			return
		}
		seen[name] = true
		visit("/" + c.File)
		for _, imported := range c.Imports {
			walk(imported, visit)
		}
	}
	walk("index.html", func(string) {})
	for _, part := range parts {
		walk(part, func(address string) { addresses = append(addresses, address) })
	}
	return addresses
}
