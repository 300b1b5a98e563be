package places

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/geo"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/countries/list", "places.countries", s.countries, api.Public,
		api.Summary("Countries, by name"))
	api.Get(r, "/languages/list", "places.languages", s.languages, api.Public,
		api.Summary("Languages, by name"))
	api.Get(r, "/phone-codes/list", "places.phoneCodes", s.phoneCodes, api.Public,
		api.Summary("Phone codes of countries"))
	api.Get(r, "/timezones/list", "places.timezones", s.timezones, api.Public,
		api.Summary("Time zones"))
	api.Get(r, "/admin/address-data", "places.addressData", s.addressData, account.OperateSite.Guard(),
		api.Summary("The files that say where addresses are: how old they are, and why a newer one is not in use"), audit.Silent("the site's own files"))
}

func (s *Service) countries(context.Context, *struct{}) (api.List[Country], error) {
	return whole(Countries()), nil
}

func (s *Service) languages(context.Context, *struct{}) (api.List[Language], error) {
	return whole(Languages()), nil
}

func (s *Service) phoneCodes(context.Context, *struct{}) (api.List[PhoneCode], error) {
	return whole(PhoneCodes()), nil
}

func (s *Service) timezones(context.Context, *struct{}) (api.List[Zone], error) {
	list, err := s.Zones()
	return whole(list), err
}

func (s *Service) addressData(context.Context, *struct{}) (api.List[geo.AddressFile], error) {
	return whole(s.Addresses.Files()), nil
}

// whole is a list that is always given at once.
func whole[T any](list []T) api.List[T] { return api.List[T]{Data: list, Total: len(list)} }
