import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../locales/de');

/** Every key of a text by which a file of texts is asked for it, with and without the name of that file. */
function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const path = before === '' ? key : `${before}.${key}`;
    return typeof value === 'string' ? [path.replace(/_(one|few|many|other)$/, '')] : keysOf(value, path);
  });
}
const KEYS = new Set(
  globSync('*.json', { cwd: folder }).flatMap((file) => {
    const keys = keysOf(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return [...keys.filter((key) => key.includes('.')), ...keys.map((key) => `${file.replace('.json', '')}:${key}`)];
  }),
);

declare global {
  interface Window {
    dottedTexts?: Set<string>;
  }
}

/** Notes each text and name that looks like the key of a text, from the first moment of every page. */
export async function watchTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    window.dottedTexts = seen;
    const note = (text: string | null) => {
      if (text && /^\s*[\w-]+(:[\w-]+)?(\.[\w-]+)*\s*$/.test(text) && /[.:]/.test(text)) seen.add(text.trim());
    };
    const look = (node: Node) => {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title']) note(node.getAttribute(name));
        node.childNodes.forEach(look);
      } else note(node.nodeValue);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'childList') addedNodes.forEach(look);
        else look(target);
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-label', 'placeholder', 'title'],
    });
  });
}

/** The keys that stood on the page in the place of a text, even for a moment. */
export async function keysShown(page: Page): Promise<string[]> {
  const dotted = await page.evaluate(() => [...(window.dottedTexts ?? [])]);
  return dotted.filter((text) => KEYS.has(text));
}

/** Text fields of the page that draw more than one ring when they have the focus. */
export function doubleRings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const former = document.activeElement;
    const wrong = [...document.querySelectorAll<HTMLElement>('main :is(input, textarea, select)')]
      .filter((field) => field.checkVisibility() && !field.matches(':disabled, [type="hidden"], [type="file"]'))
      .slice(0, 6)
      .flatMap((field) => {
        field.focus({ preventScroll: true });
        if (document.activeElement !== field || !field.matches(':focus-visible')) return [];
        let rings = 0;
        for (let one: Element | null = field; one && one.localName !== 'main'; one = one.parentElement) {
          const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one);
          // The browser's own control lies unseen over the one that is drawn.
          if (outlineStyle !== 'none' && outlineWidth !== '0px' && opacity !== '0') rings += 1;
        }
        return rings > 1 ? [`${rings} rings: ${field.outerHTML.slice(0, 120)}`] : [];
      });
    if (former instanceof HTMLElement) former.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement | null)?.blur();
    return wrong;
  });
}
