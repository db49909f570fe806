import { waitForUser } from '@kreide/core/features/auth';
import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { START_ROUTE } from '../../kernel/guards.ts';
import { queries } from '../../kernel/query.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { selfQuery, session } from '../../kernel/session.ts';
import { takeWantedPath } from '../../kernel/wanted.ts';
import { ConnectionLostScreen } from './ConnectionLostScreen.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';

const isFetched = () => (queries.getQueryState(selfQuery.queryKey)?.status ?? 'pending') !== 'pending';

/** The page `/loading`: waits for the user, then opens the requested page (P-2.36). */
export function LoadingRoute() {
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  const self = useQuery({ ...selfQuery, enabled: isSignedIn });
  const [isLate, setLate] = useState(false);
  const waits = isSignedIn && self.isPending && !isLate;
  useEffect(() => {
    if (!waits) return;
    let timer: ReturnType<typeof setTimeout>;
    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
    void waitForUser(isFetched, pause).then((isThere) => setLate(!isThere));
    return () => clearTimeout(timer);
  }, [waits]);
  if (!isSignedIn) return <Redirect to={START_ROUTE} />;
  // A failed fetch is shown by the frame of the target page; one that takes too long, here (P-9.11).
  if (!self.isPending) return <Redirect to={takeWantedPath()} />;
  if (!isLate) return <LoadingScreen />;
  const retry = () => {
    setLate(false);
    void self.refetch();
  };
  return <ConnectionLostScreen error={new ApiError({ code: 'timeout' })} onRetry={retry} isRetrying={false} />;
}
