import { AUDIT_PAGE, type AuditLogEntry, auditApi } from '@kreide/core/features/audit';
import type { ApiError } from '@kreide/core/kernel';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type EndpointKey, keyOf } from '../../kernel/keys.ts';
import { hasNext } from '../../kernel/pages.ts';
import { call } from '../../kernel/reading.ts';
import type { AuditWish } from './use-audit-wish.ts';

/** A page of the log: the entries before a number, or the newest. */
export function readAuditPage(schoolId: number, wish: AuditWish, before: string | null, signal?: AbortSignal) {
  const query = before === null ? wish : { ...wish, before };
  return call(auditApi.list, { params: { id: `${schoolId}` }, query }, { ...(signal && { signal }), retries: 1 });
}

/** The log page by page, each before the last number of the one above: what is added meanwhile shifts nothing. */
export function auditQueryOf(schoolId: number, wish: AuditWish) {
  return infiniteQueryOptions<AuditLogEntry[], ApiError, AuditLogEntry[], EndpointKey, string | null>({
    queryKey: keyOf(auditApi.list, { params: { id: `${schoolId}` }, query: wish }),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => readAuditPage(schoolId, wish, pageParam, signal),
    getNextPageParam: (page) => (hasNext(page, AUDIT_PAGE) ? `${page[AUDIT_PAGE - 1]?.seq}` : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, AUDIT_PAGE)),
  });
}
