import { type ApiError, type ErrorCode, toLanguage, writeWait } from '@kreide/core/kernel';
import i18next from 'i18next';

/** How long to wait where the server names no time, seconds. */
const USUAL_WAIT = 60;

type SayError = (key: `errors:${ErrorCode}`, values: { when: string }) => string;

/** Why a call was refused, in words, and when it is worth another try. */
export const toReason = (t: SayError, { code, retryAfter = USUAL_WAIT }: Pick<ApiError, 'code' | 'retryAfter'>) =>
  t(`errors:${code}`, { when: writeWait(toLanguage(i18next.language), retryAfter) });

/**
 * The server's words about a failure, those of its fields first: the server knows names and numbers. Where it said nothing, as without
 * a network, the sentence of the code; no screen shows the code itself.
 */
export function toSaid(error: Pick<ApiError, 'code' | 'retryAfter' | 'message' | 'issues'>): string {
  const { code, message, issues } = error;
  const said = issues.map((issue) => issue.message).join(' ') || message;
  return said === code ? toReason(i18next.t as never, error) : said;
}
