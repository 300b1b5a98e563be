package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"io/fs"
	"math/rand/v2"
	"mime/multipart"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const (
	galleryPhotos = 12
	downloadSize  = 4 << 20 // as much as lies in one file
	filmLength    = 30 * time.Second
)

// file is one that the buyer may have, and the request that gets its bytes of the plain server.
type file struct {
	path   string
	length int64
	plain  request
}

// request asks the site as the buyer's player does.
func (s *site) request(f file) request {
	return request{"GET " + f.path + " HTTP/1.1\r\nHost: " + s.address + "\r\nAuthorization: Bearer " + s.buyer + "\r\n\r\n", f.length}
}

// consents are what a performer declares who is alone in the pictures.
var consents = map[string]any{"consents": map[string]bool{"onlyMe": true, "adults": true, "depicted": true, "published": true, "downloadable": true}}

// photos is a gallery: its photos at full size.
func (s *site) photos(ctx context.Context) ([]file, error) {
	var gallery struct {
		ID string `json:"_id"`
	}
	if err := s.call(ctx, s.performer, "POST /performer/performer-assets/galleries", asJSON(map[string]any{"title": "Beach", "price": 20}), &gallery); err != nil {
		return nil, err
	}
	for n := range galleryPhotos {
		b, err := form(map[string]string{"galleryId": gallery.ID}, "photo", "beach.jpg", snapshot(n))
		if err != nil {
			return nil, err
		}
		if err := s.call(ctx, s.performer, "POST /performer/performer-assets/photos", b, nil); err != nil {
			return nil, err
		}
	}
	if err := s.sell(ctx, "galleries", "gallery", gallery.ID); err != nil {
		return nil, err
	}
	var found struct {
		Data []struct {
			ID string `json:"_id"`
		}
	}
	if err := s.call(ctx, s.buyer, "GET /user/performer-assets/photos/"+gallery.ID+"/search", body{}, &found); err != nil {
		return nil, err
	}
	var paths []string
	for _, p := range found.Data {
		paths = append(paths, "/files/photos/"+p.ID+"/full.webp")
	}
	return s.found(ctx, paths)
}

// downloads is a product of one file.
func (s *site) downloads(ctx context.Context) ([]file, error) {
	data := make([]byte, downloadSize)
	copy(data, "%PDF-1.7\n")
	for i := 9; i < len(data); i++ {
		data[i] = byte(rand.Uint32())
	}
	var product struct {
		ID string `json:"_id"`
	}
	b, err := form(map[string]string{"title": "Book", "price": "5", "type": "digital"}, "digitalFile", "book.pdf", data)
	if err != nil {
		return nil, err
	}
	if err := s.call(ctx, s.performer, "POST /performer/performer-assets/products", b, &product); err != nil {
		return nil, err
	}
	if b, err = form(nil, "image", "book.jpg", snapshot(0)); err != nil {
		return nil, err
	}
	if err := s.call(ctx, s.performer, "PUT /performer/performer-assets/products/"+product.ID, b, nil); err != nil {
		return nil, err
	}
	if err := s.sell(ctx, "products", "product", product.ID); err != nil {
		return nil, err
	}
	var link struct{ URL string }
	if err := s.call(ctx, s.buyer, "GET /user/performer-assets/products/"+product.ID+"/download-link", body{}, &link); err != nil {
		return nil, err
	}
	return s.found(ctx, []string{link.URL})
}

// segments is a video of H.264, played as it was sent: each of its segments.
func (s *site) segments(ctx context.Context) ([]file, error) {
	film, err := s.film(ctx, filmLength)
	if err != nil {
		return nil, err
	}
	upload, err := s.upload(ctx, film)
	if err != nil {
		return nil, err
	}
	video, err := s.video(ctx, upload)
	if err != nil {
		return nil, err
	}
	// All of it: an encoder beside the load would be measured too.
	if err := s.becomes(ctx, video, "done"); err != nil {
		return nil, err
	}
	if err := s.sell(ctx, "videos", "video", video); err != nil {
		return nil, err
	}
	var begun struct{ Playlist string }
	if err := s.call(ctx, s.buyer, "GET /user/performer-assets/videos/"+video+"/playback", body{}, &begun); err != nil {
		return nil, err
	}
	list, err := s.addresses(ctx, begun.Playlist)
	if err != nil {
		return nil, err
	}
	segments, err := s.addresses(ctx, list[0])
	if err != nil {
		return nil, err
	}
	return s.found(ctx, segments)
}

var addressLine = regexp.MustCompile(`(?m)^[^#\s].*$`)

// addresses are what a playlist names.
func (s *site) addresses(ctx context.Context, playlist string) (list []string, err error) {
	text, err := s.get(ctx, playlist)
	for _, name := range addressLine.FindAllString(string(text), -1) {
		list = append(list, playlist[:strings.LastIndex(playlist, "/")+1]+name)
	}
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s names nothing", playlist)
	}
	return list, err
}

// sell submits what a performer has made, which nobody reviews, and has the buyer buy it.
func (s *site) sell(ctx context.Context, plural, kind, id string) error {
	if err := s.call(ctx, s.performer, "POST /performer/performer-assets/"+plural+"/"+id+"/submit", asJSON(consents), nil); err != nil {
		return err
	}
	return s.call(ctx, s.buyer, "POST /purchase-items/"+kind+"/"+id, asJSON(map[string]any{}), nil)
}

// found are the files at these paths of the site, each with the place of the same bytes in its folder.
func (s *site) found(ctx context.Context, paths []string) (list []file, err error) {
	for _, path := range paths {
		data, err := s.get(ctx, path)
		if err != nil {
			return nil, err
		}
		f := file{path: path, length: int64(len(data))}
		if f.plain, err = s.placeOf(data); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, f)
	}
	return list, nil
}

// placeOf finds bytes in the folder: a file, or a range of one.
func (s *site) placeOf(data []byte) (r request, err error) {
	err = filepath.WalkDir(s.files(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || r.text != "" {
			return err
		}
		whole, err := os.ReadFile(path)
		at := bytes.Index(whole, data)
		if err != nil || at < 0 {
			return err
		}
		name, err := filepath.Rel(s.files(), path)
		span := ""
		if len(data) < len(whole) {
			span = fmt.Sprintf("Range: bytes=%d-%d\r\n", at, at+len(data)-1)
		}
		r = request{"GET /" + filepath.ToSlash(name) + " HTTP/1.1\r\nHost: " + s.static + "\r\n" + span + "\r\n", int64(len(data))}
		return err
	})
	if err == nil && r.text == "" {
		err = errors.New("no file of the site has these bytes")
	}
	return r, err
}

// form is one with fields and at most one file.
func form(fields map[string]string, field, name string, data []byte) (body, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for key, value := range fields {
		if err := w.WriteField(key, value); err != nil {
			return body{}, err
		}
	}
	if data != nil {
		part, err := w.CreateFormFile(field, name)
		if err == nil {
			_, err = io.Copy(part, bytes.NewReader(data))
		}
		if err != nil {
			return body{}, err
		}
	}
	err := w.Close()
	return body{bytes.NewReader(b.Bytes()), w.FormDataContentType()}, err
}

// snapshot is a picture as a camera makes it: no two alike, and with some grain.
func snapshot(n int) []byte {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	p := image.NewNRGBA(image.Rect(0, 0, 2400, 1600))
	for y := range 1600 {
		for x := range 2400 {
			grain := uint8(random.UintN(16))
			p.SetNRGBA(x, y, color.NRGBA{uint8(x*230/2400) + grain, uint8(y*230/1600) + grain, uint8(40*n%200) + grain, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: 90}); err != nil {
		panic(err) // of a picture that we drew
	}
	return b.Bytes()
}
