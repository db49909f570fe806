import { parse } from 'acorn';
import type { Page } from 'playwright-core';

/** What Chromium got after version 87, with the version in which it came. */
export const YOUNGER_CALLS: readonly (readonly [path: string, version: number])[] = [
  ['String.prototype.at', 92],
  ['Array.prototype.at', 92],
  ['crypto.randomUUID', 92],
  ['Object.hasOwn', 93],
  ['Array.prototype.findLast', 97],
  ['Array.prototype.findLastIndex', 97],
  ['structuredClone', 98],
  ['AbortSignal.abort', 93],
  ['AbortSignal.prototype.throwIfAborted', 100],
  ['AbortSignal.prototype.reason', 98],
  ['AbortSignal.timeout', 103],
  ['AbortSignal.any', 116],
  ['Array.prototype.toReversed', 110],
  ['Array.prototype.toSorted', 110],
  ['Array.prototype.toSpliced', 110],
  ['Array.prototype.with', 110],
  ['String.prototype.isWellFormed', 111],
  ['Object.groupBy', 117],
  ['Map.groupBy', 117],
  ['Promise.withResolvers', 119],
  ['Set.prototype.union', 122],
  ['Set.prototype.intersection', 122],
  ['Iterator', 122],
  ['Array.fromAsync', 121],
  ['Promise.try', 128],
  ['Intl.DurationFormat', 129],
  ['Intl.supportedValuesOf', 99],
  ['URL.canParse', 120],
  ['URL.parse', 126],
  ['scheduler', 94],
  ['navigation', 102],
  ['HTMLElement.prototype.inert', 102],
  ['Element.prototype.checkVisibility', 105],
  ['Element.prototype.setHTMLUnsafe', 124],
  ['HTMLElement.prototype.showPopover', 114],
  ['Document.prototype.startViewTransition', 111],
  ['CSSContainerRule', 105],
  ['RegExp.prototype.hasIndices', 90],
];

/** Of style sheets, each with a word that no engine knows. */
const YOUNGER_STYLES: readonly (readonly [RegExp, string])[] = [
  [/light-dark\(/g, 'no-scheme('],
  [/color-mix\(/g, 'no-mix('],
  [/@container/g, '@no-container'],
  [/container-type:/g, 'no-container-type:'],
  [/aspect-ratio:/g, 'no-ratio:'],
  [/:(is|where|has)\(/g, ':no-list('],
  [/overflow:clip/g, 'overflow:no-clip'],
  [/(\d)dvh\b/g, '$1nodvh'],
  [/(\d)cq(\w+)\b/g, '$1nocq$2'],
  [/float:inline-(end|start)/g, 'float:no-$1'],
  [/align-content:center(?=})/g, 'align-content:normal'],
];

/** Takes from a page what Chromium 87 has not: calls before its scripts run, and words of the styles out of our scripts. */
export async function makeOlder(page: Page, options: { canAdopt?: boolean } = {}): Promise<void> {
  await page.addInitScript(
    ([paths, canAdopt]) => {
      for (const path of paths) {
        const names = path.split('.');
        const name = names.pop() as string;
        let owner = globalThis as unknown as Record<string, unknown> | undefined;
        for (const one of names) owner = owner?.[one] as Record<string, unknown> | undefined;
        if (owner) delete owner[name];
      }
      if (!canAdopt) {
        delete (Document.prototype as { adoptedStyleSheets?: unknown }).adoptedStyleSheets;
        delete (ShadowRoot.prototype as { adoptedStyleSheets?: unknown }).adoptedStyleSheets;
        delete (CSSStyleSheet.prototype as { replaceSync?: unknown }).replaceSync;
        delete (HTMLDialogElement.prototype as { showModal?: unknown }).showModal;
        delete (HTMLDialogElement.prototype as { close?: unknown }).close;
      }
    },
    [YOUNGER_CALLS.map(([path]) => path), options.canAdopt ?? true] as const,
  );
  await page.route(/\/widgets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: toOlderScript(await response.text()) });
  });
}

/** Changes texts only: a name that a minifier gives, as in `a?b:is(c)`, is no word of a style. */
function toOlderScript(script: string): string {
  const texts: [start: number, end: number][] = [];
  JSON.stringify(parse(script, { ecmaVersion: 2020, sourceType: 'module' }), (_key, node) => {
    if (node?.type === 'TemplateElement' || typeof node?.value === 'string') texts.push([node.start, node.end]);
    return node;
  });
  let older = '';
  let copied = 0;
  for (const [start, end] of texts.sort(([a], [b]) => a - b)) {
    older += script.slice(copied, start) + toOlderStyle(script.slice(start, end));
    copied = end;
  }
  return older + script.slice(copied);
}

function toOlderStyle(style: string): string {
  return YOUNGER_STYLES.reduce((text, [younger, word]) => text.replace(younger, word), style);
}

/** The style sheets in a script: texts with rules in them. */
export function stylesIn(texts: readonly string[]): string[] {
  return texts.filter((text) => /[\w)\]*]\s*\{[^{}]*:[^{}]*\}/.test(text));
}
