import type { ApiError } from '@kreide/core/kernel';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useIsOnline } from './online.ts';
import { useTranslation } from './use-translation.ts';

interface LoadedProps<T> {
  /** What `useQuery` or `useInfiniteQuery` gave. */
  query: { data: T | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown };
  /** The outline while it is on its way. */
  skeleton: ComponentProps<typeof Skeleton>;
  /** Title when it could not be loaded; the reason stands below. */
  errorTitle: string;
  headingLevel?: 1 | 2 | 3;
  /** Stands in for a list without items. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Shows what was read, and until then, or instead, that it is on its way, that there is nothing, why it did not come, or that there is
 * no network. What is known stays while a newer answer is asked for, and when that one fails.
 */
export function Loaded<T>({ query, skeleton, errorTitle, headingLevel = 2, empty, children }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  // The texts of errors are on their way from the beginning, so that they are there when they are needed.
  const { t, ready } = useTranslation(['shell', 'errors'], { useSuspense: false });
  const isOnline = useIsOnline();
  const [reason, setReason] = useState(error);
  // Asking again empties the error of the query; its words stay on screen until there is an answer.
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
      text={isOffline ? t('connectionLost.page') : ready && t(`errors:${reason.code}`)}
      retryLabel={t('retry')}
      onRetry={() => refetch()}
      isRetrying={isFetching}
    />
  );
}
