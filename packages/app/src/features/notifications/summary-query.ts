import { getActivitySummary } from '@kreide/core/features/notifications';
import { queryOf } from '../../kernel/reading.ts';

/** How much is unread; the event of a changed number keeps it up to date. */
export const summaryQuery = queryOf(getActivitySummary, { params: { id: 'self' } }, { staleTime: 60_000 });
