package layer

import "majordomus/pkg/object"

func claimTracker(f *File) (object.Kind, Form, string, bool) { return "", "", "", false }

func (c *Config) parseTracker(p *Parsed, cl Claim, data []byte) {}
