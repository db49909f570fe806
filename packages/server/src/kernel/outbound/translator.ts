import { createHash } from 'node:crypto';

/** The translation service of the operator, which speaks the protocol of LibreTranslate. */
export interface TranslatorSettings {
  /** Its address without a trailing slash. */
  readonly url: string;
  readonly key: string | null;
}

export interface TranslationLanguage {
  readonly code: string;
  readonly name: string;
}

/** The service gave no translation; the message holds nothing of the text. */
export class TranslatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TranslatorError';
  }
}

/** Plain, or HTML whose elements stay around the same words. */
export type TextFormat = 'text' | 'html';

/** Translates texts that people asked to have translated. Every method fails with a `TranslatorError`. */
export interface Translator {
  /** The host, to be named to people before something is sent there. */
  readonly host: string;
  /** What it can translate to. */
  languages(): Promise<readonly TranslationLanguage[]>;
  /**
   * The texts in another language, in their order; the service detects their language. Sanitise the HTML that it returns,
   * which comes from elsewhere.
   */
  translate(texts: readonly string[], lang: string, format?: TextFormat): Promise<string[]>;
}

const TIMEOUT_MS = 15_000;
const LANGUAGES_MS = 10 * 60 * 1000;
/** Translations that are kept in memory, under a hash of the text: a message to a whole class is asked for often. */
const KEPT = 500;

/** An address of the web without a query; `http:` only on this machine, as what goes there is private. */
export function toTranslatorUrl(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || url.username || url.password || url.search || url.hash) return undefined;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) return undefined;
  return url.href.replace(/\/$/, '');
}

const isText = (value: unknown): value is string => typeof value === 'string';

export function createTranslator(
  { url, key }: TranslatorSettings,
  now: () => number = () => performance.now(),
): Translator {
  let known: { at: number; languages: readonly TranslationLanguage[] } | undefined;
  const kept = new Map<string, string[]>();

  async function ask(path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }).catch((cause: unknown) => {
      throw new TranslatorError(`${path}: no answer (${cause instanceof Error ? cause.name : 'unknown'})`);
    });
    if (!answer.ok) throw new TranslatorError(`${path}: status ${answer.status}`);
    return answer.json().catch(() => {
      throw new TranslatorError(`${path}: no JSON`);
    });
  }

  return {
    host: new URL(url).host,

    async languages() {
      if (known && now() - known.at < LANGUAGES_MS) return known.languages;
      const answer = await ask('/languages');
      if (!Array.isArray(answer)) throw new TranslatorError('/languages: not understood');
      const languages = answer.flatMap(({ code, name }: { code?: unknown; name?: unknown }) =>
        isText(code) && isText(name) ? [{ code, name }] : [],
      );
      known = { at: now(), languages };
      return languages;
    },

    async translate(texts, lang, format = 'text') {
      const hash = createHash('sha256')
        .update(JSON.stringify([lang, format, texts]))
        .digest('base64');
      const found = kept.get(hash);
      if (found) return found;
      const body = { q: texts, source: 'auto', target: lang, format, ...(key !== null && { api_key: key }) };
      const answer = (await ask('/translate', body)) as { translatedText?: unknown } | null;
      const translated = answer?.translatedText;
      if (!Array.isArray(translated) || translated.length !== texts.length || !translated.every(isText))
        throw new TranslatorError('/translate: not understood');
      kept.set(hash, translated);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '');
      return translated;
    },
  };
}
