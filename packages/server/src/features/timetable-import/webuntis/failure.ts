import type { WebUntisMethod, WebUntisReason } from '@kreide/core/features/timetable-import';
import type { Translate } from '@kreide/core/kernel';
import { OutboundError, type OutboundReason } from '../../../kernel/outbound/index.ts';

/** The detail of a reason: the method that is not allowed, the code that the server gave. */
export interface FailureParams {
  readonly method?: WebUntisMethod;
  readonly code?: number;
}

/** Why nothing can be read from a WebUntis; nothing that the other side wrote is in it. */
export class WebUntisFailure extends Error {
  readonly reason: WebUntisReason;
  readonly params: FailureParams;

  constructor(reason: WebUntisReason, params: FailureParams = {}, cause?: unknown) {
    super(`WebUntis: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'WebUntisFailure';
    this.reason = reason;
    this.params = params;
  }

  static from(thrown: unknown): WebUntisFailure {
    if (thrown instanceof WebUntisFailure) return thrown;
    return new WebUntisFailure(BY_OUTBOUND[OutboundError.from(thrown).reason], {}, thrown);
  }
}

/** A redirect is never followed: the password and the session belong to the address that was checked. */
const BY_OUTBOUND: Record<OutboundReason, WebUntisReason> = {
  address_refused: 'address_refused',
  invalid_address: 'invalid_address',
  plain_refused: 'plain_refused',
  redirect_refused: 'redirected',
  timeout: 'timeout',
  too_large: 'too_large',
  too_many_redirects: 'redirected',
  unreachable: 'unreachable',
  unresolvable: 'unresolvable',
  untrusted: 'untrusted',
};

const NOT_SIGNED_IN = -8520;
const NO_RIGHT = -8509;
const NO_METHOD = -32601;
const NO_ELEMENT = -7002;

/** What errors of the protocol mean, whichever method answers them. */
const BY_CODE: Readonly<Record<number, WebUntisReason>> = {
  [-8500]: 'unknown_school',
  [-8504]: 'bad_credentials',
  [-8998]: 'user_blocked',
  [NOT_SIGNED_IN]: 'no_session',
  [-7004]: 'no_date',
  [-8507]: 'no_date',
};

/** The failure that an error of the protocol stands for. */
export function toFailure(code: number, method: WebUntisMethod | null): WebUntisFailure {
  const about = method === null ? {} : { method };
  if (code === NO_RIGHT || code === NO_METHOD) return new WebUntisFailure('no_right', { ...about, code });
  return new WebUntisFailure(BY_CODE[code] ?? 'refused', { ...about, code });
}

export const isSignedOut = (thrown: unknown) =>
  thrown instanceof WebUntisFailure && thrown.params.code === NOT_SIGNED_IN;

/** The account may not call the method, or not for this element; the others may still work. */
export const isRefusal = (thrown: unknown) =>
  thrown instanceof WebUntisFailure && (thrown.reason === 'no_right' || thrown.params.code === NO_ELEMENT);

/** The reason in words; `no_right` names what is missing. */
export function sayReason(reason: WebUntisReason, { method, code }: FailureParams, t: Translate): string {
  if (reason === 'no_right')
    return method
      ? t('timetable-import:webuntis.reasons.no_right', { what: t(`timetable-import:webuntis.methods.${method}`) })
      : t('timetable-import:webuntis.reasons.no_interface');
  return t(`timetable-import:webuntis.reasons.${reason}`, { code: code ?? 0 });
}
