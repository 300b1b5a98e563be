package testkit

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"mime/multipart"
	"testing"
)

// Upload is a file of a form.
type Upload struct {
	Field, Name string
	Data        []byte
}

// Form is the body of a multipart form, its files last, and the header it is sent with.
func Form(t testing.TB, fields map[string]string, uploads ...Upload) (body string, header map[string]string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	var err error
	for name, value := range fields {
		err = errors.Join(err, w.WriteField(name, value))
	}
	for _, u := range uploads {
		part, failed := w.CreateFormFile(u.Field, u.Name)
		if failed == nil {
			_, failed = part.Write(u.Data)
		}
		err = errors.Join(err, failed)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String(), map[string]string{"Content-Type": w.FormDataContentType()}
}

// Picture is a small picture, as a PNG file.
func Picture(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 80, 50))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
