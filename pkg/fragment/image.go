package fragment

import (
	"encoding/binary"
	"errors"
	"fmt"

	"majordomus/pkg/fault"
)

// image is inline media whose header was understood.
type image struct {
	mime   string
	data   []byte
	tokens int // pixels / 750, rounded up
}

// maxImageTokens is where an estimate stops, far beyond any budget, so that
// sums of what headers claim cannot overflow.
const maxImageTokens = 1 << 40

var (
	errImageShort = errors.New("the image ends inside its header")
	errImageEmpty = errors.New("the image has no pixels")
)

// readImage reads the dimensions of an image from its header alone; nothing is
// decoded, so a header may claim any size and cost nothing.
func readImage(mime string, data []byte) (*image, error) {
	var read func([]byte) (w, h uint64, err error)
	switch mime {
	case "image/png":
		read = pngSize
	case "image/jpeg":
		read = jpegSize
	case "image/gif":
		read = gifSize
	case "image/webp":
		read = webpSize
	default:
		return nil, fmt.Errorf("%s is none of image/png, image/jpeg, image/gif, image/webp", fault.Quote(mime))
	}
	w, h, err := read(data)
	if err != nil {
		return nil, err
	}
	if w == 0 || h == 0 {
		return nil, errImageEmpty
	}
	// Both sides are below 2^32, so the product fits.
	tokens := min((w*h-1)/pixelsPerToken+1, maxImageTokens)
	return &image{mime: mime, data: data, tokens: int(tokens)}, nil
}

// pngSize reads IHDR, which must come first (RFC 2083).
func pngSize(b []byte) (w, h uint64, err error) {
	const signature = "\x89PNG\r\n\x1a\n"
	if len(b) < len(signature) || string(b[:8]) != signature {
		return 0, 0, errors.New("no PNG")
	}
	if len(b) < 24 {
		return 0, 0, errImageShort
	}
	if string(b[12:16]) != "IHDR" {
		return 0, 0, errors.New("a PNG without its header")
	}
	w, h = uint64(binary.BigEndian.Uint32(b[16:])), uint64(binary.BigEndian.Uint32(b[20:]))
	if w >= 1<<31 || h >= 1<<31 {
		return 0, 0, errors.New("a PNG of 2^31 pixels a side or more")
	}
	return w, h, nil
}

// gifSize reads the logical screen.
func gifSize(b []byte) (w, h uint64, err error) {
	if len(b) < 6 || string(b[:6]) != "GIF87a" && string(b[:6]) != "GIF89a" {
		return 0, 0, errors.New("no GIF")
	}
	if len(b) < 10 {
		return 0, 0, errImageShort
	}
	return uint64(binary.LittleEndian.Uint16(b[6:])), uint64(binary.LittleEndian.Uint16(b[8:])), nil
}

// jpegSize walks the segments to the first frame header.
func jpegSize(b []byte) (w, h uint64, err error) {
	if len(b) < 2 || b[0] != 0xff || b[1] != 0xd8 {
		return 0, 0, errors.New("no JPEG")
	}
	for i := 2; ; {
		if i < len(b) && b[i] != 0xff {
			return 0, 0, errors.New("a JPEG with a broken segment")
		}
		for i < len(b) && b[i] == 0xff { // fill bytes
			i++
		}
		if i >= len(b) {
			return 0, 0, errImageShort
		}
		marker := b[i]
		i++
		switch {
		case marker == 0x01 || marker >= 0xd0 && marker <= 0xd7:
			continue
		case marker == 0xd9 || marker == 0xda:
			return 0, 0, errors.New("a JPEG without a frame header")
		}
		if i+2 > len(b) {
			return 0, 0, errImageShort
		}
		size := int(binary.BigEndian.Uint16(b[i:]))
		if size < 2 {
			return 0, 0, errors.New("a JPEG with a broken segment")
		}
		if marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc {
			if size < 7 || i+7 > len(b) {
				return 0, 0, errImageShort
			}
			return uint64(binary.BigEndian.Uint16(b[i+5:])), uint64(binary.BigEndian.Uint16(b[i+3:])), nil
		}
		if i += size; i > len(b) {
			return 0, 0, errImageShort
		}
	}
}

// webpSize reads the first chunk: lossy, lossless or extended (RFC 9649).
func webpSize(b []byte) (w, h uint64, err error) {
	if len(b) < 12 || string(b[:4]) != "RIFF" || string(b[8:12]) != "WEBP" {
		return 0, 0, errors.New("no WebP")
	}
	if len(b) < 30 {
		if len(b) < 25 || string(b[12:16]) != "VP8L" {
			return 0, 0, errImageShort
		}
	}
	switch string(b[12:16]) {
	case "VP8 ":
		if b[23] != 0x9d || b[24] != 0x01 || b[25] != 0x2a {
			return 0, 0, errors.New("a WebP with a broken frame")
		}
		return uint64(binary.LittleEndian.Uint16(b[26:]) & 0x3fff), uint64(binary.LittleEndian.Uint16(b[28:]) & 0x3fff), nil
	case "VP8L":
		if b[20] != 0x2f {
			return 0, 0, errors.New("a WebP with a broken frame")
		}
		v := uint64(binary.LittleEndian.Uint32(b[21:]))
		return v&0x3fff + 1, v>>14&0x3fff + 1, nil
	case "VP8X":
		w = uint64(b[24]) | uint64(b[25])<<8 | uint64(b[26])<<16
		h = uint64(b[27]) | uint64(b[28])<<8 | uint64(b[29])<<16
		return w + 1, h + 1, nil
	}
	return 0, 0, errors.New("a WebP of an unknown form")
}
