package site

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"limelight/internal/discover"
	"limelight/internal/kit/lang"
	"limelight/internal/pages"
)

// firstPage is how many cards the home page asks for first (web/src/performers/api.ts).
const firstPage = 24

// painted is how many cards the shell draws before the app takes over.
const painted = 5

// shellTemplate is the home page's first picture: the header's bar, the places of
// who is live, of the leading room and of the filters, and the first cards, in the
// app's own classes, so that what follows moves nothing. It has no behaviour; the
// app replaces it whole.
var shellTemplate = template.Must(template.New("shell").Parse(`
<div class="sticky top-0 z-30 border-b border-line bg-bg/85"><div class="mx-auto flex h-(--bar) max-w-[1720px] items-center px-4 lg:px-8"><b class="text-h2">{{.Site}}</b></div></div>
{{if .Live}}<div class="h-[108px] lg:hidden"></div>{{end}}
{{if .Banners}}<div class="mx-auto flex w-full max-w-[1720px] gap-3 overflow-hidden px-4 pt-8 md:gap-4 lg:grid lg:px-8{{if gt .Banners 1}} lg:grid-cols-2{{end}}"><div class="aspect-[16/6] w-full shrink-0 rounded-lg bg-s2 lg:w-auto"></div></div>{{end}}
<div class="mx-auto hidden w-full max-w-[1720px] px-8 pt-6 lg:block"><div class="h-[380px] rounded-xl bg-s2"></div></div>
<div class="h-17 shrink-0 lg:h-19"></div>
<div class="mx-auto w-full max-w-[1720px] px-4 lg:px-8"><div class="grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6">
{{range $i, $card := .Cards}}<a href="/room/{{.Username}}" class="block overflow-hidden rounded-lg bg-s2 {{if eq $i 0}}max-md:col-span-2 aspect-[5/4] md:aspect-[4/5]{{else}}aspect-[4/5]{{end}}">{{with .Picture}}{{if .Src}}<img src="{{.Src}}"{{with .SrcSet}} srcset="{{.}}"{{end}}{{with .Sizes}} sizes="{{.}}"{{end}} alt="{{$card.Name}}" class="size-full object-cover" fetchpriority="{{if eq $i 0}}high{{else}}low{{end}}">{{end}}{{end}}</a>
{{end}}</div></div>`))

type shellCard struct {
	Username, Name string
	Picture        picture
}

// picture is an image element's: what it shows where there is no choice, the
// choice by width, how wide it is drawn, and on which screens at all.
type picture struct{ Src, SrcSet, Sizes, Media string }

// bootHome puts the first page of the shop window into the page, draws it, and
// lets the browser fetch the first picture at once.
func (s *Site) bootHome(ctx context.Context, b *boot) error {
	found, err := s.source.Search(ctx, discover.Query{Limit: firstPage})
	if err != nil {
		return fmt.Errorf("first page of the window: %w", err)
	}
	b.Data.Route = append(b.Data.Route, query{Key: []any{"performers", "search", map[string]string{}, 0}, Data: found})
	banners, err := s.source.Banners(ctx)
	if err != nil {
		return fmt.Errorf("banners of the window: %w", err)
	}
	b.Data.Route = append(b.Data.Route, query{Key: []any{"banners"}, Data: banners})
	onTop := len(slices.DeleteFunc(slices.Clone(banners.Data), func(b pages.Banner) bool { return b.Position != "top" }))
	cards := make([]shellCard, 0, painted)
	for i, c := range found.Data[:min(len(found.Data), painted)] {
		cards = append(cards, shellCard{c.Username, c.Name, pictureOf(c, i == 0)})
	}
	if len(cards) > 0 {
		b.Preload = cards[0].Picture
	}
	b.Modules = []string{homePage}
	var shell bytes.Buffer
	if err := shellTemplate.Execute(&shell, map[string]any{"Site": b.Title, "Cards": cards, "Live": anyLive(found.Data), "Banners": onTop}); err != nil {
		return err
	}
	b.Shell = template.HTML(shell.String()) // html/template has escaped it
	return nil
}

// anyLive tells whether the app draws its strip of faces.
func anyLive(cards []discover.Card) bool {
	return slices.ContainsFunc(cards, func(c discover.Card) bool { return c.StreamingStatus == "public" })
}

// roomTemplate is a room's first picture: the performer's, where the video will
// be, as dim as the app's poster draws it, and why there is no video in the poster's
// words, classes and places, which would else be there only with the app. The wide
// one is for large screens, which have the header above it; a live picture comes over
// it (media/opening.ts). A small file does for what is blurred (Poster.tsx). The tall
// one is a pixel short of the window: what covers all of it a browser takes for the
// background, and what it tells as the largest thing on the page is a line of the chat.
var roomTemplate = template.Must(template.New("room").Parse(`
<div data-stage="cover" class="fixed inset-x-0 top-(--strip) h-[calc(100dvh-max(1px,var(--strip)))] overflow-hidden bg-black lg:hidden">{{with .Tall}}<img src="{{.Src}}"{{with .SrcSet}} srcset="{{.}}" sizes="25vw"{{end}} alt="" loading="lazy" class="absolute inset-0 size-full scale-105 object-cover brightness-75 blur-[6px]">{{end}}{{with .Words}}<div class="absolute inset-x-0 top-[19%] grid justify-items-center gap-1.5 px-6 text-center text-white"><p class="text-h2 font-extrabold tracking-[-.015em] text-balance">{{.Title}}</p><p class="text-label font-normal text-balance text-white/85">{{.Text}}</p></div>{{end}}</div>
<div class="hidden lg:block"><div class="h-(--bar) border-b border-line"></div><div class="grid grid-cols-[minmax(0,1fr)_388px]"><div class="px-6 pt-5"><div data-stage="contain" class="relative aspect-video max-h-[calc(100dvh-250px)] w-full overflow-hidden rounded-lg bg-black">{{with .Wide}}<img src="{{.Src}}"{{with .SrcSet}} srcset="{{.}}" sizes="25vw"{{end}} alt="" loading="lazy" class="absolute inset-0 size-full scale-105 object-cover brightness-75 blur-[6px]">{{end}}{{with .Words}}<div class="absolute inset-x-0 bottom-[6%] grid justify-items-center gap-1.5 px-6 text-center text-white"><p class="text-h2 font-extrabold tracking-[-.015em] text-balance">{{.Title}}</p><p class="text-label font-normal text-balance text-white/85">{{.Text}}</p></div>{{end}}</div></div><div class="h-[calc(100dvh-var(--header))] border-s border-line bg-s1"></div></div></div>
`))

var absences = map[string]string{"offline": lang.Mark("%s is offline"), "away": lang.Mark("%s is away")}

// drawRoom paints a room before the app does, and its poster is on its way with
// the page. Pictures of the shape that is not shown are never fetched: they are
// lazy.
func drawRoom(b *boot, p discover.Profile) error {
	parts := map[string]any{}
	if say := lang.To(b.Lang.Code); absences[p.StreamingStatus] != "" {
		parts["Words"] = map[string]string{
			"Title": say(absences[p.StreamingStatus], p.Name),
			"Text":  say("The show starts here by itself once %s goes live.", p.Name),
		}
	}
	tall, wide := variantsOf(p.CardImage, "card", 320, 640, 960), variantsOf(p.WideImage, "wide", 640, 1280)
	if tall.Src != "" {
		parts["Tall"] = tall
		b.Preload = picture{tall.Src, tall.SrcSet, "25vw", "(max-width: 1023.98px)"}
	}
	if wide.Src == "" {
		wide = tall
	}
	if wide.Src != "" {
		parts["Wide"] = wide
	}
	var shell bytes.Buffer
	if err := roomTemplate.Execute(&shell, parts); err != nil {
		return err
	}
	b.Shell = template.HTML(shell.String()) // html/template has escaped it
	return nil
}

// pictureOf is what the app's card shows too, in the same choice of widths, so
// that it is fetched once: the newest frame of a public show, else the portrait
// (web/src/performers/picture.ts and PerformerCard.tsx).
func pictureOf(c discover.Card, leads bool) picture {
	if c.StreamingStatus == "public" && c.Snapshot != "" {
		return picture{Src: c.Snapshot}
	}
	p := variantsOf(c.CardImage, "card", 320, 640, 960)
	if p.SrcSet == "" {
		return p
	}
	p.Sizes = "(max-width: 767px) 50vw, (max-width: 1279px) 25vw, 280px"
	if leads {
		p.Sizes = "(max-width: 767px) 100vw, " + p.Sizes
	}
	return p
}

// keptPicture is the address of one width of a picture that the server keeps, such as card-960.webp.
var keptPicture = regexp.MustCompile(`^(/files/[^/]+)/(card|wide)(-\d+)?\.webp$`)

// variantsOf names the widths that the server keeps of a picture, which has the
// middle one's name without a number (internal/files/images.go), as the app does
// (web/src/performers/picture.ts): what it chose is fetched once.
func variantsOf(address, kind string, widths ...int) picture {
	kept := keptPicture.FindStringSubmatch(address)
	if kept == nil || kept[2] != kind {
		return picture{Src: address}
	}
	plain := map[string]int{"card": 640, "wide": 1280}[kind]
	choice := make([]string, 0, len(widths))
	for _, width := range widths {
		name := fmt.Sprintf("%s-%d", kind, width)
		if width == plain {
			name = kind
		}
		choice = append(choice, fmt.Sprintf("%s/%s.webp %dw", kept[1], name, width))
	}
	return picture{Src: kept[1] + "/" + kind + ".webp", SrcSet: strings.Join(choice, ", ")}
}
