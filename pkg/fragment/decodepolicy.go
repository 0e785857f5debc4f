package fragment

func (d *decoder) policy(p *Policy) error {
	return d.object("policy", CodeInput, func(key string) error {
		at := "policy." + key
		return d.known(key, at, map[string]func() error{
			"response_reserve_tokens":  func() error { return d.number(at, CodeInput, &p.ResponseReserveTokens) },
			"near_dup_dedup":           func() error { p.NearDupDedup = new(true); return d.bool(at, p.NearDupDedup) },
			"disabled_rules":           func() error { return d.texts(at, &p.DisabledRules) },
			"max_piece_bytes":          func() error { return d.pieceBytes(at, p) },
			"boundary":                 func() error { return d.text(at, CodeInput, (*string)(&p.Boundary)) },
			"normalize_log_timestamps": func() error { return d.bool(at, &p.NormalizeLogTimestamps) },
			"estimator":                func() error { return d.text(at, CodeInput, &p.Estimator) },
			"pricing":                  func() error { p.Pricing = &Pricing{}; return d.pricing(at, p.Pricing) },
			"ids_as_strings":           func() error { return d.bool(at, &p.IDsAsStrings) },
			"slim_response":            func() error { return d.bool(at, &p.SlimResponse) },
		})
	})
}

// pieceBytes refuses a given 0: in the struct that is the default.
func (d *decoder) pieceBytes(at string, p *Policy) error {
	err := d.number(at, CodeInput, &p.MaxPieceBytes)
	if err == nil && p.MaxPieceBytes == 0 {
		err = invalid(CodeInput, at, "0 is no size of a piece")
	}
	return err
}

func (d *decoder) pricing(place string, p *Pricing) error {
	return d.object(place, CodeInput, func(key string) error {
		at := place + "." + key
		return d.known(key, at, map[string]func() error{
			"version":  func() error { return d.text(at, CodeInput, &p.Version) },
			"currency": func() error { return d.text(at, CodeInput, &p.Currency) },
			"models":   func() error { return d.models(at, p) },
		})
	})
}

func (d *decoder) models(place string, p *Pricing) error {
	p.Models = map[string]Price{}
	return d.object(place, CodeInput, func(model string) error {
		var price Price
		at := place + "." + model
		given := false
		err := d.object(at, CodeInput, func(key string) error {
			if key != "input_micros_per_million_tokens" {
				return d.unknown(at + "." + key)
			}
			given = true
			return d.price(at+"."+key, &price)
		})
		if err == nil && !given {
			err = invalid(CodeInput, at+".input_micros_per_million_tokens", "missing")
		}
		p.Models[model] = price
		return err
	})
}

func (d *decoder) price(place string, dst *Price) error {
	raw, err := d.any(place)
	if err != nil {
		return err
	}
	dst.InputMicrosPerMillionTokens, err = parseUint(string(raw), 64)
	if err != nil {
		return invalid(CodeInput, place, "no integer of micros")
	}
	return nil
}
