import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PrintSheetProps } from './PrintSheet.tsx';

let Sheet: ComponentType<PrintSheetProps> | null = null;

/** Fetches what printing needs; without a network the page itself is printed. */
async function loadSheet(): Promise<void> {
  const loaded = await import('./PrintSheet.tsx').catch(() => null);
  Sheet = loaded?.PrintSheet ?? Sheet;
}

/** What the print button does. */
export async function printPlan(): Promise<void> {
  await loadSheet();
  print();
}

/** People do one of these before they print. A browser that prints waits for nothing. */
const SIGNS_OF_LIFE = ['keydown', 'pointermove', 'pointerdown'] as const;

/** What is printed in place of the page; drawn at the moment before the browser looks. */
export function Printing(props: PrintSheetProps) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, loadSheet, { once: true });
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, loadSheet);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting && Sheet ? <Sheet {...props} /> : null;
}
