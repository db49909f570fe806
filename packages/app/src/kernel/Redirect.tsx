import { useEffect } from 'react';
import { type To, useNavigate, useNavigation } from 'react-router';

/** Is somebody on the way to another page, whose code or data is still coming? This one then leads nowhere else by itself. */
export const useIsLeaving = (): boolean => useNavigation().state !== 'idle';

interface RedirectProps {
  to: To;
  state?: unknown;
}

/** Goes on to another page in the place of this one. It waits for where somebody has gone meanwhile: their choice counts. */
export function Redirect({ to, state }: RedirectProps) {
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const key = JSON.stringify(to);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that is written anew is the same one.
  useEffect(() => {
    if (!isLeaving) void navigate(to, { replace: true, state });
  }, [isLeaving, key]);
  return null;
}
