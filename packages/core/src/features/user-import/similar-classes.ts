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
