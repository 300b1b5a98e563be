package transcoding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/images"
	"limelight/internal/kit/transcode"
)

// job is one try at one video.
type job struct {
	*Service
	media  Media
	holder string
	try    int
	end    context.CancelCauseFunc

	folder string
	video  transcode.Video
	files  []string // that are there
	made   []made   // renditions that are there
}

// run goes through the steps that are not done yet.
func (j *job) run(ctx context.Context) (err error) {
	if err := j.openFolder(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(j.folder)) }()
	source, err := j.fetchSource(ctx)
	if err != nil {
		return err
	}
	if err := j.learn(ctx, source); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{j.poster, j.renditions, j.preview, j.storyboard} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// transcoder has as many threads as this moment allows.
func (j *job) transcoder() *transcode.Transcoder {
	nice := j.Nice
	if nice == 0 {
		nice = -1 // in Limits, zero is the default
	}
	return transcode.New(*j.tools.Load(), transcode.Limits{Threads: j.threads(), Nice: nice})
}

func (j *job) threads() int {
	if j.Live() {
		return 1
	}
	return max(1, j.Threads)
}

// learn reads what is there, and looks at the upload unless somebody has.
func (j *job) learn(ctx context.Context, source string) error {
	var known bool
	err := j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if j.video, known, err = selectVideo(ctx, tx, j.media.ID); err != nil {
			return err
		}
		if j.made, err = selectMade(ctx, tx, j.media.ID, ""); err != nil {
			return err
		}
		j.files, err = selectFileNames(ctx, tx, j.media.ID)
		return err
	})
	if err != nil {
		return err
	}
	if known {
		j.video.Path = source
		return nil
	}
	if j.video, err = j.transcoder().Probe(ctx, source, transcode.Bounds{}); err != nil {
		return judged(err)
	}
	return j.guarded(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := updateVideo(ctx, tx, j.media.ID, j.video); err != nil {
			return err
		}
		return j.tell(ctx, tx, j.media.ID)
	})
}

func (j *job) has(name FileName) bool { return slices.Contains(j.files, string(name)) }

// maxPosterSide is how large the poster is at most, in pixels.
const maxPosterSide = 1280

func (j *job) poster(ctx context.Context) error {
	if j.has(Poster) {
		return nil
	}
	p, err := j.transcoder().Poster(ctx, j.video)
	if err != nil {
		return judged(err)
	}
	var picture []byte
	err = images.Use(images.Unbounded(ctx), p.PNG, func(drawn *images.Picture) (err error) {
		picture, err = drawn.Clean(maxPosterSide)
		return err
	})
	if err != nil {
		return fmt.Errorf("write the poster: %w", err)
	}
	return j.keep(ctx, []content{{Poster, picture}}, func(ctx context.Context, tx *db.Tx) error {
		if err := updatePoster(ctx, tx, j.media.ID, p.Placeholder, p.Colour); err != nil {
			return err
		}
		return j.tell(ctx, tx, j.media.ID)
	})
}

// renditions makes those of the plan that are not there. Between two of them it lets another
// video go first that cannot be played yet.
func (j *job) renditions(ctx context.Context) error {
	plan := transcode.Plan(j.video)
	for i, r := range plan {
		if slices.ContainsFunc(j.made, func(m made) bool { return m.plan.Name == r.Name }) {
			continue
		}
		if err := j.yields(ctx); err != nil {
			return err
		}
		err := j.rendition(ctx, r, share{i - 1, len(plan) - 1 + 2})
		if r.Remux && errors.Is(err, transcode.ErrRemux) {
			continue // the next one is the first
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (j *job) yields(ctx context.Context) error {
	if len(j.made) == 0 {
		return nil
	}
	urgent := false
	err := j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		urgent, err = selectUrgent(ctx, tx, j.Now())
		return err
	})
	if err == nil && urgent {
		err = errYields
	}
	return err
}

// share is a step's place among those after what is played first.
type share struct{ before, all int }

// percent is how far the job is when a share of the step is done, from 0 to 1.
func (s share) percent(done float64) int {
	return max(0, min(99, int((float64(s.before)+done)*100/float64(max(1, s.all)))))
}

// stepOfProgress is what is written of progress, in hundredths.
const stepOfProgress = 5

func (j *job) rendition(ctx context.Context, r transcode.Rendition, place share) error {
	if len(j.made) == 0 {
		place = share{0, 1}
	}
	// What a picture may have at most, its sound, and a twentieth.
	expected := int64(float64(r.Bitrate+192_000) / 8 * j.video.Duration.Seconds() * 1.05)
	if r.Remux {
		expected = j.video.Size
	}
	if err := j.roomFor(expected); err != nil {
		return err
	}
	said := 0
	e, err := j.transcoder().Encode(ctx, j.video, r, filepath.Join(j.folder, r.Name+".mp4"), func(at time.Duration) {
		if now := place.percent(float64(at) / float64(j.video.Duration)); now >= said+stepOfProgress {
			said = now - now%stepOfProgress
			j.progress(ctx, said)
		}
	})
	if err != nil {
		return judged(err)
	}
	defer os.Remove(e.File)
	first := len(j.made) == 0
	key := j.newKey()
	size, err := j.put(ctx, key, e.File)
	if err != nil {
		return err
	}
	progress := place.percent(1)
	if first {
		progress = 0
	}
	err = j.guarded(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := insertRendition(ctx, tx, j.media.ID, key, e, size, j.Now()); err != nil {
			return err
		}
		if err := updateMade(ctx, tx, j.media.ID, progress, j.Now()); err != nil {
			return err
		}
		return j.tell(ctx, tx, j.media.ID)
	})
	if err != nil {
		return j.drop(ctx, err, key)
	}
	j.made, j.try = append(j.made, made{key, size, e.Rendition, e.Index}), 1
	return nil
}

// progress writes how far the job is; of what is played first it is told.
func (j *job) progress(ctx context.Context, percent int) {
	err := j.guarded(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := updateProgress(ctx, tx, j.media.ID, percent)
		if err != nil || len(j.made) > 0 {
			return err
		}
		return j.tell(ctx, tx, j.media.ID)
	})
	if errors.Is(err, errLost) {
		j.end(errLost)
	}
}

// smallest is the smallest encode that is there, in a file of this job.
func (j *job) smallest(ctx context.Context) (transcode.Encoded, error) {
	var least *made
	for i, m := range j.made {
		if !m.plan.Remux && (least == nil || m.index.Width*m.index.Height < least.index.Width*least.index.Height) {
			least = &j.made[i]
		}
	}
	if least == nil {
		return transcode.Encoded{}, fmt.Errorf("video %s has no encode", j.media.ID)
	}
	e := transcode.Encoded{File: filepath.Join(j.folder, "smallest.mp4"), Rendition: least.plan, Index: least.index}
	if _, err := os.Stat(e.File); err == nil {
		return e, nil
	}
	return e, j.fetch(ctx, e.File, func(ctx context.Context) (io.ReadCloser, int64, error) {
		o, err := j.Store.Open(ctx, least.key)
		return o, least.size, err
	})
}

func (j *job) preview(ctx context.Context) error {
	if j.has(Preview) {
		return nil
	}
	e, err := j.smallest(ctx)
	if err != nil {
		return err
	}
	file := filepath.Join(j.folder, "preview.mp4")
	if err := j.transcoder().Preview(ctx, e, file); err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the preview: %w", err)
	}
	return j.keep(ctx, []content{{Preview, data}}, nil)
}

func (j *job) storyboard(ctx context.Context) error {
	if j.has(StoryboardCues) {
		return nil
	}
	e, err := j.smallest(ctx)
	if err != nil {
		return err
	}
	board, err := j.transcoder().Storyboard(ctx, e, func(sheet int) string { return string(Sheet(sheet)) })
	if err != nil {
		return err
	}
	all := []content{{StoryboardCues, board.VTT}}
	for i, sheet := range board.Sheets {
		all = append(all, content{Sheet(i), sheet})
	}
	return j.keep(ctx, all, nil)
}

// content is a file that is kept whole in memory.
type content struct {
	name FileName
	data []byte
}

// keep stores files and then counts them, with what else there is to write.
func (j *job) keep(ctx context.Context, all []content, also func(context.Context, *db.Tx) error) error {
	keys := make([]string, len(all))
	for i, c := range all {
		keys[i] = j.newKey()
		if err := j.Store.Put(ctx, keys[i], bytes.NewReader(c.data), int64(len(c.data))); err != nil {
			return j.drop(ctx, fmt.Errorf("store %s: %w", c.name, err), keys[:i]...)
		}
	}
	err := j.guarded(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, c := range all {
			if err := insertFile(ctx, tx, j.media.ID, c.name, keys[i], int64(len(c.data)), j.Now()); err != nil {
				return err
			}
		}
		if also == nil {
			return nil
		}
		return also(ctx, tx)
	})
	if err != nil {
		return j.drop(ctx, err, keys...)
	}
	return nil
}

// folderOf is where the bytes of a video lie.
func folderOf(mediaID string) string { return allMedia + "/" + mediaID }

const allMedia = "media"

// newKey is one that nobody else writes to.
func (j *job) newKey() string { return folderOf(j.media.ID) + "/" + id.New(j.Now()) }

// drop removes bytes that do not count, if the lease is lost: only then is it certain that they
// never will, for whoever took it has waited for every effect of this try. After any other
// error, as of a connection that broke at the commit, DropOrphans finds them.
func (j *job) drop(ctx context.Context, err error, keys ...string) error {
	if !errors.Is(err, errLost) && !errors.Is(context.Cause(ctx), errLost) {
		return err
	}
	if failed := j.dropUncounted(context.WithoutCancel(ctx), keys); failed != nil {
		j.Log.Warn("drop what a lost try made", "video", j.media.ID, "error", failed)
	}
	return err
}
