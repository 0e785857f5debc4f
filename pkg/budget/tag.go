package budget

// Tag identifies an answer: the same tag is the same answer, byte for byte.
func (a *Answer) Tag() string { return a.RequestDigest + "-" + a.Fingerprint }
