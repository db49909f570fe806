import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useTranslation } from './use-translation.ts';

/** How long after a page that could not be loaded it is asked for again, ms (C-8.08, C-9.11). */
export const RETRY_DELAY = 1000;
/** How far below the window the next page is fetched, so that nobody waits for it while reading. */
const AHEAD = '400px';

/** What a list needs of its query beyond the first page. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface ListEndProps {
  query: MorePages;
  skeleton: ComponentProps<typeof Skeleton>;
  errorTitle: string;
}

/**
 * The end of a list that goes on: asks for the next page when it comes into sight (C-4.44). What fails is tried once
 * more by itself, then on demand. Made anew for each page.
 */
export function ListEnd({ query, skeleton, errorTitle }: ListEndProps) {
  const { t } = useTranslation('shell');
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const element = useRef<HTMLDivElement>(null);
  const [hasRetried, setRetried] = useState(false);
  const [isInSight, setInSight] = useState(false);
  const ask = useRef(fetchNextPage);
  ask.current = fetchNextPage;

  useEffect(() => {
    // A busy page tells of several moments at once: the last one counts.
    const look = (moments: readonly IntersectionObserverEntry[]) => setInSight(moments.at(-1)?.isIntersecting ?? false);
    const observer = new IntersectionObserver(look, { rootMargin: AHEAD });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  // Asked for again as well when something else took the place of the page on its way.
  useEffect(() => {
    if (isInSight && !isFetchingNextPage && !isFetchNextPageError) ask.current();
  }, [isInSight, isFetchingNextPage, isFetchNextPageError]);

  useEffect(() => {
    if (!isFetchNextPageError || hasRetried) return;
    const timer = setTimeout(() => {
      setRetried(true);
      ask.current();
    }, RETRY_DELAY);
    return () => clearTimeout(timer);
  }, [isFetchNextPageError, hasRetried]);

  return (
    <div ref={element}>
      {isFetchNextPageError && hasRetried ? (
        <ErrorState
          title={errorTitle}
          retryLabel={t('retry')}
          onRetry={fetchNextPage}
          isRetrying={isFetchingNextPage}
        />
      ) : (
        // Nothing is on its way, and nothing says so, while the end is far below.
        (isInSight || isFetchingNextPage) && <Skeleton {...skeleton} items={1} />
      )}
    </div>
  );
}
