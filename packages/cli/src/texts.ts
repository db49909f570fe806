import { type Language, type TextsIn, type TranslateIn, toLanguage, toTranslate } from '@kreide/core/kernel';
import de from '../../../locales/de/cli.json' with { type: 'json' };
import en from '../../../locales/en/cli.json' with { type: 'json' };
import es from '../../../locales/es/cli.json' with { type: 'json' };
import fr from '../../../locales/fr/cli.json' with { type: 'json' };
import it from '../../../locales/it/cli.json' with { type: 'json' };
import tr from '../../../locales/tr/cli.json' with { type: 'json' };
import uk from '../../../locales/uk/cli.json' with { type: 'json' };

export type TextKey = keyof TextsIn<'cli'>;
export type Translate = TranslateIn<'cli'>;

interface Tree {
  [key: string]: string | Tree;
}
const TEXTS: Record<Language, Tree> = { de, en, es, fr, it, tr, uk };

/**
 * The language of the terminal: LC_ALL before LC_MESSAGES before LANG; English for `C`, `POSIX` and unknown ones
 * (D-3.13).
 */
export function toTerminalLanguage(
  env: Readonly<Record<string, string | undefined>>,
  systemLanguage: string,
): Language {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG;
  const tag = locale ? locale.split(/[.@]/)[0]?.replace('_', '-') : systemLanguage;
  return toLanguage(tag, 'en');
}

/** The texts of one language: `{{name}}` is filled in, `count` chooses the plural form, numbers are grouped. */
export function createTexts(language: Language): Translate {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return toTranslate<TextsIn<'cli'>>((key, params) => {
    const path = key.split('.');
    const name = path.pop() ?? '';
    let room: Tree = TEXTS[language];
    for (const step of path) room = room[step] as Tree;
    const count = params.count;
    const form =
      typeof count === 'number' ? (room[`${name}_${plural.select(count)}`] ?? room[`${name}_other`]) : undefined;
    const text = form ?? room[name];
    if (typeof text !== 'string') throw new Error(`No text ${key} in ${language}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, field: string) => {
      const value = params[field];
      return typeof value === 'number' ? number.format(value) : (value ?? '');
    });
  });
}
