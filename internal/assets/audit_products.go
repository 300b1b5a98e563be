package assets

import "limelight/internal/ledger"

// productInvariants are those of products: what is for sale is there. That no stock is
// below nothing, and that none is of a digital one, the table's own checks say.
var productInvariants = []ledger.Invariant{
	{"assets.product", `
		SELECT a.id, 'is a product of no type, or no product and has one'
		FROM assets a
		LEFT JOIN asset_products g ON g.asset_id = a.id
		WHERE (a.kind = 'product') <> (g.asset_id IS NOT NULL)
		ORDER BY a.id`},
	{"assets.digital", `
		SELECT a.id, 'is a digital product on sale without a file that was approved'
		FROM assets a
		JOIN asset_products g ON g.asset_id = a.id
		WHERE a.kind = 'product' AND a.status = 'active' AND g.type = 'digital' AND NOT EXISTS (
			SELECT 1 FROM asset_media m WHERE m.asset_id = a.id AND m.purpose = 'digitalFile' AND m.approved_at > 0)
		ORDER BY a.id`},
	{"assets.physical", `
		SELECT a.id, 'is sent by its seller and has a file'
		FROM assets a
		JOIN asset_products g ON g.asset_id = a.id
		WHERE g.type = 'physical' AND EXISTS (SELECT 1 FROM asset_media m WHERE m.asset_id = a.id)
		ORDER BY a.id`},
	{"assets.digitalFile", `
		SELECT m.id, 'is a file without all of its bytes'
		FROM asset_media m
		LEFT JOIN uploads u ON u.id = m.upload_id AND u.purpose = 'digitalFile' AND u.claimed_at > 0 AND u.removed_at = 0 AND u.finished_at > 0
		WHERE m.purpose = 'digitalFile'
		  AND (u.id IS NULL OR u.length <> m.size OR u.length <> (SELECT COALESCE(SUM(p.size), 0) FROM upload_parts p WHERE p.upload_id = u.id))
		ORDER BY m.id`},
}
