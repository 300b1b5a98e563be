package demosite

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"limelight/demo"
	"limelight/internal/assets"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/images"
	"limelight/internal/kit/money"
	"limelight/internal/kit/recovery"
)

// gallery is one gallery of the demo's, and how its light is: what each colour is
// multiplied by, in percent.
type gallery struct {
	title, about string
	price        int64
	tags         []string
	light        [3]int
}

// galleries are what the demo's performers sell: each two or three of them.
var galleries = []gallery{
	{"Golden hour", "The last light of a long day on the roof.", 15, []string{"sunset", "outdoor"}, [3]int{108, 96, 74}},
	{"Backstage", "What nobody sees: before the lights go on.", 25, []string{"backstage", "show"}, [3]int{96, 82, 104}},
	{"Neon night", "Pink, blue and a very late tram home.", 30, []string{"neon", "night"}, [3]int{92, 74, 118}},
	{"Rehearsal", "Steps that went wrong, and some that did not.", 10, []string{"dance", "studio"}, [3]int{100, 100, 100}},
	{"Blue morning", "Coffee, a window, no plans.", 20, []string{"morning", "cosy"}, [3]int{80, 96, 116}},
	{"Velvet", "Studio portraits on red velvet.", 45, []string{"portrait", "studio"}, [3]int{116, 78, 82}},
	{"Black and gold", "The gala set, complete.", 60, []string{"gala", "portrait"}, [3]int{104, 92, 62}},
}

// onlyThemselves is what performers declare of all that they sell.
var onlyThemselves = assets.Consents{OnlyMe: true, Adults: true, Depicted: true, Published: true, Downloadable: true}

// frames are the parts of a drawing that make a photo: left, top, right and bottom,
// in percent, of which drawing.
var frames = []struct {
	drawing string
	part    image.Rectangle
}{
	{"portrait", image.Rect(0, 0, 100, 100)},
	{"wide", image.Rect(20, 0, 80, 100)},
	{"portrait", image.Rect(10, 5, 90, 70)},
	{"wide", image.Rect(0, 10, 70, 95)},
	{"portrait", image.Rect(0, 35, 85, 100)},
}

// addGalleries puts photos on sale, one performer beside the other; the last of them has a
// gallery that waits for the operator.
func (f *filling) addGalleries(ctx context.Context, all people) error {
	boss := images.Unbounded(f.asOperator(ctx, all))
	var drawing sync.WaitGroup
	failed := make(chan error, len(all.Performers))
	turns := make(chan struct{}, runtime.NumCPU())
	for i, p := range all.Performers {
		drawing.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			err := recovery.Run(f.Log, "demo.galleries", func() error { return f.addGalleriesOf(boss, i, p, i == len(all.Performers)-1) })
			if err != nil {
				failed <- fmt.Errorf("galleries of %s: %w", p.Username, err)
			}
		})
	}
	drawing.Wait()
	close(failed)
	return <-failed // nil when nobody failed
}

func (f *filling) addGalleriesOf(boss context.Context, nth int, p performing, waits bool) error {
	drawings := map[string]image.Image{}
	for _, name := range []string{"portrait", "wide"} {
		text, err := fs.ReadFile(demo.Media(), "performers/"+p.Username+"-"+name+".jpg")
		if err != nil {
			return err
		}
		if drawings[name], err = jpeg.Decode(bytes.NewReader(text)); err != nil {
			return err
		}
	}
	for i := range 2 + (nth+3)%4/3 {
		g := galleries[(2*nth+3*i)%len(galleries)]
		s := f.sellingSince(f.Now().AddDate(0, 0, -(7*i + nth + 1)))
		a, err := f.drawGallery(boss, s, p, g, drawings, 2+(nth+i)%2)
		if err != nil {
			return err
		}
		if waits && i == 0 {
			continue
		}
		if _, err := s.Decide(boss, a.ID, a.Version, true, ""); err != nil {
			return err
		}
	}
	return nil
}

// sellingSince is the store on an earlier day.
func (f *filling) sellingSince(day time.Time) *assets.Service {
	deps := f.Assets.Deps
	keeper := f.Files.Deps
	keeper.Now = func() time.Time { return day }
	deps.Now, deps.Files = keeper.Now, files.New(keeper)
	return assets.New(deps)
}

// drawGallery makes a gallery of parts of a performer's drawings, and submits it.
func (f *filling) drawGallery(ctx context.Context, s *assets.Service, p performing, g gallery, drawings map[string]image.Image, photos int) (a assets.Asset, err error) {
	performerID, price := f.ids[p.Username], money.Whole(g.price)
	a, err = s.Create(ctx, performerID, assets.Gallery, assets.Fields{Title: &g.title, Description: &g.about, Price: &price, Tags: g.tags, CategoryIDs: f.categoryIDs(p)})
	if err != nil {
		return a, err
	}
	for i := range photos {
		frame := frames[i%len(frames)]
		photo, err := relit(drawings[frame.drawing], frame.part, g.light)
		if err != nil {
			return a, err
		}
		if _, err := s.AddPhoto(ctx, performerID, a.ID, api.FileOf(fmt.Sprintf("%s-%d.jpg", p.Username, i+1), photo)); err != nil {
			return a, err
		}
	}
	return s.Submit(ctx, performerID, a.ID, onlyThemselves)
}

func (f *filling) categoryIDs(p performing) (ids []string) {
	for _, name := range p.Categories {
		ids = append(ids, f.categories[name])
	}
	return ids
}

// relit is a part of a drawing in another light, as a JPEG.
func relit(drawing image.Image, part image.Rectangle, light [3]int) ([]byte, error) {
	b := drawing.Bounds()
	from := image.Rect(b.Dx()*part.Min.X/100, b.Dy()*part.Min.Y/100, b.Dx()*part.Max.X/100, b.Dy()*part.Max.Y/100)
	out := image.NewRGBA(image.Rect(0, 0, from.Dx(), from.Dy()))
	for y := range from.Dy() {
		for x := range from.Dx() {
			r, g, blue, _ := drawing.At(b.Min.X+from.Min.X+x, b.Min.Y+from.Min.Y+y).RGBA()
			out.SetRGBA(x, y, color.RGBA{brighter(r, light[0]), brighter(g, light[1]), brighter(blue, light[2]), 255})
		}
	}
	var text bytes.Buffer
	err := jpeg.Encode(&text, out, &jpeg.Options{Quality: 88})
	return text.Bytes(), err
}

func brighter(value uint32, percent int) uint8 { return uint8(min(255, int(value>>8)*percent/100)) }
