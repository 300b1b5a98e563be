package app

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"limelight/internal/kit/blob"
)

// openBlobs is the folder of files, or the S3 bucket that --objects names:
// s3://KEY:SECRET@HOST/BUCKET?region=R, s3+http:// for one without TLS.
func openBlobs(ctx context.Context, cfg Config) (blob.Store, error) {
	if cfg.ObjectURL == "" {
		return blob.OpenFolder(filepath.Join(cfg.Data, "files"))
	}
	return openBucket(ctx, "--objects", cfg.ObjectURL)
}

// openBucket opens the bucket that a flag's address names.
func openBucket(ctx context.Context, flag, address string) (blob.Store, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if u.Scheme != "s3" && u.Scheme != "s3+http" {
		return nil, fmt.Errorf("%s: %q is neither s3 nor s3+http", flag, u.Scheme)
	}
	secret, _ := u.User.Password()
	store, err := blob.OpenS3(ctx, blob.S3{
		Endpoint: u.Host, Region: u.Query().Get("region"), Bucket: strings.Trim(u.Path, "/"),
		AccessKey: u.User.Username(), SecretKey: secret, Plain: u.Scheme == "s3+http",
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return store, nil
}
