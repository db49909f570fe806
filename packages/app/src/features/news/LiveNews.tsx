import { Suspense } from 'react';
import { late } from '../../kernel/late.ts';

const NewsEvents = late(async () => (await import('./NewsEvents.tsx')).NewsEvents);

/** Keeps the news on screen up to date; its code loads after the visible content. */
export function LiveNews() {
  return (
    <Suspense fallback={null}>
      <NewsEvents />
    </Suspense>
  );
}
