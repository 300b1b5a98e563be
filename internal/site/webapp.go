package site

import (
	"encoding/json"
	"net/http"

	"limelight/internal/kit/lang"
)

// webAppFile is what a device reads that is told to keep the site like an app. On iOS only such a
// site is pushed to, and has a number on its icon.
const webAppFile = "app.webmanifest"

// webApp is a web application manifest (W3C).
type webApp struct {
	Name       string       `json:"name"`
	ShortName  string       `json:"short_name"`
	StartURL   string       `json:"start_url"`
	Scope      string       `json:"scope"`
	Display    string       `json:"display"`
	Background string       `json:"background_color"`
	Theme      string       `json:"theme_color"`
	Icons      []webAppIcon `json:"icons"`
}

type webAppIcon struct {
	Src   string `json:"src"`
	Sizes string `json:"sizes"`
}

// pageColour is the dark theme's, in which the app starts.
const pageColour = "#0d0a0b"

func (s *Site) webApp(w http.ResponseWriter) {
	now := s.source.Settings(lang.English)
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	err := json.NewEncoder(w).Encode(webApp{
		Name: now.SiteName, ShortName: now.SiteName, StartURL: "/", Scope: "/", Display: "standalone",
		Background: pageColour, Theme: pageColour, Icons: []webAppIcon{{now.Favicon, "any"}},
	})
	if err != nil {
		s.log.Debug("send the web app's manifest", "error", err)
	}
}
