import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlayTexts, toActiveVariant } from './rules.ts';
import { VARIANTS } from './schema.ts';

const variant = fc.constantFrom(...VARIANTS);
const anything = fc.option(fc.oneof(variant, fc.string()), { nil: undefined });

describe('the active variant', () => {
  it('comes from the native setting before local storage before the query [P-1.17]', () => {
    fc.assert(
      fc.property(variant, anything, anything, (native, stored, query) => {
        expect(toActiveVariant({ native, stored, query })).toBe(native);
        expect(toActiveVariant({ stored: native, query })).toBe(native);
        expect(toActiveVariant({ query: native })).toBe(native);
      }),
    );
  });

  it('is the default when no source supplies one of the nine [P-1.17] [P-1.18]', () => {
    expect(toActiveVariant({})).toBe('default');
    expect(toActiveVariant({ native: null, stored: '', query: undefined })).toBe('default');
    expect(toActiveVariant({ native: 'unknown', stored: 'toString', query: 'HAFEN' })).toBe('default');
    expect(toActiveVariant({ native: 'unknown', stored: 'hafen', query: 'tinte' })).toBe('hafen');
  });
});

describe('texts', () => {
  const base = { title: 'base', login: { title: 'base', hint: 'base' } };
  const brand = {
    texts: { de: { 'auth:login.title': 'variant', 'auth:login.hint': 'variant', 'shell:title': 'elsewhere' } },
    school_type_texts: { PRIMARY: { de: { 'auth:login.title': 'school type', 'auth:fresh.text': 'new' } } },
  };

  it('go from base to variant to school type, the later one wins [P-1.19]', () => {
    const audience = { brand, language: 'de', namespace: 'auth' } as const;
    expect(overlayTexts(base, audience)).toEqual({ title: 'base', login: { title: 'variant', hint: 'variant' } });
    expect(overlayTexts(base, { ...audience, schoolType: 'PRIMARY' })).toEqual({
      title: 'base',
      login: { title: 'school type', hint: 'variant' },
      fresh: { text: 'new' },
    });
    expect(base.login.title).toBe('base');
  });

  it('stay as they are in another language or namespace [P-1.19]', () => {
    expect(overlayTexts(base, { brand, language: 'en', namespace: 'auth', schoolType: 'PRIMARY' })).toEqual(base);
    expect(overlayTexts(base, { brand, language: 'de', namespace: 'errors', schoolType: 'OTHER' })).toEqual(base);
  });
});
