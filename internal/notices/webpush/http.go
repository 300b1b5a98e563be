package webpush

import "limelight/internal/kit/api"

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/notices/push-key", "webpush.key", s.key, s.SignedIn,
		api.Summary("The key that a browser subscribes to, and whether my login hears the site already"), s.Own)
	api.Post(r, "/notices/subscriptions", "webpush.subscribe", s.subscribe, s.SignedIn,
		api.Summary("Hear the site on this device while it is closed; it ends with the login"), s.Own)
	api.Delete(r, "/notices/subscriptions", "webpush.unsubscribe", s.unsubscribe, s.SignedIn,
		api.Summary("Hear it no more"), s.Own)
	api.Post(r, "/notices/subscriptions/test", "webpush.test", s.try, s.SignedIn,
		api.Summary("Send a notification to this device"), s.Own)
}

// KeyView is what a browser needs to subscribe.
type KeyView struct {
	Key        string `json:"key" doc:"of P-256, in base64url: the applicationServerKey"`
	Subscribed bool   `json:"subscribed" doc:"whether this login has a subscription"`
}

// What a subscription may be long; kit/push says what is one.
type subscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"2048"`
		Keys     struct {
			P256dh string `json:"p256dh" maxLength:"100" doc:"of P-256, in base64url"`
			Auth   string `json:"auth" maxLength:"30" doc:"16 bytes in base64url"`
		} `json:"keys"`
	}
}

type unsubscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"2048"`
	}
}
