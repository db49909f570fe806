const sheets = new Map<string, CSSStyleSheet>();

/** The constructed sheet of a text, one for all elements of a page. */
function sheetOf(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/** Puts exactly these styles into a shadow root; a strict content security policy allows them. */
export function adopt(root: ShadowRoot, texts: readonly string[]): void {
  root.adoptedStyleSheets = texts.map(sheetOf);
}

/** Puts one more style behind those of the element, in place of the one put there before; null takes it away. */
export function adoptTheme(root: ShadowRoot, before: string | null, text: string | null): void {
  const kept = root.adoptedStyleSheets.filter((sheet) => before === null || sheet !== sheets.get(before));
  root.adoptedStyleSheets = text === null ? kept : [...kept, sheetOf(text)];
}
