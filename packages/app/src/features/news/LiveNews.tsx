import { lazy, Suspense } from 'react';

const NewsEvents = lazy(async () => ({ default: (await import('./NewsEvents.tsx')).NewsEvents }));

/** Keeps the news on screen up to date; its code comes after what is shown. */
export function LiveNews() {
  return (
    <Suspense fallback={null}>
      <NewsEvents />
    </Suspense>
  );
}
