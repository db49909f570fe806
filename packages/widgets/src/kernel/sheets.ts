const sheets = new Map<string, CSSStyleSheet>();
/** The styles of a root, in order. */
const shown = new WeakMap<ShadowRoot, readonly string[]>();
const tags = new WeakMap<ShadowRoot, HTMLStyleElement>();

/** Whether colours follow the page's scheme by themselves. */
export const knowsSchemes = CSS.supports('color', 'light-dark(red,red)');
const canAdopt = 'adoptedStyleSheets' in Document.prototype;

const PART = String.raw`((?:[^(),]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+)`;
const PAIR = new RegExp(String.raw`var\(--k-day,${PART}\)\s*var\(--k-night,${PART}\)`, 'g');
const CALL = new RegExp(String.raw`light-dark\(${PART},${PART}\)`, 'g');
const DAY = ':host{--k-day:initial;--k-night: }';
const NIGHT = ':host{--k-day: ;--k-night:initial}';

/** Two colours in words of this engine: a call, or two variables, one of which is empty. */
function toOwnWords(text: string): string {
  return knowsSchemes
    ? text.replace(PAIR, 'light-dark($1,$2)')
    : text.replace(CALL, 'var(--k-day,$1)var(--k-night,$2)');
}

/** The constructed style sheet of a text, shared by all elements of a page. */
function sheetOf(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(toOwnWords(text));
  sheets.set(text, sheet);
  return sheet;
}

/** Sets exactly these styles on a shadow root; a strict content security policy allows them where sheets can be adopted. */
export function adopt(root: ShadowRoot, texts: readonly string[]): void {
  shown.set(root, texts);
  if (canAdopt) root.adoptedStyleSheets = texts.map(sheetOf);
  else keepTag(root);
}

/** Puts the styles in where they cannot be adopted: what draws the content takes away what it does not know. */
export function keepTag(root: ShadowRoot): void {
  if (canAdopt) return;
  const tag = tags.get(root) ?? document.createElement('style');
  tags.set(root, tag);
  tag.textContent = (shown.get(root) ?? []).map(toOwnWords).join('\n');
  root.append(tag);
}

/** The styles of a shadow root in light colours, for a copy of it in another window. */
export function adoptCopy(root: ShadowRoot, copy: ShadowRoot, view: Window & typeof globalThis): void {
  const texts = (shown.get(root) ?? []).map((text) => toOwnWords(text === NIGHT ? DAY : text));
  if (canAdopt) {
    copy.adoptedStyleSheets = texts.map((text) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    return;
  }
  const tag = view.document.createElement('style');
  tag.textContent = texts.join('\n');
  copy.append(tag);
}

/** Adds one style after those of the element and replaces the one added before; null removes it. */
export function adoptTheme(root: ShadowRoot, before: string | null, text: string | null): void {
  const kept = (shown.get(root) ?? []).filter((one) => one !== before);
  adopt(root, text === null ? kept : [...kept, text]);
}

/** Light or dark as the page says, for engines whose colours do not follow by themselves. */
export function adoptScheme(host: HTMLElement): void {
  const root = host.shadowRoot;
  if (knowsSchemes || !root) return;
  const scheme = getComputedStyle(host).colorScheme ?? '';
  const isDark = /dark/.test(scheme) && (!/light/.test(scheme) || matchMedia('(prefers-color-scheme: dark)').matches);
  const kept = (shown.get(root) ?? []).filter((one) => one !== DAY && one !== NIGHT);
  adopt(root, [...kept, isDark ? NIGHT : DAY]);
}
