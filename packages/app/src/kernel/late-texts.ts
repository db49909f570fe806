import type { Texts } from '@kreide/core/features/branding';

// Without what is read daily, and without what only the command line, the elements and the server say.
const files = import.meta.glob<{ default: Texts }>([
  '../../../../locales/*/*.json',
  '!../../../../locales/*/{cli,errors,kernel,letters,personal-archive,shell,start,timetable,widgets}.json',
]);

/** The texts of a feature in a language; a module of its own, as the list of all files is longer than most of them. */
export async function readLateTexts(language: string, namespace: string): Promise<Texts | undefined> {
  return (await files[`../../../../locales/${language}/${namespace}.json`]?.())?.default;
}
