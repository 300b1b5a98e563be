package assets

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// maxVideoForm is the largest form that brings a video along, in bytes. What is larger
// is uploaded in pieces, and then named.
const maxVideoForm = 512 << 20

func (s *Service) videoRoutes(r *api.Router, path string) {
	mine, videos := account.Performer.Guard(), own{s, Video}
	api.Post(r, path, "videos.create", videos.postVideo, mine, api.MaxBody(maxVideoForm),
		api.Summary("Begin a video, as a draft; its files are sent along, or named when they were uploaded in pieces"))
	api.Put(r, path+"/{id}", "videos.change", videos.putVideo, mine, api.MaxBody(maxVideoForm),
		api.Summary("Change a video; another title, file, trailer or thumbnail of one on sale waits for the review again"))
	videos.routes(r, path, "videos")
	api.Post(r, path+"/{id}/media/{mediumId}/retry", "videos.retry", videos.retry, mine, api.Summary("Work again on a file of a video that failed"))
	api.Delete(r, path+"/{id}/media/{mediumId}", "videos.removeMedium", videos.removeMedium, mine,
		api.Summary("Take a file out of a video: one that nobody has approved, or the trailer"))
	api.Post(r, path+"/{id}/captions", "videos.addCaptions", videos.postCaptions, mine, api.MaxBody(MaxCaptions+64<<10),
		api.Summary("Add the text of what is said in a language, instead of the one there was"))
	api.Delete(r, path+"/{id}/captions/{captionId}", "videos.removeCaptions", videos.deleteCaptions, mine, api.Summary("Remove a text of what is said"))
}

type videoForm struct {
	Video           api.File `form:"video" required:"false"`
	Trailer         api.File `form:"trailer" required:"false"`
	Thumbnail       api.File `form:"thumbnail" required:"false" doc:"a picture; without one, one out of the video is taken"`
	VideoUploadID   string   `form:"videoUploadId" required:"false" maxLength:"40" doc:"instead of video: a finished upload"`
	TrailerUploadID string   `form:"trailerUploadId" required:"false" maxLength:"40" doc:"instead of trailer: a finished upload"`
	Title           string   `form:"title" required:"false" doc:"at most 120 characters; a new video must have one"`
	Description     string   `form:"description" required:"false" doc:"at most 4000 characters"`
	Price           string   `form:"price" required:"false" doc:"whole tokens, at least 1; a new video must have one"`
	Tags            []string `form:"tags" required:"false" doc:"a field for each"`
	CategoryIDs     []string `form:"categoryIds" required:"false" doc:"a field for each"`
	PublishAt       string   `form:"publishAt" required:"false" doc:"when it goes on sale, once approved; empty: as soon as it is approved"`
}

type videoInput struct {
	RawBody api.Form[videoForm]
}

func (f *videoForm) parts() Parts {
	return Parts{
		Files:     map[Purpose]api.File{VideoFile: f.Video, TrailerFile: f.Trailer},
		UploadIDs: map[Purpose]string{VideoFile: f.VideoUploadID, TrailerFile: f.TrailerUploadID}, Picture: f.Thumbnail,
	}
}

func (s own) postVideo(ctx context.Context, in *videoInput) (OwnView, error) {
	f, err := fieldsOf(in.RawBody.Form)
	if err != nil {
		return OwnView{}, err
	}
	a, err := s.CreateWith(ctx, account.CallerFrom(ctx).ID, s.kind, f, in.RawBody.Data().parts())
	if err != nil {
		return OwnView{}, err
	}
	return s.view(ctx, &assetInput{a.ID})
}

type videoChangeInput struct {
	ID      string `path:"id"`
	RawBody api.Form[videoForm]
}

func (s own) putVideo(ctx context.Context, in *videoChangeInput) (OwnView, error) {
	f, err := fieldsOf(in.RawBody.Form)
	if err != nil {
		return OwnView{}, err
	}
	_, err = s.ChangeWith(ctx, account.CallerFrom(ctx).ID, s.kind, in.ID, f, in.RawBody.Data().parts())
	if err != nil {
		return OwnView{}, err
	}
	return s.view(ctx, &assetInput{in.ID})
}

type mediumInput struct {
	ID       string `path:"id"`
	MediumID string `path:"mediumId"`
}

func (s own) retry(ctx context.Context, in *mediumInput) (OwnView, error) {
	return s.then(ctx, in.ID, func(me string) error { return s.RetryMedium(ctx, me, in.ID, in.MediumID) })
}

func (s own) removeMedium(ctx context.Context, in *mediumInput) (OwnView, error) {
	return s.then(ctx, in.ID, func(me string) error { return s.RemoveMedium(ctx, me, in.ID, in.MediumID) })
}

type captionsForm struct {
	Captions api.File `form:"captions" required:"true" doc:"WebVTT or SubRip (SRT), in UTF-8, at most 1 MB"`
	Language string   `form:"language" required:"true" maxLength:"35" doc:"BCP 47, such as en or pt-BR"`
	Label    string   `form:"label" required:"false" doc:"as viewers choose it, at most 60 characters; without one it is called as its language"`
}

type captionsInput struct {
	ID      string `path:"id"`
	RawBody api.Form[captionsForm]
}

func (s own) postCaptions(ctx context.Context, in *captionsInput) (OwnView, error) {
	form := in.RawBody.Data()
	return s.then(ctx, in.ID, func(me string) error {
		_, err := s.AddCaptions(ctx, me, in.ID, form.Language, form.Label, form.Captions)
		return err
	})
}

type captionInput struct {
	ID        string `path:"id"`
	CaptionID string `path:"captionId"`
}

func (s own) deleteCaptions(ctx context.Context, in *captionInput) (OwnView, error) {
	return s.then(ctx, in.ID, func(me string) error { return s.RemoveCaptions(ctx, me, in.ID, in.CaptionID) })
}
