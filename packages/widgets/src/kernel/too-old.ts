import { toApi } from './api.ts';
import { languageOf, type TextTree, toTextsAddress, translateOf } from './texts.ts';

/** Whether the engine lacks features that the elements need: Chromium below 87, Safari below 14.1. */
export function isTooOld(): boolean {
  return !CSS.supports('inset', '0') || !('ResizeObserver' in globalThis);
}

/** Stands in for an element: the sentence that the browser is too old, and the page's content between the tags. */
export function tooOldElement(): CustomElementConstructor {
  return class extends HTMLElement {
    connectedCallback(): void {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const line = document.createElement('p');
      line.setAttribute('part', 'error');
      root.textContent = '';
      root.append(line, document.createElement('slot'));
      const language = languageOf(this.getAttribute('locale'), this);
      line.lang = language;
      fetch(toTextsAddress(toApi(this.getAttribute('api')), language), { credentials: 'omit' })
        .then((answer) => answer.json())
        .then((tree: TextTree) => {
          line.textContent = translateOf({ language, tree }, ['widgets'])('tooOld');
        })
        // The page's content between the tags stays.
        .catch(() => {});
    }
  };
}
