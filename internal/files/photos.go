package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"

	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/images"
)

// The kinds of pictures that only some may see: drawn anew as the others are, and served
// to those alone whom the domain that has them lets have them (ServePhotos).
const (
	Photo Kind = "photo" // that is sold
	Chat  Kind = "chat"  // in a message
)

func (k Kind) isPhoto() bool { return k == Photo || k == Chat }

// Variant names one size of a photo.
type Variant string

// The variants of a photo, by the longer side. Blur is so small, and drawn so coarsely,
// that it shows colours and no more: it stands for the picture to those who may not
// have it.
const (
	FullSize Variant = "full" // 2,560 pixels
	PageSize Variant = "page" // 1,280
	CardSize Variant = "card" // 480
	Blur     Variant = "blur" // 48, of 12
)

var photoSizes = []images.Variant{
	{Name: string(FullSize), Width: 2560, Height: 2560},
	{Name: string(PageSize), Width: 1280, Height: 1280},
	{Name: string(CardSize), Width: 480, Height: 480},
	{Name: string(Blur), Width: 48, Height: 48, Detail: 12},
}

// PhotoURL is the address of a photo's variant as WebP; with the ending .jpg it is a JPEG.
func PhotoURL(photoID string, v Variant) string {
	return PhotoPrefix + photoID + "/" + string(v) + ".webp"
}

// SavePhoto keeps a picture of an owner that only some may see. It refuses as SaveImage.
func (s *Pictures) SavePhoto(ctx context.Context, owner string, kind Kind, name string, r io.Reader, l Limits) (File, error) {
	return s.savePicture(ctx, owner, kind, photoSizes, name, r, l)
}

// PhotoRights is asked at every request for a photo: by its own id and by who makes the
// call, in the context. It answers with the file, or ErrNone for who may not have the
// variant. Method is GET or HEAD.
type PhotoRights interface {
	PhotoFile(ctx context.Context, photoID string, v Variant, method string) (fileID string, err error)
}

// PhotoPrefix is where ServePhotos is mounted.
const PhotoPrefix = Prefix + "photos/"

var photoAddress = regexp.MustCompile(`^/files/photos/([0-9a-z]{26})/(full|page|card|blur)(\.webp|\.jpg)$`)

// ServePhotos answers GET /files/photos/{id}/{variant}.webp: photos for those who have a
// right to them at this moment. A browser may keep what it got and has to ask each time
// whether it may still show it; for a photo that somebody may not have, the answer is that
// of one that does not exist, byte for byte.
func (s *PictureServer) ServePhotos(rights PhotoRights) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hardened(w.Header())
		if err := s.servePhoto(w, r, rights); err != nil {
			api.WriteFault(w, r, err)
		}
	})
}

func (s *PictureServer) servePhoto(w http.ResponseWriter, r *http.Request, rights PhotoRights) error {
	match := photoAddress.FindStringSubmatch(r.URL.Path)
	if match == nil || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ErrNone
	}
	photoID, name := match[1], match[2]+match[3]
	fileID, err := rights.PhotoFile(r.Context(), photoID, Variant(match[2]), r.Method)
	var object blob.Object
	if err == nil {
		name, object, err = s.openFor(r.Context(), r.Header, File{ID: fileID, Kind: Photo}, name)
	}
	if err != nil {
		if err = orNone(err); !errors.Is(err, ErrNone) && r.Context().Err() == nil {
			s.Log.Error("serve a photo", "photo", photoID, "error", err)
		}
		return err
	}
	defer object.Close() // it was read only
	h := w.Header()
	h.Set("Content-Type", mediaTypes[path.Ext(name)])
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Vary", "Accept, Cookie, Authorization")
	h.Set("ETag", `"`+fileID+"/"+name+`"`)
	h.Set("Content-Disposition", `inline; filename="`+photoID+"-"+name+`"`)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	http.ServeContent(w, r, "", object.Modified(), object)
	return nil
}

// savePicture keeps a picture in some sizes.
func (s *Pictures) savePicture(ctx context.Context, owner string, kind Kind, sizes []images.Variant, name string, r io.Reader, l Limits) (File, error) {
	l = l.or(s.Limits())
	data, err := l.read(name, r)
	if err != nil {
		return File{}, err
	}
	f := s.begin(owner, kind, name, data)
	f.Private = kind.isPhoto()
	f.MediaType = "image/webp"
	var parts []part
	err = images.Use(ctx, data, func(p *images.Picture) error {
		if !l.accepts(string(p.Kind)) {
			return images.ErrKind
		}
		f.Width, f.Height = p.Width(), p.Height()
		if f.Blurhash, f.Colour, err = p.Preview(); err != nil {
			return err
		}
		encoded, err := p.Encode(ctx, sizes)
		for _, e := range encoded {
			parts = append(parts, part{e.Name, bytes.NewReader(e.Data), int64(len(e.Data))})
		}
		return err
	})
	if err != nil {
		return File{}, l.explain(err)
	}
	return s.keep(ctx, f, parts)
}
