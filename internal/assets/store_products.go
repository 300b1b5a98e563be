package assets

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

const productColumns = `g.asset_id, g.type, COALESCE(g.stock, 0), g.sold_at`

// productRow is what only products have, of one asset.
type productRow struct {
	assetID string
	info    ProductInfo
}

func scanProduct(r db.Row) (g productRow, err error) {
	var sold int64
	err = r.Scan(&g.assetID, &g.info.Type, &g.info.Stock, &sold)
	g.info.SoldAt = db.Time(sold)
	return g, err
}

func selectProduct(ctx context.Context, tx *db.Tx, assetID string) (ProductInfo, error) {
	g, err := db.One(ctx, tx, scanProduct, `SELECT `+productColumns+` FROM asset_products g WHERE g.asset_id = $1`, assetID)
	return g.info, err
}

// lockProduct is selectProduct with the row locked for the rest of tx.
func lockProduct(ctx context.Context, tx *db.Tx, assetID string) (ProductInfo, error) {
	g, err := db.One(ctx, tx, scanProduct, `
		SELECT `+productColumns+`
		FROM asset_products g
		WHERE g.asset_id = $1`+tx.Fragment(db.ForUpdate), assetID)
	if err != nil {
		return ProductInfo{}, fmt.Errorf("select product %s: %w", assetID, err)
	}
	return g.info, nil
}

// addProducts gives products what only they have.
func addProducts(ctx context.Context, tx *db.Tx, byID map[string]*Asset) error {
	var ids []string
	for _, a := range byID {
		if a.Kind == Product {
			ids = append(ids, a.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	in, args := db.In(1, ids)
	list, err := db.All(ctx, tx, scanProduct, `SELECT `+productColumns+` FROM asset_products g WHERE g.asset_id IN `+in, args...)
	if err != nil {
		return fmt.Errorf("select products: %w", err)
	}
	for _, g := range list {
		byID[g.assetID].Product = g.info
	}
	return nil
}

// stockOf is a stock as its column has it: of a digital product there is none.
func (g ProductInfo) stockOf() any {
	if g.Type == Digital {
		return nil
	}
	return g.Stock
}

func insertProduct(ctx context.Context, tx *db.Tx, assetID string, g ProductInfo) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO asset_products (asset_id, type, stock) VALUES ($1, $2, $3)`, assetID, string(g.Type), g.stockOf())
	if err != nil {
		return fmt.Errorf("insert product %s: %w", assetID, err)
	}
	return nil
}

func updateProduct(ctx context.Context, tx *db.Tx, assetID string, g ProductInfo) error {
	_, err := db.Exec(ctx, tx, `UPDATE asset_products SET type = $2, stock = $3 WHERE asset_id = $1`, assetID, string(g.Type), g.stockOf())
	if err != nil {
		return fmt.Errorf("update product %s: %w", assetID, err)
	}
	return nil
}

// takeStock takes so many of a product, if they are there; false: they are not.
func takeStock(ctx context.Context, tx *db.Tx, assetID string, quantity int, now time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE asset_products
		SET stock = stock - $2, sold_at = CASE WHEN sold_at = 0 THEN $3 ELSE sold_at END
		WHERE asset_id = $1 AND (stock >= $2 OR type = 'digital')`, assetID, quantity, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("take %d of %s: %w", quantity, assetID, err)
	}
	return rows == 1, nil
}

func putStock(ctx context.Context, tx *db.Tx, assetID string, quantity int) error {
	_, err := db.Exec(ctx, tx, `UPDATE asset_products SET stock = stock + $2 WHERE asset_id = $1 AND type = 'physical'`, assetID, quantity)
	if err != nil {
		return fmt.Errorf("put %d of %s back: %w", quantity, assetID, err)
	}
	return nil
}

// addOwnFiles gives digital products their files, as buyers get them, where the viewer has
// bought or sells them.
func addOwnFiles(ctx context.Context, tx *db.Tx, list []Offer) error {
	var ids []string
	for _, o := range list {
		if o.Product.Type == Digital && (o.IsBought || o.IsOwn) {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	media, err := mediaOf(ctx, tx, ids)
	for i, o := range list {
		for _, m := range media[o.ID] {
			if m.Purpose == DigitalFile && !m.ApprovedAt.IsZero() {
				list[i].File = m
			}
		}
	}
	return err
}
