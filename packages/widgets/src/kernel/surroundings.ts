import { useLayoutEffect, useState } from 'react';
import { adoptScheme, knowsSchemes } from './sheets.ts';

/** The element around a node, also out of a shadow root. */
function around(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : node.parentNode;
}

/** The value of an attribute on an element or the nearest one around it that has it, also across shadow roots. */
export function inherited(element: Element, name: string): string | null {
  for (let node: Node | null = element; node; node = around(node)) {
    const value = node instanceof Element ? node.getAttribute(name) : null;
    if (value) return value;
  }
  return null;
}

/**
 * The writing direction that the page says, null for the usual one. Draws again when language or direction of anything
 * around the element changes.
 */
export function useSurroundings(host: HTMLElement): string | null {
  const [, setChanges] = useState(0);
  useLayoutEffect(() => {
    const draw = () => {
      adoptScheme(host);
      setChanges((count) => count + 1);
    };
    const observer = new MutationObserver(draw);
    // A page says its colour scheme in any attribute.
    const wanted = knowsSchemes ? { attributeFilter: ['lang', 'dir'] } : { attributes: true };
    for (let node: Node | null = host; node; node = around(node)) observer.observe(node, wanted);
    const scheme = knowsSchemes ? null : matchMedia('(prefers-color-scheme: dark)');
    scheme?.addEventListener('change', draw);
    adoptScheme(host);
    return () => {
      observer.disconnect();
      scheme?.removeEventListener('change', draw);
    };
  }, [host]);
  return inherited(host, 'dir');
}
