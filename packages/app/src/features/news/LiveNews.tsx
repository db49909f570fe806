import { lazy, Suspense } from 'react';

const NewsEvents = lazy(async () => ({ default: (await import('./NewsEvents.tsx')).NewsEvents }));

/** Keeps the news on screen up to date; its code loads after the visible content. */
export function LiveNews() {
  return (
    <Suspense fallback={null}>
      <NewsEvents />
    </Suspense>
  );
}
