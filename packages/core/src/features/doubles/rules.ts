/** Pairs of one page of the list of likely doubles. */
export const DOUBLES_PAGE = 25;

/** Is this the name, as somebody types it: blanks around it and capitals do not matter. */
export function isTypedName(typed: string, name: string): boolean {
  const fold = (text: string) => text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
  return fold(typed) !== '' && fold(typed) === fold(name);
}
