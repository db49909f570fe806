import {
  type Language,
  type Namespace,
  type TextsAt,
  type TextsIn,
  type Translate,
  toLanguage,
  toTranslate,
} from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useTranslation as useLoadedTexts } from 'react-i18next';

/** Keys of the first file, and addresses (`errors:internal`) in all requested files. */
type Known<First extends Namespace, Other extends Namespace> = TextsIn<First> & TextsAt<First | Other>;

/**
 * The texts of some files of `locales/<lang>`, fetched on demand; the first file's keys need no prefix.
 * @param options without suspense, the surrounding page stays, and texts are empty until they are `ready`: nobody reads a key
 */
export function useTranslation<First extends Namespace, Other extends Namespace = never>(
  namespaces: First | readonly [First, ...Other[]],
  options: { useSuspense?: boolean } = {},
): { t: Translate<Known<First, Other>>; language: Language; ready: boolean } {
  const { t: say, i18n, ready } = useLoadedTexts(namespaces, options);
  const isPatient = options.useSuspense === false;
  const t = useMemo(
    () =>
      toTranslate<Known<First, Other>>((key: string, values) =>
        say(key, isPatient ? { defaultValue: '', ...values } : values),
      ),
    [say, isPatient],
  );
  return { t, language: toLanguage(i18n.language), ready };
}
