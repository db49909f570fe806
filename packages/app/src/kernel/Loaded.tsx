import type { ApiError } from '@kreide/core/kernel';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useIsOnline } from './online.ts';
import { toReason } from './reason.ts';
import { useTranslation } from './use-translation.ts';

interface LoadedProps<T> {
  /** The result of `useQuery` or `useInfiniteQuery`. */
  query: { data: T | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown };
  /** The placeholder while loading. */
  skeleton: ComponentProps<typeof Skeleton>;
  /** Title of the error; the reason is below it. */
  errorTitle: string;
  headingLevel?: 1 | 2 | 3;
  /** Shown for a list without items. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Shows loaded data, or the state instead: loading, empty, failed and why, or offline. Known data stays while it is
 * refetched, and when that fails.
 */
export function Loaded<T>({ query, skeleton, errorTitle, headingLevel = 2, empty, children }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  // Error texts are loaded from the start, so that they are there when needed.
  const { t, ready } = useTranslation(['shell', 'errors'], { useSuspense: false });
  const isOnline = useIsOnline();
  const [reason, setReason] = useState(error);
  // A retry clears the query's error; its text stays on screen until there is an answer.
  if (error !== null && error !== reason) setReason(error);

  if (data !== undefined) {
    const isEmpty = Array.isArray(data) && data.length === 0 && empty !== undefined;
    return isEmpty ? empty : children(data);
  }
  if (reason === null) return <Skeleton {...skeleton} />;
  const isOffline = reason.status === 0 && !isOnline;
  return (
    <ErrorState
      headingLevel={headingLevel}
      icon={isOffline ? 'offline' : 'alert'}
      title={isOffline ? t('connectionLost.title') : errorTitle}
      text={isOffline ? t('connectionLost.page') : ready && toReason(t, reason)}
      retryLabel={t('retry')}
      onRetry={() => refetch()}
      isRetrying={isFetching}
    />
  );
}
