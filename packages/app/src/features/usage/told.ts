import type { SubmitFailure } from '@kreide/core/features/usage';
import type { ApiError } from '@kreide/core/kernel';

/** A route as the router matched it: of the address only the pattern is ever read. */
interface Matched {
  readonly route: { readonly path?: string | undefined };
}

/** The pattern of the page, `/channels/:id`: what stands in the address in place of `:id` is not known here. */
export function toRoute(matches: readonly Matched[]): string {
  const parts = matches.flatMap(({ route }) => (route.path ?? '').split('/')).filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

/** The kind of a failure, by its code and status; its message and what it says of fields are not read. */
export function toReason({ code, status }: ApiError): SubmitFailure {
  if (code === 'unreachable' || code === 'timeout') return 'network';
  if (status === 422 || status === 400) return 'validation';
  return status !== undefined && status < 500 ? 'refused' : 'fault';
}
