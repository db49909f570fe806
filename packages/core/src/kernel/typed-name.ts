/** Is this the name, as somebody types it to say that they mean it: blanks around it and capitals do not matter. */
export function isTypedName(typed: string, name: string): boolean {
  const fold = (text: string) => text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
  return fold(typed) !== '' && fold(typed) === fold(name);
}
