package demosite

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"

	"limelight/demo"
	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/images"
	"limelight/internal/kit/money"
)

// product is one product of the demo's.
type product struct {
	title, about string
	price        int64
	kind         assets.ProductType
	stock        int // of a physical one
	tags         []string
}

// products are what the first of the demo's performers sell beside their pictures.
var products = []product{
	{"Signed print", "A print of 20 by 30 cm on heavy paper, signed on the back.", 120, assets.Physical, 12, []string{"print", "signed"}},
	{"Wallpapers", "Both portraits in full size, for phones and screens.", 18, assets.Digital, 0, []string{"wallpaper", "portrait"}},
}

// maxSellers is how many performers sell products.
const maxSellers = 3

// addProducts puts products on sale.
func (f *filling) addProducts(ctx context.Context, all people) error {
	boss := images.Unbounded(f.asOperator(ctx, all))
	for i, p := range all.Performers[:min(maxSellers, len(all.Performers))] {
		for n, product := range products {
			s := f.sellingSince(f.Now().AddDate(0, 0, -(5*i + n + 1)))
			if err := f.addProduct(boss, s, p, product); err != nil {
				return fmt.Errorf("product of %s: %w", p.Username, err)
			}
		}
	}
	return nil
}

func (f *filling) addProduct(boss context.Context, s *assets.Service, p performing, product product) error {
	portrait, err := fs.ReadFile(demo.Media(), "performers/"+p.Username+"-portrait.jpg")
	if err != nil {
		return err
	}
	performerID, price := f.ids[p.Username], money.Whole(product.price)
	with := assets.Parts{Picture: api.FileOf("portrait.jpg", portrait), Product: assets.ProductFields{Type: &product.kind}}
	isSent := product.kind == assets.Physical
	if isSent {
		with.Product.Stock = &product.stock
	} else {
		set, err := wallpapers(p.Username, portrait)
		if err != nil {
			return err
		}
		with.Files = map[assets.Purpose]api.File{assets.DigitalFile: api.FileOf(p.Username+"-wallpapers.zip", set)}
	}
	fields := assets.Fields{Title: &product.title, Description: &product.about, Price: &price, Tags: product.tags, CategoryIDs: f.categoryIDs(p)}
	a, err := s.CreateWith(boss, performerID, assets.Product, fields, with)
	if err != nil {
		return err
	}
	if isSent {
		f.prints[p.Username] = a.ID
	}
	a, err = s.Submit(boss, performerID, a.ID, onlyThemselves)
	if err != nil {
		return err
	}
	_, err = s.Decide(boss, a.ID, a.Version, true, "")
	return err
}

// wallpapers is an archive of a performer's drawings.
func wallpapers(username string, portrait []byte) ([]byte, error) {
	wide, err := fs.ReadFile(demo.Media(), "performers/"+username+"-wide.jpg")
	if err != nil {
		return nil, err
	}
	var set bytes.Buffer
	w := zip.NewWriter(&set)
	for _, one := range []struct {
		name string
		data []byte
	}{{"phone.jpg", portrait}, {"screen.jpg", wide}} {
		file, err := w.CreateHeader(&zip.FileHeader{Name: one.name, Method: zip.Store})
		if err == nil {
			_, err = file.Write(one.data)
		}
		if err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return set.Bytes(), err
}
