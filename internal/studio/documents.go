package studio

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// Documents are what a studio keeps of itself and of its performers, such as contracts. They are pictures, drawn
// anew, or PDFs, sealed on the disk; every look at one is on record. A performer sees those about her, also when she has
// left, and signs with her name what she is asked to.
type Documents struct{ *core }

// keepRate bounds how many documents a studio keeps in a day.
const keepRate = "studio.keepDocument"

// The bounds of what is said of a document.
const (
	maxTitle = 120
	maxKept  = 5_000 // documents of one studio
)

// The refusals of documents.
var (
	ErrNoDocument = fault.New(fault.NotFound, "This document does not exist.")
	ErrIsSigned   = fault.New(fault.Conflict, "This document was signed, and stays.").Coded("document_signed")

	errManyDocuments = fault.New(fault.Conflict, "A studio keeps at most %d documents.", maxKept)
)

// KeptDocument is a document of a studio.
type KeptDocument struct {
	ID         string        `json:"_id" db:"id"`
	Kind       string        `json:"kind" enum:"contract,identity,other" db:"kind"`
	Title      string        `json:"title" db:"title"`
	MediaType  string        `json:"mediaType" db:"media_type"`
	ToSign     bool          `json:"toSign" doc:"the performer is asked to sign it" db:"to_sign"`
	Performer  *account.Card `json:"performer,omitempty" doc:"whom it is about; absent: the studio"`
	Studio     account.Card  `json:"studio"`
	CreatedAt  time.Time     `json:"createdAt" db:"created_at"`
	SignedAt   time.Time     `json:"signedAt,omitzero" db:"signed_at"`
	SignedName string        `json:"signedName,omitempty" doc:"as the performer has written it" db:"signed_name"`

	studioID    string `db:"studio_id"`
	performerID string `db:"performer_id"`
	fileID      string `db:"file_id"`
	keptBy      string `db:"kept_by"`
}

// DocumentToSign is published when a performer is asked to sign a document.
type DocumentToSign struct {
	DocumentID  string `json:"documentId"`
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
}

func (DocumentToSign) EventName() string { return "studio.document_to_sign" }

// Keep keeps a document of a studio, or about a member of it.
func (s *Documents) Keep(ctx context.Context, studioID string, d KeptDocument, performerID string, file api.File) (KeptDocument, error) {
	if d.Title = sanitize.Line(d.Title); d.Title == "" {
		return d, fault.Missing("title")
	}
	if err := fault.Length("title", d.Title, 1, maxTitle); err != nil {
		return d, err
	}
	if !file.IsSet {
		return d, fault.Missing("document")
	}
	if d.ToSign && performerID == "" {
		return d, fault.Missing("member")
	}
	if err := s.mayKeep(ctx, studioID, performerID); err != nil { // before the work that a file takes
		return d, err
	}
	if err := s.Limits.Allow(ctx, keepRate, studioID); err != nil {
		return d, err
	}
	if d.ToSign {
		if err := s.Limits.Allow(ctx, signRate, performerID); err != nil {
			return d, err
		}
	}
	d.ID, d.CreatedAt, d.studioID, d.performerID, d.keptBy = id.New(s.Now()), s.Now(), studioID, performerID, account.CallerFrom(ctx).ID
	d.MediaType = "image/jpeg"
	if strings.HasSuffix(strings.ToLower(file.Filename), ".pdf") { // a name that does not fit its bytes is refused
		d.MediaType = "application/pdf"
	}
	err := s.Files.WithDocuments(ctx, studioID, []files.Upload{{Field: "document", File: file}}, func(ctx context.Context, tx *db.Tx, kept []string) error {
		if performerID != "" {
			if err := lockMember(ctx, tx, studioID, performerID); err != nil {
				return absent(err, ErrNoMember)
			}
		}
		d.fileID = kept[0]
		if err := insertDocument(ctx, tx, d); err != nil {
			return err
		}
		if d.ToSign {
			if err := s.Events.Publish(ctx, tx, DocumentToSign{d.ID, studioID, performerID}); err != nil {
				return err
			}
		}
		if err := s.note(ctx, tx, documentKept, d, ""); err != nil {
			return err
		}
		return s.complete(ctx, tx, &d)
	})
	return d, err
}

// mayKeep refuses studios that nobody has verified: strangers keep no files here, and ask nobody for a signature.
func (s *Documents) mayKeep(ctx context.Context, studioID, performerID string) error {
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := verified(ctx, tx, studioID); err != nil {
			return err
		}
		if performerID != "" {
			if _, err := selectMember(ctx, tx, studioID, performerID); err != nil {
				return absent(err, ErrNoMember)
			}
		}
		n, err := countDocuments(ctx, tx, "studio_id", studioID)
		if err == nil && n >= maxKept {
			err = errManyDocuments
		}
		return err
	})
}

// note puts an act about a document on record: of whom it is, and what it is called.
func (s *Documents) note(ctx context.Context, tx *db.Tx, action audit.Action, d KeptDocument, reason string) error {
	subject := "studio:" + d.studioID
	if d.performerID != "" {
		subject = "account:" + d.performerID
	}
	act := audit.Act{Action: action, Subject: subject, Reason: reason, After: d.Title}
	if !account.CallerFrom(ctx).Role.Staff() {
		act.BehalfOf = d.studioID // the performer's acts are on the studio's record, the site's are its own
	}
	return s.Audit.Record(ctx, tx, act)
}

func (s *Documents) complete(ctx context.Context, tx *db.Tx, list ...*KeptDocument) error {
	var ids []string
	for _, d := range list {
		ids = append(ids, d.studioID, d.performerID)
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	for _, d := range list {
		d.Studio = cards[d.studioID]
		if card, known := cards[d.performerID]; known {
			d.Performer = &card
		}
	}
	return err
}

// Kept is one page of the documents of a studio, or of those about a performer, the newest first.
func (s *Documents) Kept(ctx context.Context, column, ownerID string, offset, limit int) (list api.List[KeptDocument], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list.Data, list.Total, err = selectDocuments(ctx, tx, column, ownerID, offset, limit); err != nil {
			return err
		}
		return s.complete(ctx, tx, pointers(list.Data)...)
	})
	return list, err
}

// Sign is a performer's name under a document that she is asked to sign, once.
func (s *Documents) Sign(ctx context.Context, performerID, documentID, name string) (d KeptDocument, err error) {
	name = sanitize.Line(name)
	if err := fault.Length("name", name, 2, maxTitle); err != nil {
		return d, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if d, err = lockDocument(ctx, tx, documentID); err != nil || d.performerID != performerID || !d.ToSign {
			return orAbsent(err, ErrNoDocument)
		}
		if !d.SignedAt.IsZero() {
			return ErrIsSigned
		}
		d.SignedAt, d.SignedName = s.Now(), name
		if err := updateSigned(ctx, tx, d); err != nil {
			return err
		}
		if err := s.note(ctx, tx, documentSigned, d, ""); err != nil {
			return err
		}
		return s.complete(ctx, tx, &d)
	})
	return d, err
}

// Remove takes away a document that nobody has signed.
func (s *Documents) Remove(ctx context.Context, studioID, documentID string) error {
	var d KeptDocument
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if d, err = lockDocument(ctx, tx, documentID); err != nil || d.studioID != studioID {
			return orAbsent(err, ErrNoDocument)
		}
		if !d.SignedAt.IsZero() {
			return ErrIsSigned
		}
		if err := deleteDocument(ctx, tx, d.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, documentRemoved, d, "")
	})
	if err != nil {
		return err
	}
	return s.Files.Delete(ctx, d.fileID)
}

// open sends a document to who may see it, and puts the look on record.
func (s *Documents) open(w http.ResponseWriter, r *http.Request, reason string, may func(KeptDocument) bool) error {
	ctx := r.Context()
	var d KeptDocument
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if d, err = lockDocument(ctx, tx, r.PathValue("id")); err != nil || !may(d) {
			return orAbsent(err, ErrNoDocument)
		}
		return s.note(ctx, tx, documentOpened, d, reason)
	})
	if err != nil {
		return err
	}
	opened, err := s.Files.OpenDocument(ctx, d.fileID, account.CallerFrom(ctx).ID, reason)
	if err != nil {
		return err
	}
	api.Attach(w, opened.MediaType, "document-"+d.ID+extensionOf(opened.MediaType))
	w.Header().Set("Content-Length", strconv.Itoa(len(opened.Data)))
	w.Write(opened.Data) // the client may have gone
	return nil
}

func extensionOf(mediaType string) string {
	if mediaType == "application/pdf" {
		return ".pdf"
	}
	return ".jpg"
}

func (s *Documents) getStudioFile(w http.ResponseWriter, r *http.Request) error {
	studioID := account.ActsFor(r.Context())
	return s.open(w, r, "for the studio", func(d KeptDocument) bool { return d.studioID == studioID })
}

func (s *Documents) getOwnFile(w http.ResponseWriter, r *http.Request) error {
	me := account.CallerFrom(r.Context()).ID
	return s.open(w, r, "about myself", func(d KeptDocument) bool { return d.performerID == me })
}

// getAnyFile is for staff of the site, who say why.
func (s *Documents) getAnyFile(w http.ResponseWriter, r *http.Request) error {
	reason := sanitize.Line(r.URL.Query().Get("reason"))
	if err := fault.Length("reason", reason, 1, 500); err != nil {
		return err
	}
	return s.open(w, r, reason, func(KeptDocument) bool { return true })
}

type keepInput struct {
	RawBody api.Form[keepForm]
}

type keepForm struct {
	Title    string   `form:"title" required:"true" minLength:"1" maxLength:"200"`
	Kind     string   `form:"kind" required:"true" enum:"contract,identity,other"`
	Member   string   `form:"member" required:"false" maxLength:"64" doc:"whom it is about; absent: the studio"`
	ToSign   string   `form:"toSign" required:"false" enum:"true,false" doc:"whether the member is asked to sign it"`
	Document api.File `form:"document" required:"true"`
}

func (s *Documents) postDocument(ctx context.Context, in *keepInput) (KeptDocument, error) {
	f := in.RawBody.Data()
	return s.Keep(ctx, account.ActsFor(ctx), KeptDocument{Title: f.Title, Kind: f.Kind, ToSign: f.ToSign == "true"}, f.Member, f.Document)
}

func (s *Documents) getKept(ctx context.Context, in *api.Page) (api.List[KeptDocument], error) {
	return s.Kept(ctx, "studio_id", account.ActsFor(ctx), in.Offset, in.Limit)
}

func (s *Documents) getAboutMe(ctx context.Context, in *api.Page) (api.List[KeptDocument], error) {
	return s.Kept(ctx, "performer_id", account.CallerFrom(ctx).ID, in.Offset, in.Limit)
}

type anyDocumentsInput struct {
	ID string `path:"id" maxLength:"64"`
	api.Page
}

func (s *Documents) getAny(ctx context.Context, in *anyDocumentsInput) (page api.List[KeptDocument], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := selectStudio(ctx, tx, in.ID)
		return absent(err, ErrAbsent)
	})
	if err != nil {
		return page, err
	}
	return s.Kept(ctx, "studio_id", in.ID, in.Offset, in.Limit)
}

type documentIDInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Documents) deleteDocument(ctx context.Context, in *documentIDInput) (api.Done, error) {
	return api.OK, s.Remove(ctx, account.ActsFor(ctx), in.ID)
}

type signInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"200" doc:"the performer's own, in full"`
	}
}

func (s *Documents) postSignature(ctx context.Context, in *signInput) (KeptDocument, error) {
	return s.Sign(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.Name)
}

func (s *Documents) routes(r *api.Router, performers api.Guard) {
	keeps, reviews := account.ManageStudioDocuments.Guard(), account.ReviewIdentity.Guard()
	api.Get(r, "/studio/documents", "studio.documents", s.getKept, keeps,
		api.Summary("The documents that my studio keeps, newest first"))
	api.Post(r, "/studio/documents", "studio.keepDocument", s.postDocument, keeps, api.MaxBody(maxDocument),
		api.Summary("Keep a document of my studio, or about a member, who may be asked to sign it"))
	api.Delete(r, "/studio/documents/{id}", "studio.removeDocument", s.deleteDocument, keeps,
		api.Summary("Take away a document that nobody has signed"))
	api.Raw(r, http.MethodGet, "/studio/documents/{id}/file", "studio.documentFile", s.getStudioFile, keeps)
	api.Get(r, "/performers/studio/documents", "studio.ownDocuments", s.getAboutMe, performers,
		api.Summary("What studios keep about me, newest first"))
	api.Post(r, "/performers/studio/documents/{id}/sign", "studio.signDocument", s.postSignature, performers,
		api.Summary("Put my name under a document"))
	api.Raw(r, http.MethodGet, "/performers/studio/documents/{id}/file", "studio.ownDocumentFile", s.getOwnFile, performers)
	api.Get(r, "/admin/studios/{id}/documents", "studio.anyDocuments", s.getAny, reviews,
		api.Summary("The documents that a studio keeps"), audit.As(documentsListed, "studio"))
	api.Raw(r, http.MethodGet, "/admin/studio-documents/{id}/file", "studio.anyDocumentFile", s.getAnyFile, account.StepUp(reviews))
}
