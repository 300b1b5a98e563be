package assets

import (
	"slices"

	"limelight/internal/ledger"
)

// Rule is the assets' part of `limelight check`: what is on sale was declared and
// approved, photo by photo and medium by medium, every photo has its file, every medium its
// upload and what is made of it, and products are what they say. It moves no tokens.
func Rule() ledger.Rule {
	return ledger.Rule{Check: ledger.Prove(slices.Concat(invariants, productInvariants)...)}
}

var invariants = []ledger.Invariant{
	{"assets.cover", `
		SELECT a.id, 'is on sale without a cover of its own'
		FROM assets a
		LEFT JOIN asset_photos p ON p.id = a.cover_id AND p.asset_id = a.id AND p.removed_at = 0
		WHERE a.status = 'active' AND p.id IS NULL
		ORDER BY a.id`},
	{"assets.unreviewed", `
		SELECT p.id, 'is on sale and was not approved'
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE a.status = 'active' AND p.removed_at = 0 AND p.approved_at = 0
		ORDER BY p.id`},
	{"assets.declared", `
		SELECT p.id, 'was approved and its people were not declared'
		FROM asset_photos p
		LEFT JOIN asset_consents c ON c.id = p.consent_id AND c.asset_id = p.asset_id AND c.confirmed_at <= p.approved_at
		WHERE p.approved_at > 0 AND c.id IS NULL
		ORDER BY p.id`},
	{"assets.mediumUnreviewed", `
		SELECT m.id, 'is part of what is on sale and was not approved'
		FROM asset_media m
		JOIN assets a ON a.id = m.asset_id
		WHERE a.status = 'active' AND m.approved_at = 0
		ORDER BY m.id`},
	{"assets.mediumDeclared", `
		SELECT m.id, 'was approved and its people were not declared'
		FROM asset_media m
		LEFT JOIN asset_consents c ON c.id = m.consent_id AND c.asset_id = m.asset_id AND c.confirmed_at <= m.approved_at
		WHERE m.approved_at > 0 AND c.id IS NULL
		ORDER BY m.id`},
	{"assets.video", `
		SELECT a.id, 'is a video on sale that nobody can watch'
		FROM assets a
		LEFT JOIN asset_media m ON m.asset_id = a.id AND m.purpose = 'video' AND m.approved_at > 0
		WHERE a.kind = 'video' AND a.status = 'active' AND m.id IS NULL
		ORDER BY a.id`},
	{"assets.file", `
		SELECT p.id, 'has no file'
		FROM asset_photos p
		LEFT JOIN files f ON f.id = p.file_id AND f.kind = 'photo'
		WHERE f.id IS NULL
		ORDER BY p.id`},
}
