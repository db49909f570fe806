import { isOddClass } from './cells.ts';

const foldClass = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

/** New classes that differ from another, of the school or of the list, in capitals and blanks only; each with that one. */
export function findSimilarClasses(
  fresh: readonly string[],
  known: readonly string[],
): { readonly name: string; readonly other: string }[] {
  const first = new Map<string, string>();
  for (const name of [...known, ...fresh]) if (!first.has(foldClass(name))) first.set(foldClass(name), name);
  return fresh.flatMap((name) => {
    const other = first.get(foldClass(name));
    return other === undefined || other === name ? [] : [{ name, other }];
  });
}

/** New classes that look like something else than a class, or like another class: somebody has to say that they are meant. */
export const findDoubtfulClasses = (fresh: readonly string[], known: readonly string[]): string[] => {
  const similar = new Set(findSimilarClasses(fresh, known).map(({ name }) => name));
  return fresh.filter((name) => isOddClass(name) || similar.has(name));
};
