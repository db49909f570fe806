import { Suspense } from 'react';
import type { HeaderAction } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';
// Asked on every page, and by what comes some seconds after it: part of the first file, as in every-page.ts.
import './summary-query.ts';

const Bell = late(async () => (await import('./Bell.tsx')).Bell);

/** The bell, without its code on the pages of those who are not signed in. */
function LateBell() {
  return (
    <Suspense fallback={null}>
      <Bell />
    </Suspense>
  );
}

/** The bell decides itself who sees it: what registers this browser is for everybody. */
export const headerActions: HeaderAction[] = [{ order: 1, Component: LateBell }];
