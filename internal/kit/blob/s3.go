package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3 says where a bucket is.
type S3 struct {
	Endpoint  string // host, or host:port
	Region    string
	Bucket    string
	AccessKey string
	SecretKey string
	Plain     bool // http instead of https
}

// OpenS3 reaches the bucket, which must exist.
func OpenS3(ctx context.Context, at S3) (Store, error) {
	client, err := minio.New(at.Endpoint, &minio.Options{
		Creds:  credentials.NewStaticV4(at.AccessKey, at.SecretKey, ""),
		Secure: !at.Plain, Region: at.Region,
	})
	if err != nil {
		return nil, fmt.Errorf("read the address of the object store: %w", err)
	}
	b := &bucket{client, at.Bucket}
	if err := b.Healthy(ctx); err != nil {
		return nil, err
	}
	return b, nil
}

type bucket struct {
	client *minio.Client
	name   string
}

func (b *bucket) Healthy(ctx context.Context) error {
	there, err := b.client.BucketExists(ctx, b.name)
	if err != nil {
		return fmt.Errorf("reach the bucket %s: %w", b.name, err)
	}
	if !there {
		return fmt.Errorf("the object store has no bucket named %s", b.name)
	}
	return nil
}

// Put relies on the store's own promise: an object appears whole or not at all.
func (b *bucket) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if err := announced(key, size); err != nil {
		return err
	}
	_, err := b.client.PutObject(ctx, b.name, key, &exactly{r, size}, size, minio.PutObjectOptions{
		ContentType: "application/octet-stream", // what it is, the program says when it serves it
	})
	if err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	return nil
}

func (b *bucket) Open(ctx context.Context, key string) (Object, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	object, err := b.client.GetObject(ctx, b.name, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, err)
	}
	info, err := object.Stat()
	if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		return nil, errors.Join(ErrNone, object.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", key, err), object.Close())
	}
	return stored{object, info}, nil
}

type stored struct {
	*minio.Object
	info minio.ObjectInfo
}

func (s stored) Size() int64         { return s.info.Size }
func (s stored) Modified() time.Time { return s.info.LastModified }

func (b *bucket) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := b.client.RemoveObject(ctx, b.name, key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

func (b *bucket) DeleteAll(ctx context.Context, folder string) error {
	if err := checkKey(folder); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends the listing when a removal fails
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: folder + "/", Recursive: true}) {
		if object.Err != nil {
			return fmt.Errorf("list %s: %w", folder, object.Err)
		}
		if err := b.Delete(ctx, object.Key); err != nil {
			return err
		}
	}
	return nil
}

func (b *bucket) List(ctx context.Context, folder string, each func(key string) error) error {
	if err := checkKey(folder); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends the listing when the caller has seen enough
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: folder + "/", Recursive: true}) {
		if object.Err != nil {
			return fmt.Errorf("list %s: %w", folder, object.Err)
		}
		if err := each(object.Key); err != nil {
			return fmt.Errorf("list %s: %w", folder, err)
		}
	}
	return nil
}
