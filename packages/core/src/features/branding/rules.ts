import type { Language } from '../../kernel/product.ts';
import { type Brand, VARIANTS, type Variant } from './schema.ts';

/** Local storage key that remembers the variant, and the name of the query parameter (P-1.17, P-2.01). */
export const BRANDING_KEY = 'branding';

/** Where a variant can come from, in order of precedence; each is the raw text found there. */
export interface VariantSources {
  native?: string | null | undefined;
  stored?: string | null | undefined;
  query?: string | null | undefined;
}

/** Is this the key of one of the nine variants? */
export function isVariant(value: unknown): value is Variant {
  return typeof value === 'string' && (VARIANTS as readonly string[]).includes(value);
}

/**
 * The active variant: native setting, then local storage, then the query parameter `branding`, then the default.
 * A name outside the nine is ignored (P-1.17, P-1.18).
 */
export function toActiveVariant(sources: VariantSources): Variant {
  return [sources.native, sources.stored, sources.query].find(isVariant) ?? 'default';
}

/** Texts of one namespace, as in `locales/<lang>/<namespace>.json`. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Which overlays apply. */
export interface TextAudience {
  brand: Pick<Brand, 'texts' | 'school_type_texts'>;
  /** Key of the school's type; empty while no school is known. */
  schoolType?: string | null | undefined;
  language: Language;
  namespace: string;
}

/** The namespace's texts with those of the variant, then those of the school type, laid over them (P-1.19). */
export function overlayTexts(base: Texts, { brand, schoolType, language, namespace }: TextAudience): Texts {
  const layers = [brand.texts[language], schoolType ? brand.school_type_texts[schoolType]?.[language] : undefined];
  let texts = base;
  for (const layer of layers) {
    for (const [address, text] of Object.entries(layer ?? {})) {
      const [layerNamespace, path = ''] = address.split(':');
      if (layerNamespace === namespace) texts = withText(texts, path.split('.'), text);
    }
  }
  return texts;
}

function withText(texts: Texts, [key = '', ...rest]: string[], text: string): Texts {
  if (rest.length === 0) return { ...texts, [key]: text };
  const inner = texts[key];
  return { ...texts, [key]: withText(typeof inner === 'object' ? inner : {}, rest, text) };
}
