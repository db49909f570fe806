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
import { createLastGood } from './last-good.ts';

/** Texts of some namespaces in one language: `{ monitor: { title: '…' } }`. */
export type TextTree = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Texts and their language. */
export interface Texts {
  readonly language: Language;
  readonly tree: TextTree;
}

/** Finds texts in the given namespaces, in order. A missing text returns its key, or nothing while loading. */
export function translateOf<Name extends Namespace>(
  { language, tree }: Texts,
  namespaces: readonly Name[],
): TranslateIn<Name> {
  if (tree === ON_THEIR_WAY) return () => '';
  const texts: Record<string, string> = Object.assign({}, ...namespaces.map((name) => tree[name]).reverse());
  const plurals = new Intl.PluralRules(language);
  return toTranslate<TextsIn<Name>>((key, values) => {
    const { count } = values;
    const form = typeof count === 'number' ? texts[`${key}_${plurals.select(count)}`] : undefined;
    return (form ?? texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  });
}

/** The language of an element: its attribute, else the given one, else the surrounding page's, else the browser's. */
export function languageOf(wanted: string | null, host: Element, otherwise?: string): Language {
  const page = otherwise ?? host.closest('[lang]')?.getAttribute('lang');
  for (const tag of [wanted, page]) {
    const language = tag?.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return toLanguage(navigator.languages);
}

const ON_THEIR_WAY: TextTree = {};
const store = createLastGood<TextTree>('texts');
const fetched = new Map<string, Promise<TextTree>>();

/** Once per page: a new server version may have changed the texts. */
function fetchTexts(address: string): Promise<TextTree> {
  const known = fetched.get(address);
  if (known) return known;
  const promise = fetch(address, { credentials: 'omit' }).then(async (answer) => {
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const tree = (await answer.json()) as TextTree;
    store.set(address, { at: Date.now(), value: tree });
    return tree;
  });
  fetched.set(address, promise);
  promise.catch(() => fetched.delete(address));
  return promise;
}

/**
 * The texts of an element. German is part of the script; the other six are fetched from the server, a small file each,
 * and kept on the device. When one fails and was never stored, the element falls back to German.
 * @param german must keep its identity
 */
export function useTexts(german: TextTree, api: string, language: Language): Texts {
  const address = language === 'de' ? null : `${api}/widgets/texts/${language}.json`;
  const [state, setState] = useState<{ address: string | null; texts: Texts } | null>(null);
  useEffect(() => {
    if (address === null) return;
    let isOver = false;
    fetchTexts(address).then(
      (tree) => isOver || setState({ address, texts: { language, tree } }),
      () => isOver || setState({ address, texts: keptOf(address, language) ?? { language: 'de', tree: german } }),
    );
    return () => {
      isOver = true;
    };
  }, [address, language, german]);
  const [own] = useState(() => new Map<string, Texts>());
  if (address === null) return once('de', () => ({ language: 'de', tree: german }));
  if (state?.address === address) return state.texts;
  return once(address, () => keptOf(address, language) ?? { language, tree: ON_THEIR_WAY });

  /** Views are memoised on the identity of their texts. */
  function once(key: string, make: () => Texts): Texts {
    const texts = own.get(key) ?? make();
    own.set(key, texts);
    return texts;
  }
}

function keptOf(address: string, language: Language): Texts | null {
  const tree = store.get(address)?.value;
  return tree ? { language, tree } : null;
}
