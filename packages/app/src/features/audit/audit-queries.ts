import { AUDIT_PAGE, type AuditLogEntry, type AuditOrder, auditApi } from '@kreide/core/features/audit';
import type { ApiError } from '@kreide/core/kernel';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type EndpointKey, keyOf } from '../../kernel/keys.ts';
import { hasNext } from '../../kernel/pages.ts';
import { call } from '../../kernel/reading.ts';
import type { AuditWish } from './use-audit-wish.ts';

interface Asked {
  wish: AuditWish;
  order: AuditOrder;
}

const toQuery = ({ wish, order }: Asked) => ({ ...wish, ...(order === 'at' && { order }) });

/** A page of the log: what comes after a number in its order, or its beginning. */
export function readAuditPage(schoolId: number, asked: Asked, last: string | null, signal?: AbortSignal) {
  const query = { ...toQuery(asked), ...(last !== null && { [asked.order === 'at' ? 'after' : 'before']: last }) };
  return call(auditApi.list, { params: { id: `${schoolId}` }, query }, { ...(signal && { signal }), retries: 1 });
}

/** The log page by page, each from the last number of the one above on: what is added meanwhile shifts nothing. */
export function auditQueryOf(schoolId: number, asked: Asked) {
  return infiniteQueryOptions<AuditLogEntry[], ApiError, AuditLogEntry[], EndpointKey, string | null>({
    queryKey: keyOf(auditApi.list, { params: { id: `${schoolId}` }, query: toQuery(asked) }),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => readAuditPage(schoolId, asked, pageParam, signal),
    getNextPageParam: (page) => (hasNext(page, AUDIT_PAGE) ? `${page[AUDIT_PAGE - 1]?.seq}` : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, AUDIT_PAGE)),
  });
}
