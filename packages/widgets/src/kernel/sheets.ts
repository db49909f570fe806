const sheets = new Map<string, CSSStyleSheet>();

/** The constructed style sheet of a text, shared by all elements of a page. */
function sheetOf(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/** Sets exactly these styles on a shadow root; a strict content security policy allows them. */
export function adopt(root: ShadowRoot, texts: readonly string[]): void {
  root.adoptedStyleSheets = texts.map(sheetOf);
}

/** Adds one style after those of the element and replaces the one added before; null removes it. */
export function adoptTheme(root: ShadowRoot, before: string | null, text: string | null): void {
  const kept = root.adoptedStyleSheets.filter((sheet) => before === null || sheet !== sheets.get(before));
  root.adoptedStyleSheets = text === null ? kept : [...kept, sheetOf(text)];
}
