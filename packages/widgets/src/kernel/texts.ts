import {
  isLanguage,
  type Language,
  type Namespace,
  type TextsIn,
  type TranslateIn,
  toLanguage,
  toTranslate,
} from '@kreide/core/kernel';
import { useEffect, useState } from 'react';
import widgets from '../../../../locales/de/widgets.json' with { type: 'json' };
import { createLastGood } from './last-good.ts';
import { inherited } from './surroundings.ts';

/** Texts of some namespaces in one language: `{ monitor: { title: '…' } }`. */
export type TextTree = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Texts and their language. */
export interface Texts {
  readonly language: Language;
  readonly tree: TextTree;
}

/** Finds texts in the given namespaces, in order; a text that is not there is empty. */
export function translateOf<Name extends Namespace>(
  { language, tree }: Texts,
  namespaces: readonly Name[],
): TranslateIn<Name> {
  const texts: Record<string, string> = Object.assign({}, ...namespaces.map((name) => tree[name]).reverse());
  const plurals = new Intl.PluralRules(language);
  return toTranslate<TextsIn<Name>>((key, values) => {
    const { count } = values;
    const form = typeof count === 'number' ? texts[`${key}_${plurals.select(count)}`] : undefined;
    return (form ?? texts[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  });
}

/** The language of an element: its attribute, else the given one, else the surrounding page's, else the browser's. */
export function languageOf(wanted: string | null, host: Element, otherwise?: string): Language {
  const page = otherwise ?? inherited(host, 'lang');
  for (const tag of [wanted, page]) {
    const language = tag?.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return toLanguage(navigator.languages);
}

/** A text that could not be fetched is asked for again after this time, ms. */
const RETRY_AFTER = 15_000;
const ON_THEIR_WAY: TextTree = {};
/** For pages that never got texts: the few that say why there is nothing to see. */
const LAST_RESORT: Texts = { language: 'de', tree: { widgets } };
const store = createLastGood<TextTree>('texts');
/** The texts of each address: their identity stays, as views are memoised on it. */
const known = new Map<string, Texts>();
const fetched = new Map<string, Promise<void>>();

function textsAt(address: string, language: Language): Texts {
  const texts = known.get(address) ?? { language, tree: store.get(address)?.value ?? ON_THEIR_WAY };
  known.set(address, texts);
  return texts;
}

/** The address of the texts of a language at a server. */
export function toTextsAddress(api: string, language: Language): string {
  return `${api}/widgets/texts/${language}.json`;
}

/** Once per page: a new server version may have changed the texts. */
function fetchTexts(address: string, language: Language): Promise<void> {
  const running = fetched.get(address);
  if (running) return running;
  const promise = fetch(address, { credentials: 'omit' }).then(async (answer) => {
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const tree = (await answer.json()) as TextTree;
    store.set(address, { at: Date.now(), value: tree });
    known.set(address, { language, tree });
  });
  fetched.set(address, promise);
  promise.catch(() => {
    fetched.delete(address);
    if (textsAt(address, language).tree === ON_THEIR_WAY) known.set(address, LAST_RESORT);
  });
  return promise;
}

/**
 * The texts of an element, fetched from the server, a small file for each language, and kept on the device. Without them
 * the element is silent, and once they could not be fetched it says in German what is wrong.
 */
export function useTexts(api: string, language: Language): Texts {
  const address = toTextsAddress(api, language);
  const [, setAnswers] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const draw = () => isOver || setAnswers((count) => count + 1);
    const ask = () =>
      fetchTexts(address, language).then(draw, () => {
        draw();
        if (!isOver) timer = setTimeout(ask, RETRY_AFTER);
      });
    ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [address, language]);
  return textsAt(address, language);
}
