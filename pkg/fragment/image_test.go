package fragment

import (
	"bytes"
	picture "image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"
)

func encoded(t testing.TB, mime string, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	m := picture.NewPaletted(picture.Rect(0, 0, w, h), color.Palette{color.Black, color.White})
	var err error
	switch mime {
	case "image/png":
		err = png.Encode(&b, m)
	case "image/jpeg":
		err = jpeg.Encode(&b, m, nil)
	case "image/gif":
		err = gif.Encode(&b, m, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func webp(chunk string, payload ...byte) []byte {
	b := append([]byte("RIFF\x00\x00\x00\x00WEBP"+chunk+"\x00\x00\x00\x00"), payload...)
	return append(b, make([]byte, 16)...)
}

func TestImageTokens(t *testing.T) {
	for _, c := range []struct {
		mime string
		data []byte
		want int
	}{
		{"image/png", encoded(t, "image/png", 1280, 800), 1366}, // 1,024,000 / 750, rounded up
		{"image/jpeg", encoded(t, "image/jpeg", 75, 10), 1},
		{"image/jpeg", append([]byte{0xff, 0xd8, 0xff, 0xff, 0xe0, 0, 4, 1, 2}, encoded(t, "image/jpeg", 76, 10)[2:]...), 2},
		{"image/gif", encoded(t, "image/gif", 300, 5), 2},
		{"image/png", pngHeader(1, 1), 1},
		{"image/png", pngHeader(1<<31-1, 1), 2863312},
		{"image/png", pngHeader(1<<31-1, 1<<31-1), maxImageTokens},
		{"image/webp", webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, 0xe8, 0x03, 0x4b, 0x00), 100},
		{"image/webp", webp("VP8L", 0x2f, 0xe7, 0x83, 0x12, 0x00), 100}, // 1000 - 1 | (75 - 1) << 14
		{"image/webp", webp("VP8X", 0, 0, 0, 0, 0xe7, 0x03, 0, 0x4a, 0, 0), 100},
	} {
		m, err := readImage(c.mime, c.data)
		if err != nil || m.tokens != c.want {
			t.Errorf("%s: %+v %v, want %d", c.mime, m, err, c.want)
		}
	}
}

func TestHostileImages(t *testing.T) {
	for _, c := range []struct {
		mime string
		data []byte
	}{
		{"image/png", nil}, {"image/png", pngHeader(0, 9)}, {"image/png", pngHeader(1<<31, 1)}, {"image/png", pngHeader(1, 1)[:20]},
		{"image/png", append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIDAT"), make([]byte, 20)...)},
		{"image/gif", []byte("GIF89a\x00\x00\x01\x00")}, {"image/gif", []byte("GIF89a")},
		{"image/jpeg", []byte{0xff, 0xd8}}, {"image/jpeg", []byte{0xff, 0xd8, 0xff}}, {"image/jpeg", []byte{0xff, 0xd8, 0xff, 0xe0, 0, 0}},
		{"image/jpeg", []byte{0xff, 0xd8, 0xff, 0xd9}}, {"image/jpeg", []byte{0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff}},
		{"image/jpeg", []byte{0xff, 0xd8, 0x00}}, {"image/jpeg", bytes.Repeat([]byte{0xff, 0xd8}, 4)},
		{"image/jpeg", []byte{0xff, 0xd8, 0xff, 0xc0, 0, 7, 8, 0, 1}}, {"image/jpeg", bytes.Repeat([]byte{0xff}, 1000)},
		{"image/webp", []byte("RIFF\x00\x00\x00\x00WEBP")}, {"image/webp", webp("ABCD")}, {"image/webp", webp("VP8L", 0)},
		{"image/bmp", []byte("BM")},
	} {
		if m, err := readImage(c.mime, c.data); err == nil {
			t.Errorf("%s %x: %+v", c.mime, c.data, m)
		}
	}
}

func FuzzImage(f *testing.F) {
	for _, mime := range []string{"image/png", "image/jpeg", "image/gif"} {
		f.Add(encoded(f, mime, 10, 10))
	}
	f.Add(webp("VP8X", 0, 0, 0, 0, 1, 0, 0, 1, 0, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, mime := range []string{"image/png", "image/jpeg", "image/gif", "image/webp"} {
			m, err := readImage(mime, data)
			if err == nil && m.tokens < 1 {
				t.Fatalf("%s: %d tokens", mime, m.tokens)
			}
		}
		if c, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
			if m, err := readImage("image/png", data); err != nil || m.tokens != (c.Width*c.Height-1)/750+1 {
				t.Fatalf("%dx%d: %v %v", c.Width, c.Height, m, err)
			}
		}
	})
}
