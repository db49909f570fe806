import { queries } from '../../kernel/query.ts';
import { readOwner, selfQuery } from '../../kernel/session.ts';
import { tellArrival } from '../chat/index.ts';
import { summaryQuery } from './summary-query.ts';

/**
 * Tells when there is more that is unread in the chats. Not by the event of a message: what comes into a muted chat is no
 * arrival, nor is what the person wrote on another device.
 */
export function watchArrivals(): void {
  let known: number | undefined;
  let owner: string | null = null;
  queries.getQueryCache().subscribe(() => {
    const present = readOwner();
    const count = queries.getQueryData(summaryQuery.queryKey)?.chats.unread_count;
    const more = present === owner && known !== undefined && count !== undefined ? count - known : 0;
    known = count;
    owner = present;
    const self = queries.getQueryData(selfQuery.queryKey);
    if (more > 0 && self) tellArrival(more, self.properties);
  });
}
