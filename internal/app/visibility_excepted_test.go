package app_test

// excepted are routes that are no way by which anybody may be seen, and why.
type excepted struct{ why, routes string }

// exceptedWays are the routes of everybody but staff that show nobody else's, or nobody
// who could hide: each by its whole name. Whatever else may be called is a way of the
// tables.
var exceptedWays = []excepted{
	{"one's own login", `
		POST /api/auth/users/login
		POST /api/auth/performers/login
		POST /api/auth/studio/login
		POST /api/auth/admin/login
		POST /api/auth/logout
		GET /api/auth/sessions
		DELETE /api/auth/sessions
		DELETE /api/auth/sessions/{id}
		POST /api/auth/socket-ticket
		PUT /api/auth/users/me/password
		POST /api/auth/users/register
		POST /api/auth/users/forgot
		POST /api/auth/users/reset
		POST /api/verification/resend-verification-email
		GET /api/verification/confirm
		POST /api/verification/stop-email-change
		POST /api/auth/two-factor
		GET /api/auth/two-factor
		POST /api/auth/two-factor/set-up
		POST /api/auth/two-factor/enable
		POST /api/auth/two-factor/disable
		POST /api/auth/two-factor/recovery-codes
		POST /api/auth/step-up
		GET /api/auth/passkeys
		POST /api/auth/passkeys/offer
		POST /api/auth/passkeys
		PUT /api/auth/passkeys/{id}
		DELETE /api/auth/passkeys/{id}
		POST /api/auth/passkeys/login/options
		POST /api/auth/passkeys/login
		POST /api/auth/passkeys/second-step/options
		POST /api/auth/passkeys/second-step
		POST /api/auth/passkeys/step-up/options
		POST /api/auth/passkeys/step-up
		POST /api/auth/performers/register
		POST /api/auth/studio/register
	`},
	{"one's own account of X (Twitter), and what is posted there of oneself", `
		GET /api/auth/twitter/connect
		GET /api/auth/twitter/connect-callback
		POST /api/auth/twitter/login
		POST /api/auth/twitter/register
		GET /api/social-connect/available
		GET /api/social-connect/twitter
		PUT /api/social-connect/twitter
		DELETE /api/social-connect/twitter
		POST /api/social-connect/twitter/preview
		POST /api/social-connect/twitter/posts/{id}/retry
		GET /api/social-connect/sign-in
		DELETE /api/social-connect/sign-in
	`},
	{"one's own account", `
		GET /api/users/me
		PUT /api/users
		GET /api/messages/total-unread
		GET /api/notices/push-key
		POST /api/notices/subscriptions
		DELETE /api/notices/subscriptions
		POST /api/notices/subscriptions/test
		GET /api/conversations/preferences
		PUT /api/conversations/preferences
		POST /api/users/suspend-account
		GET /api/users/me/exports
		POST /api/users/me/exports
		GET /api/users/me/exports/{id}/file
		GET /api/users/me/erasure
		POST /api/users/me/erasure
		DELETE /api/users/me/erasure
		POST /api/users/avatar/upload
		DELETE /api/users/avatar
	`},
	{"one's own notices, of what one was told already", `
		GET /api/notices
		GET /api/notices/unread
		POST /api/notices/read
		DELETE /api/notices/{id}
		GET /api/notices/preferences
		PUT /api/notices/preferences
		GET /api/notices/unsubscribe/{token}
		POST /api/notices/unsubscribe/{token}
	`},
	{"the performer's own profile", `
		GET /api/performers/me
		PUT /api/performers
		GET /api/performers/schedule
		PUT /api/performers/schedule
		POST /api/performers/schedule/preview
		PUT /api/performers/links
		POST /api/performers/identity-documents
		POST /api/performers/avatar/upload
		POST /api/performers/card/upload
		POST /api/performers/wide/upload
		POST /api/performers/streaming-status/update
		POST /api/performers/default-price/update
		POST /api/performers/broadcast-setting/update
		POST /api/performers/suspend-account
		GET /api/performers/studio
		POST /api/performers/studio/leave
		POST /api/performers/studio/parting/{word}
		GET /api/performers/studio/invitations
		POST /api/performers/studio/invitations/{id}/{word}
	`},
	{"what the operator wrote", `
		GET /api/performer-categories
		GET /api/menus
		GET /api/posts/search
		GET /api/posts/{id}
		GET /api/banners/search
	`},
	{"the studio's own account and its own performers", `
		GET /api/studio/me
		PUT /api/studio/update
		POST /api/studio/identity-documents
		GET /api/studio/stats
		GET /api/studio/members
		POST /api/studio/members
		POST /api/studio/members/{id}/{status}
		POST /api/studio/members/{id}/release
		POST /api/studio/members/{id}/parting/{word}
		GET /api/studio/partings
		GET /api/studio/statistics/models
		GET /api/studio/statistics/export
		GET /api/studio/statistics/trend
		GET /api/studio/shifts
		GET /api/studio/shifts/export
	`},
	{"a name as it was typed: the answer is the same for anybody and nobody", `
		GET /api/studio/invitations
		POST /api/studio/invitations
		DELETE /api/studio/invitations/{id}
	`},
	{"the studio's own staff, and what they did", `
		GET /api/studio/rights
		GET /api/studio/staff
		POST /api/studio/staff
		PUT /api/studio/staff/{id}
		POST /api/studio/staff/{id}/{word}
		GET /api/studio/history
	`},
	{"the documents of the studio's own, and about oneself", `
		GET /api/studio/documents
		POST /api/studio/documents
		DELETE /api/studio/documents/{id}
		GET /api/studio/documents/{id}/file
		GET /api/performers/studio/documents
		POST /api/performers/studio/documents/{id}/sign
		GET /api/performers/studio/documents/{id}/file
	`},
	{"one's own shares, a studio's with its own performers'", `
		GET /api/studio/commission
		PUT /api/studio/commission
		PUT /api/studio/commission/member/{id}
		POST /api/studio/commission/preview
		POST /api/studio/commission/proposals
		DELETE /api/studio/commission/proposals/{id}
		DELETE /api/studio/commission/member/{id}/offer
		GET /api/settings/performer/commission
		POST /api/performers/commission-offer/{id}/{word}
	`},
	{"takes one's own back; says nothing of whom", `
		POST /api/favourite/{performerId}/unlike
		DELETE /api/performers/{username}/schedule/reminder
	`},
	{"switches one's own, and says that what is not on one's own list is not there", `
		PUT /api/favourite/{performerId}/notices
	`},
	{"the formula, and the performer's own place; names nobody", `
		GET /api/ranking
		GET /api/performers/me/ranking
	`},
	{"the performer's own list, of those she names herself", `
		POST /api/performers/blocking/update
		GET /api/performers/blocking
		DELETE /api/performers/blocking/users
		GET /api/performers/blocking/members
		PUT /api/performers/blocking/reasons
		GET /api/performers/me/look
		GET /api/performers/me/preview
	`},
	{"is the question itself (spec §4), and answers for the caller alone", `
		GET /api/performers/{id}/check-blocking
	`},
	{"a form, and a way into a conversation: TestPhotosOfMessages", `
		POST /api/messages/private/file
	`},
	{"the performer's own stage", `
		POST /api/streaming/live
		POST /api/streaming/stop
		GET /api/streaming/stream-key
		POST /api/streaming/stream-key
		POST /api/streaming/group-chat
	`},
	{"requests that were made to the performer, by whom she admitted", `
		GET /api/streaming/private-chat/requests
		POST /api/streaming/private-chat/{conversationId}/accept
		POST /api/streaming/private-chat/{conversationId}/decline
	`},
	{"ends one's own seat: TestLeftGroupShowIsNotWatchable", `
		POST /api/streaming/group-chat/{performerId}/leave
	`},
	{"one's own look, by its id; to begin one is in the table", `
		GET /api/streaming/peek-in/{id}
		POST /api/member/peek-in/{id}
		POST /api/streaming/peek-in/{id}/leave
	`},
	{"a performer's own recordings", `
		GET /api/streaming/recordings
		GET /api/streaming/recordings/space
		GET /api/streaming/recordings/{id}/download
		DELETE /api/streaming/recordings/{id}
		PUT /api/streaming/recordings/{id}/shared
	`},
	{"recordings that are shared with oneself: TestRecordedShowAsMP4", `
		GET /api/recordings
		POST /api/recordings/{id}/address
	`},
	{"a performer's own uploads, absent to all others: uploads.TestWhoMay", `
		GET /api/uploads
		OPTIONS /api/uploads
		POST /api/uploads
		HEAD /api/uploads/{id}
		PATCH /api/uploads/{id}
		DELETE /api/uploads/{id}
	`},
	{"one's own income and payouts, a studio's with its own performers'", `
		GET /api/performers/me/message-price
		PUT /api/performers/me/message-price
		GET /api/performers/me/tips
		GET /api/payment/held
		GET /api/earning/performer/search
		GET /api/earning/performer/stats
		GET /api/earning/performer/daily
		GET /api/earning/performer/export
		GET /api/earning/studio/search
		GET /api/earning/studio/stats
		GET /api/earning/studio/daily
		GET /api/earning/studio/export
		GET /api/earning/studio/performers
		GET /api/earning/performer/live
		POST /api/performers/bank-transfer/update
		POST /api/performers/direct-deposit/update
		POST /api/performers/paxum/update
		POST /api/performers/bitpay/update
		POST /api/studio/bank-transfer/update
		POST /api/studio/direct-deposit/update
		POST /api/studio/paxum/update
		POST /api/studio/bitpay/update
		GET /api/payment-information
		POST /api/payment-information
		GET /api/earning/performer/payout
		POST /api/payout-requests/performer
		PUT /api/payout-requests/performer/{id}
		GET /api/payout-requests/performer/{id}/view
		GET /api/payout-requests/performer/{id}/statement
		GET /api/payout-requests/performer/search
		GET /api/payout-requests/performer/stats
		GET /api/earning/studio/payout
		POST /api/payout-requests/studio
		PUT /api/payout-requests/studio/{id}
		GET /api/payout-requests/studio/{id}/view
		GET /api/payout-requests/studio/{id}/statement
		GET /api/payout-requests/studio/search
		GET /api/payout-requests/studio/stats
		GET /api/payout-requests/studio/performer-request
		PUT /api/payout-requests/studio/update/{id}
		GET /api/earning/performer/commission-history
		POST /api/earning/performer/simulate
		GET /api/earning/studio/commission-history
		POST /api/earning/studio/simulate
	`},
	{"a performer's own menu, goals, wheel and spins", `
		GET /api/tip-menu
		PUT /api/tip-menu
		GET /api/goals
		POST /api/goals
		PUT /api/goals/{id}
		DELETE /api/goals/{id}
		GET /api/wheels
		POST /api/wheels
		PUT /api/wheels/{id}
		DELETE /api/wheels/{id}
		PUT /api/wheel-result/status/{id}
	`},
	{"by the queries of galleries, whose calls are in the table; a video needs ffmpeg: assets.TestBlockedFromVideos", `
		GET /api/user/performer-assets/videos/search
		GET /api/user/performer-assets/videos/{id}/view
		POST /api/user/performer-assets/videos/{id}/inc-view
	`},
	{"a performer's own videos", `
		POST /api/performer/performer-assets/videos
		GET /api/performer/performer-assets/videos/search
		GET /api/performer/performer-assets/videos/{id}/view
		PUT /api/performer/performer-assets/videos/{id}
		DELETE /api/performer/performer-assets/videos/{id}
		POST /api/performer/performer-assets/videos/{id}/submit
		POST /api/performer/performer-assets/videos/{id}/activate
		POST /api/performer/performer-assets/videos/{id}/deactivate
		POST /api/performer/performer-assets/videos/bulk
		POST /api/performer/performer-assets/videos/{id}/media/{mediumId}/retry
		DELETE /api/performer/performer-assets/videos/{id}/media/{mediumId}
		POST /api/performer/performer-assets/videos/{id}/captions
		DELETE /api/performer/performer-assets/videos/{id}/captions/{captionId}
	`},
	{"a performer's own galleries, products and photos", `
		POST /api/performer/performer-assets/galleries
		GET /api/performer/performer-assets/galleries/search
		GET /api/performer/performer-assets/galleries/{id}/view
		PUT /api/performer/performer-assets/galleries/{id}
		DELETE /api/performer/performer-assets/galleries/{id}
		POST /api/performer/performer-assets/galleries/{id}/submit
		POST /api/performer/performer-assets/galleries/{id}/activate
		POST /api/performer/performer-assets/galleries/{id}/deactivate
		POST /api/performer/performer-assets/galleries/bulk
		POST /api/performer/performer-assets/products
		GET /api/performer/performer-assets/products/search
		GET /api/performer/performer-assets/products/{id}/view
		PUT /api/performer/performer-assets/products/{id}
		DELETE /api/performer/performer-assets/products/{id}
		POST /api/performer/performer-assets/products/{id}/submit
		POST /api/performer/performer-assets/products/{id}/activate
		POST /api/performer/performer-assets/products/{id}/deactivate
		POST /api/performer/performer-assets/products/bulk
		GET /api/performer/performer-assets/products/{id}/files/{mediumId}
		POST /api/performer/performer-assets/photos
		GET /api/performer/performer-assets/photos/search
		GET /api/performer/performer-assets/photos/{id}/view
		PUT /api/performer/performer-assets/photos/{id}
		DELETE /api/performer/performer-assets/photos/{id}
	`},
	{"one's own spins", `
		GET /api/wheel-result/search
	`},
	{"what one has bought, which stays while its performer blocks (behaviours, \"Blocking and suspension\")", `
		POST /api/purchase-items/{purchaseId}/undo
		GET /api/purchased-items/user/galleries
		GET /api/purchased-items/user/videos
		GET /api/purchased-items/user/products
		GET /api/purchased-items/user/search
		GET /api/orders/user/search
		GET /api/orders/user/details/{id}
		POST /api/orders/user/{id}/cancel
		GET /api/user/performer-assets/products/{id}/download-link
	`},
	{"what one has sold, whose buyers stay while they are blocked", `
		GET /api/orders/search
		GET /api/orders/details/{id}
		GET /api/orders/details/{id}/packing-slip
		PUT /api/orders/{id}/update
		PUT /api/orders/{id}/tracking
	`},
	{"what the operator sells", `
		GET /api/package/token/search
	`},
	{"one's own money", `
		POST /api/payment/purchase-tokens/{packageId}
		GET /api/payment/transactions/search
		GET /api/payment/transactions/{id}
		GET /api/transactions/user/search
		POST /api/refund-requests
		GET /api/refund-requests/search
		GET /api/refund-requests/payments
	`},
	{"one's own limits", `
		GET /api/member/spending-limits
		PUT /api/member/spending-limits
		POST /api/member/cool-off
	`},
	{"the vendors': signed, and about a payment", `
		POST /api/payment/webhooks/{gateway}
		GET /api/payment/webhooks/{gateway}
	`},
	{"fingerprints without anybody in them", `
		GET /api/journal/days
		GET /api/journal/days/{day}
		GET /api/journal/proofs/{id}
	`},
	{"one's own code and what it earned", `
		GET /api/referrals/user/code
		GET /api/referrals/user/search
		GET /api/referral-earnings/stats
		GET /api/referral-earnings/search
	`},
	{"a letter to the operator", `
		POST /api/contact
	`},
	{"the world's lists", `
		GET /api/countries/list
		GET /api/languages/list
		GET /api/phone-codes/list
		GET /api/timezones/list
	`},
	{"the site's", `
		GET /api/settings/public
		POST /api/settings/keys
		GET /api/settings/runtime
	`},
}

// exceptedMounts are what answers outside the API, by its whole pattern, and shows
// nobody; or who proves that it hides whom it should.
var exceptedMounts = []excepted{
	{"the API: TestEveryRouteIsCheckedForVisibility", "/api/"},
	{"sockets, whose rooms and pushes follow sight: TestHiddenOnEveryRoute, TestStatusIsNotPushedToTheBlocked", "/socket.io/"},
	{"a token is needed, which joining gives: kept.isShut in TestHiddenOnEveryRoute", "/rtc\n/rtc/"},
	{"a performer's own stage, by her stream key", "/whip\n/whip/"},
	{"an address is needed, which joining gives: kept.isWorthless in TestHiddenOnEveryRoute", "/live/hls/"},
	{"an address is needed, which the ways to a video give; it is one account's, and asked about again: playback.TestARightThatEnds", "GET /media/videos/{token}/{file...}"},
	{"an address is needed, which may be asked for as long as it is shared; it is one account's, and asked about again: TestRecordedShowAsMP4", "GET /live/mp4/"},
	{"the external engine's own, signed", "POST /media/events"},
	{"pictures by names that nobody guesses, which only who may see them is told; documents are not served there", "/files/"},
	{"a buyer's own link, to what they have bought: TestStrangersLinks", "GET /files/downloads/{linkId}/{mac}"},
	{"the sandbox's payment pages, of a site in development", "/sandbox/"},
	{"of the machine", "GET /healthz\nGET /readyz"},
	{"pages: the app, with the data of the API's ways: TestHiddenPages", "/"},
}
