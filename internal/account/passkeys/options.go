package passkeys

import (
	"github.com/go-webauthn/webauthn/protocol"
)

// Creation is what a browser needs to make a key: PublicKeyCredentialCreationOptionsJSON.
type Creation struct {
	RP                     Party        `json:"rp"`
	User                   User         `json:"user"`
	Challenge              string       `json:"challenge" doc:"base64url"`
	PubKeyCredParams       []Algorithm  `json:"pubKeyCredParams"`
	Timeout                int          `json:"timeout" doc:"milliseconds"`
	ExcludeCredentials     []Descriptor `json:"excludeCredentials"`
	AuthenticatorSelection Selection    `json:"authenticatorSelection"`
	Attestation            string       `json:"attestation" enum:"none"`
}

// Party is the site.
type Party struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// User is the account that a key is for.
type User struct {
	ID          string `json:"id" doc:"base64url"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
}

// Algorithm is a way to sign that the site can check.
type Algorithm struct {
	Type string `json:"type" enum:"public-key"`
	Alg  int    `json:"alg" doc:"of COSE"`
}

// Descriptor names a key.
type Descriptor struct {
	ID         string   `json:"id" doc:"base64url"`
	Type       string   `json:"type" enum:"public-key"`
	Transports []string `json:"transports,omitempty" enum:"ble,cable,hybrid,internal,nfc,smart-card,usb"`
}

// Selection is what a key has to be able to do.
type Selection struct {
	ResidentKey        string `json:"residentKey" enum:"required"`
	RequireResidentKey bool   `json:"requireResidentKey"`
	UserVerification   string `json:"userVerification" enum:"required"`
}

// Request is what a browser needs to sign with a key: PublicKeyCredentialRequestOptionsJSON.
type Request struct {
	Challenge        string       `json:"challenge" doc:"base64url"`
	Timeout          int          `json:"timeout" doc:"milliseconds"`
	RPID             string       `json:"rpId"`
	AllowCredentials []Descriptor `json:"allowCredentials" doc:"empty: any"`
	UserVerification string       `json:"userVerification" enum:"required"`
}

// required is what the site asks for, and none how little it wants to know of a device.
const (
	required  = "required"
	none      = "none"
	publicKey = "public-key"
)

func creationOf(o protocol.PublicKeyCredentialCreationOptions) Creation {
	c := Creation{
		RP: Party{o.RelyingParty.ID, o.RelyingParty.Name}, Challenge: o.Challenge.String(), Timeout: o.Timeout, Attestation: none,
		AuthenticatorSelection: Selection{ResidentKey: required, RequireResidentKey: true, UserVerification: required},
		ExcludeCredentials:     descriptorsOf(o.CredentialExcludeList),
	}
	c.User = User{DisplayName: o.User.DisplayName, Name: o.User.Name}
	if handle, ok := o.User.ID.(protocol.URLEncodedBase64); ok {
		c.User.ID = handle.String()
	}
	for _, p := range o.Parameters {
		c.PubKeyCredParams = append(c.PubKeyCredParams, Algorithm{publicKey, int(p.Algorithm)})
	}
	return c
}

func requestOf(o protocol.PublicKeyCredentialRequestOptions) Request {
	return Request{
		Challenge: o.Challenge.String(), Timeout: o.Timeout, RPID: o.RelyingPartyID,
		AllowCredentials: descriptorsOf(o.AllowedCredentials), UserVerification: required,
	}
}

func descriptorsOf(list []protocol.CredentialDescriptor) []Descriptor {
	named := make([]Descriptor, len(list))
	for i, d := range list {
		named[i] = Descriptor{ID: d.CredentialID.String(), Type: publicKey}
		for _, way := range d.Transport {
			named[i].Transports = append(named[i].Transports, string(way))
		}
	}
	return named
}

// NewKey is a browser's answer to Creation: RegistrationResponseJSON, as far as it is read.
type NewKey struct {
	ID       string         `json:"id" maxLength:"2000"`
	RawID    string         `json:"rawId" maxLength:"2000"`
	Type     string         `json:"type" enum:"public-key"`
	Response NewKeyResponse `json:"response"`
}

// NewKeyResponse is the key itself.
type NewKeyResponse struct {
	ClientDataJSON    string   `json:"clientDataJSON" maxLength:"4000"`
	AttestationObject string   `json:"attestationObject" maxLength:"60000"`
	Transports        []string `json:"transports,omitempty" maxItems:"10"`
}

// Signature is a browser's answer to Request: AuthenticationResponseJSON, as far as it is read.
type Signature struct {
	ID       string            `json:"id" maxLength:"2000"`
	RawID    string            `json:"rawId" maxLength:"2000"`
	Type     string            `json:"type" enum:"public-key"`
	Response SignatureResponse `json:"response"`
}

// SignatureResponse is the signature itself, and what was signed.
type SignatureResponse struct {
	ClientDataJSON    string `json:"clientDataJSON" maxLength:"4000"`
	AuthenticatorData string `json:"authenticatorData" maxLength:"8000"`
	Signature         string `json:"signature" maxLength:"8000"`
	UserHandle        string `json:"userHandle,omitempty" maxLength:"200"`
}
