package app

import (
	"bytes"
	"context"
	"fmt"
	"html/template"

	"limelight/internal/discover"
)

// firstPage is how many cards the home page asks for first (web/src/performers/api.ts).
const firstPage = 24

// painted is how many cards the shell draws before the app takes over.
const painted = 5

// shellTemplate is the home page's first picture: the header's bar and the first
// cards, in the app's own classes, so that what follows moves nothing. It has no
// behaviour; the app replaces it whole.
var shellTemplate = template.Must(template.New("shell").Parse(`
<div class="sticky top-0 z-30 border-b border-line bg-bg/85"><div class="mx-auto flex h-(--header) max-w-[1720px] items-center px-4 lg:px-8"><b class="text-h2">{{.Site}}</b></div></div>
<div class="mx-auto max-w-[1720px] px-4 pt-6 lg:px-8"><div class="grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6">
{{range $i, $card := .Cards}}<a href="/room/{{.Username}}" class="block overflow-hidden rounded-lg bg-s2 {{if eq $i 0}}max-md:col-span-2 aspect-[5/4] md:aspect-[4/5]{{else}}aspect-[4/5]{{end}}">{{with .Picture}}<img src="{{.}}" alt="{{$card.Name}}" class="size-full object-cover"{{if eq $i 0}} fetchpriority="high"{{end}}>{{end}}</a>
{{end}}</div></div>`))

type shellCard struct{ Username, Name, Picture string }

// bootHome puts the first page of the shop window into the page, draws it, and
// lets the browser fetch the first picture at once.
func (h *house) bootHome(ctx context.Context, b *boot) error {
	found, err := h.discover.Search(ctx, discover.Query{Limit: firstPage})
	if err != nil {
		return fmt.Errorf("first page of the window: %w", err)
	}
	b.Data.Route = append(b.Data.Route, query{Key: []any{"performers", "search", map[string]string{}, 0}, Data: found})
	cards := make([]shellCard, 0, painted)
	for _, c := range found.Data[:min(len(found.Data), painted)] {
		cards = append(cards, shellCard{c.Username, c.Name, pictureOf(c)})
	}
	if len(cards) > 0 {
		b.Preload = cards[0].Picture
	}
	var shell bytes.Buffer
	if err := shellTemplate.Execute(&shell, map[string]any{"Site": b.Title, "Cards": cards}); err != nil {
		return err
	}
	b.Shell = template.HTML(shell.String()) //nolint:gosec // html/template has escaped it
	return nil
}

// pictureOf is what the app's card shows too: the newest frame of a public show,
// else the portrait.
func pictureOf(c discover.Card) string {
	if c.StreamingStatus == "public" && c.Snapshot != "" {
		return c.Snapshot
	}
	return c.CardImage
}
