import { type AnswerOf, type ArgsOf, type EndpointDeclaration, toPath } from '../kernel/endpoint.ts';
import { ApiError, type ApiErrorDetails, isErrorCode } from '../kernel/errors.ts';
import { API_BASE } from '../kernel/product.ts';
import { toQuery } from './client.ts';
import { REQUEST_TIMEOUT } from './retry.ts';

/** Which server a read asks, and for whom. */
export interface ReadOptions {
  /** Origin and path before `/v1`, no trailing slash. */
  readonly baseUrl: string;
  /** Access token; null makes a simple request without custom headers and cookies (D-2.08). */
  readonly token: string | null;
  readonly signal: AbortSignal;
  /** ms; by default that of the endpoint, else 18 s. */
  readonly timeout?: number;
}

/**
 * One read of one endpoint and nothing else: no renewal, no retries, no messages. For the elements, which poll and
 * would have to bundle the whole client otherwise. Throws ApiError, or the reason of the signal.
 */
export async function read<D extends EndpointDeclaration>(
  endpoint: D,
  args: Pick<ArgsOf<D>, 'params' | 'query'>,
  { baseUrl, token, signal, timeout = endpoint.timeout ?? REQUEST_TIMEOUT }: ReadOptions,
): Promise<AnswerOf<D>> {
  const { params, query } = args as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  // One controller: `AbortSignal.any` and `timeout` are younger than the screens in schools.
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeout);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  let status = 0;
  try {
    const response = await fetch(`${baseUrl}${API_BASE}${toPath(endpoint.path, params)}${toQuery(query)}`, {
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { 'content-type': 'application/json', authorization: `Bearer ${token}` }),
      },
      credentials: token === null ? 'omit' : 'include',
      signal: ending.signal,
    });
    ({ status } = response);
    const answer = await response.json();
    if (response.ok) return answer;
    const error = answer.error as ApiErrorDetails | undefined;
    throw new ApiError({ ...error, code: isErrorCode(error?.code) ? error.code : 'unexpected_answer', status });
  } catch (thrown) {
    if (signal.aborted || thrown instanceof ApiError) throw thrown;
    const code = isLate ? 'timeout' : status === 0 ? 'unreachable' : 'unexpected_answer';
    throw new ApiError({ code: status === 502 || status === 503 ? 'not_ready' : code, status, cause: thrown });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
