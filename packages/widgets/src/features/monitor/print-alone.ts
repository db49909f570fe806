import { adoptCopy } from '../../kernel/sheets.ts';

/** Prints what an element shows without the page around it, as black on white; the page where it forbids frames. */
export function printAlone(host: HTMLElement): void {
  const root = host.shadowRoot;
  const content = root?.querySelector('.k-root');
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' });
  document.body.append(frame);
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!root || !content || !view) {
    frame.remove();
    window.print();
    return;
  }
  const sheet = view.document;
  sheet.title = document.title;
  const copy = sheet.createElement('div');
  sheet.body.append(copy);
  const shadow = copy.attachShadow({ mode: 'open' });
  shadow.append(sheet.importNode(content, true));
  adoptCopy(root, shadow, view);
  view.addEventListener('afterprint', () => frame.remove());
  view.focus();
  view.print();
}
