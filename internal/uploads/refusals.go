package uploads

import (
	"fmt"
	"time"

	"limelight/internal/kit/fault"
)

// The refusals of the protocol, with the statuses that it asks for.
var (
	errVersion     = fault.New(fault.Precondition, "This site speaks version 1.0.0 of the tus protocol.").Coded("upload_version")
	errContentType = fault.New(fault.Unsupported, "A piece of a file must be sent as application/offset+octet-stream.")
	errElsewhere   = fault.New(fault.Conflict, "This upload is at another place by now. Ask where, and go on from there.").Coded("upload_offset")
	errExceeds     = fault.New(fault.TooLarge, "This is more than was announced.").Coded("upload_length")
	errNoLength    = fault.New(fault.Malformed, "A piece of a file must say how long it is.")
	errTiny        = fault.New(fault.Invalid, "A piece of a file must have at least 1 MB, unless it is the last one.")
	errWithBody    = fault.New(fault.Malformed, "An upload is announced without its bytes.")
	errExtension   = fault.New(fault.Malformed, "This site does not join uploads, and must know their length before they begin.")
	errMalformed   = fault.New(fault.Malformed, "This upload cannot be understood.")
	errTaken       = fault.New(fault.Malformed, "This upload goes on in another place.").Coded("upload_interrupted")
	errSlow        = fault.New(fault.Unavailable, "The bytes came too slowly. Please go on with the upload.").After(time.Second).Coded("upload_slow")
	errBroken      = fault.New(fault.Unavailable, "The connection broke. Please go on with the upload.").After(time.Second).Coded("upload_broken")
	errStopping    = fault.New(fault.Unavailable, "This part of the site is going away. Please go on with the upload.").After(time.Second).Coded("upload_broken")
	errBusy        = fault.New(fault.Unavailable, "Somebody else writes to this upload. Please try again in a moment.").After(3 * time.Second).Coded("upload_busy")
)

// refusals are ours for tusd's.
var refusals = map[string]error{
	"ERR_UNSUPPORTED_VERSION":         errVersion,
	"ERR_INVALID_CONTENT_TYPE":        errContentType,
	"ERR_INVALID_UPLOAD_LENGTH":       errMalformed,
	"ERR_INVALID_OFFSET":              errMalformed,
	"ERR_NOT_IMPLEMENTED":             errExtension,
	"ERR_MISMATCHED_OFFSET":           errElsewhere,
	"ERR_UPLOAD_SIZE_EXCEEDED":        errExceeds,
	"ERR_UPLOAD_NOT_FOUND":            ErrNone,
	"ERR_LOCK_TIMEOUT":                errBusy,
	"ERR_UPLOAD_INTERRUPTED":          errTaken,
	"ERR_UNEXPECTED_EOF":              errBroken,
	"ERR_CONNECTION_RESET":            errBroken,
	"ERR_READ_TIMEOUT":                errSlow,
	"ERR_SERVER_SHUTDOWN":             errStopping,
	"ERR_AMBIGUOUS_UPLOAD_LENGTH":     errExtension,
	"ERR_INVALID_UPLOAD_LENGTH_DEFER": errExtension,
}

func refusalOf(code string) error {
	if known, ok := refusals[code]; ok {
		return known
	}
	return fmt.Errorf("tus refused: %.60s", code)
}
