package files

import (
	"context"
	"errors"
	"io"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/images"
)

// Kind says what an upload is for, and so which variants are made of it.
type Kind string

// The kinds of pictures, and the one of documents.
const (
	Avatar   Kind = "avatar"   // a square face
	Card     Kind = "card"     // a performer's 4:5 portrait
	Portrait Kind = "portrait" // avatar and card of one picture
	Wide     Kind = "wide"     // 16:9, posters and covers
	Banner   Kind = "banner"   // a wide picture of its own shape
	Site     Kind = "site"     // logo, icon, placeholder: its own shape, transparent
	Document Kind = "document"
)

var (
	avatarSizes = []images.Variant{
		{Name: "avatar", Width: 400, Height: 400, Crop: true},
		{Name: "avatar-128", Width: 128, Height: 128, Crop: true},
	}
	cardSizes = []images.Variant{
		{Name: "card-960", Width: 960, Height: 1200, Crop: true},
		{Name: "card", Width: 640, Height: 800, Crop: true},
		{Name: "card-320", Width: 320, Height: 400, Crop: true},
	}
)

// variants are the sizes of each kind. Every one has name.webp and name.jpg
// (name.png where it may be transparent), some get name.avif later, and none is ever enlarged.
var variants = map[Kind][]images.Variant{
	Avatar:   avatarSizes,
	Card:     cardSizes,
	Portrait: append(append([]images.Variant{}, avatarSizes...), cardSizes...),
	Wide: {
		{Name: "wide", Width: 1280, Height: 720, Crop: true},
		{Name: "wide-640", Width: 640, Height: 360, Crop: true},
	},
	Banner: {
		{Name: "banner", Width: 1920, Height: 1080},
		{Name: "banner-960", Width: 960, Height: 540},
	},
	Site: {
		{Name: "site", Width: 1280, Height: 1280, Alpha: true},
		{Name: "icon", Width: 192, Height: 192, Crop: true, Alpha: true},
	},
}

// URL is the public address of a variant, such as URL(id, "card-320.webp").
func URL(fileID, variant string) string {
	if fileID == "" {
		return ""
	}
	return "/files/" + fileID + "/" + variant
}

// URL is the address of the kind's first variant, as WebP.
func (f File) URL() string {
	if len(variants[f.Kind]) == 0 {
		return ""
	}
	return URL(f.ID, variants[f.Kind][0].Name+".webp")
}

// URLs are the addresses of all variants by name: "card-320.webp" and so on.
func (f File) URLs() map[string]string {
	all := map[string]string{}
	for _, v := range variants[f.Kind] {
		fallback := ".jpg"
		if v.Alpha {
			fallback = ".png"
		}
		for _, ext := range []string{".webp", fallback} {
			all[v.Name+ext] = URL(f.ID, v.Name+ext)
		}
	}
	return all
}

// Pictures takes in what is shown: to everybody, or to who has a right to it.
type Pictures struct{ *core }

// SaveImage keeps a public picture of an owner. It refuses with the texts of
// spec §5: 'You can only upload {list} file!', 'Image must smaller than {n}MB!'.
// Zero limits are those of the service.
func (s *Pictures) SaveImage(ctx context.Context, owner string, kind Kind, name string, r io.Reader, l Limits) (File, error) {
	sizes, ok := variants[kind]
	if !ok {
		return File{}, errors.New("files: " + string(kind) + " is no kind of picture")
	}
	return s.savePicture(ctx, owner, kind, sizes, name, r, l)
}

var (
	errDamaged = fault.New(fault.Invalid, "This picture is damaged. Please choose another one.")
	errPixels  = fault.New(fault.Invalid, "This picture has too many pixels. Please choose a smaller one.")
	errEmpty   = fault.New(fault.Invalid, "This file is empty.")
)

// explain gives the refusals of decoding their text.
func (l Limits) explain(err error) error {
	switch {
	case errors.Is(err, images.ErrKind):
		return l.notAccepted()
	case errors.Is(err, images.ErrBroken):
		return errDamaged
	case errors.Is(err, images.ErrHuge):
		return errPixels
	}
	return err
}
