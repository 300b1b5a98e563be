package assets

import "limelight/internal/audit"

// What staff do here, and look at.
var (
	assetApproved        = audit.Declare("asset.approved", "Asset: approved")
	assetRejected        = audit.Declare("asset.rejected", "Asset: rejected")
	assetTakenDown       = audit.Declare("asset.taken_down", "Asset: taken down")
	assetTakenFromBuyers = audit.Declare("asset.taken_down_from_buyers", "Asset: taken down from buyers")
	assetPutBack         = audit.Declare("asset.put_back", "Asset: put back")
	assetSearched        = audit.Declare("asset.searched", "Asset: searched")
	reviewSearched       = audit.Declare("asset_review.searched", "Asset review: searched")
	fileViewed           = audit.Declare("file.viewed", "File: viewed")
	photoViewed          = audit.Declare("photo.viewed", "Photo: viewed")
	videoViewed          = audit.Declare("video.viewed", "Video: viewed")
)
