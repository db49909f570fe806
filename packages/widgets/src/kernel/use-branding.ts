import { isVariant } from '@kreide/core/features/branding';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createLastGood } from './last-good.ts';
import { adoptTheme } from './sheets.ts';

const store = createLastGood<string>('theme');

/** Applies a branding's tokens to an element; an unknown or unreachable one leaves the element's own look. */
export function useBranding(host: HTMLElement, api: string, branding: string | null): void {
  const address = isVariant(branding) ? `${api}/brandings/${branding}/theme.css` : null;
  const [theme, setTheme] = useState<string | null>(() => readKept(address));

  useEffect(() => {
    setTheme(readKept(address));
    if (address === null) return;
    const ending = new AbortController();
    fetch(address, { signal: ending.signal, credentials: 'omit' })
      .then(async (answer) => {
        if (!answer.ok) return;
        const text = (await answer.text()).replace(/:root(\[[^\]]*\])?/g, ':host');
        store.set(address, { at: Date.now(), value: text });
        setTheme(text);
      })
      // The last known look, or the element's own, is good enough.
      .catch(() => {});
    return () => ending.abort();
  }, [address]);

  useLayoutEffect(() => {
    const root = host.shadowRoot;
    if (!root || theme === null) return;
    adoptTheme(root, null, theme);
    return () => adoptTheme(root, theme, null);
  }, [host, theme]);
}

function readKept(address: string | null): string | null {
  return address === null ? null : (store.get(address)?.value ?? null);
}
