package git

import (
	"crypto/sha1" //nolint:gosec // the name git gives to content, not a proof
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"
)

// Blob is the content identity of data: the id git gives to a blob of these
// bytes in a SHA-1 repository, lower-case hex.
func Blob(data []byte) string {
	h := sha1.New()
	io.WriteString(h, blobHeader(int64(len(data)))) //nolint:errcheck // a hash never fails
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// blob256 is the id in a SHA-256 repository.
func blob256(data []byte) string {
	h := sha256.New()
	io.WriteString(h, blobHeader(int64(len(data)))) //nolint:errcheck // a hash never fails
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// BlobReader is Blob of the size bytes that r gives, without holding them. A
// reader that gives fewer is io.ErrUnexpectedEOF; whether it has more is the
// caller's to ask.
func BlobReader(r io.Reader, size int64) (string, error) {
	h := sha1.New()
	io.WriteString(h, blobHeader(size)) //nolint:errcheck // a hash never fails
	n, err := io.Copy(h, io.LimitReader(r, size))
	if err != nil {
		return "", err
	}
	if n != size {
		return "", io.ErrUnexpectedEOF
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func blobHeader(size int64) string { return "blob " + strconv.FormatInt(size, 10) + "\x00" }
