import {
  type AnswerOf,
  type ArgsOf,
  type EndpointDeclaration,
  isChanging,
  toPath,
  type UploadFile,
} from '../kernel/endpoint.ts';
import { ApiError, type Issue, isErrorCode } from '../kernel/errors.ts';
import { API_BASE } from '../kernel/product.ts';
import { toHeaders } from './headers.ts';
import { backoff, KEPT_TIMEOUT, pause, REQUEST_TIMEOUT, RETRIES } from './retry.ts';
import type { StoredSession, TokenStore } from './session.ts';

/** Exchanges the refresh token; throws ApiError. Passed in, so that elements without sign-in do not bundle it. */
export type RefreshCall = (session: StoredSession) => Promise<StoredSession>;

export interface ClientOptions {
  /** Origin and path before `/v1`, no trailing slash; empty for the page's origin. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Omitted: calls carry no token (public elements). */
  tokens?: TokenStore;
  /** Language of messages, BCP 47. */
  language?: () => string;
  /** Version and build time of this client (P-7.02). */
  version?: string;
  releasedAt?: string;
  /** `canary-level` of a beta school; null for others (P-7.05). */
  canaryLevel?: () => string | null;
  /** No custom headers, no cookies: simple requests that need no preflight (D-2.08). */
  plain?: boolean;
  /** Value of the XSRF-TOKEN cookie. */
  xsrf?: () => string | null;
  refresh?: RefreshCall;
  /** `toForm`, for a client that uploads files; without it an upload throws. */
  form?: typeof toForm;
  /** Runs the refresh under a lock; a browser passes Web Locks, so that its tabs share one. */
  exclusively?: <T>(action: () => Promise<T>) => Promise<T>;
  /** The session could not be renewed: the account is signed out (P-4.08, P-8.03). */
  onSessionLost?: (session: StoredSession | null, error: ApiError) => void;
  /** A changing call did not reach the server, and the caller wants messages (P-8.05). */
  onUnreachable?: (error: ApiError) => void;
  /** A changing call failed, whatever the caller makes of it. */
  onFailed?: (error: ApiError, endpoint: EndpointDeclaration) => void;
  /**
   * Sentences in `meta` of an answer, also of an error (P-8.08); those of a failed read only where its caller passes
   * `messages: true`, because its screen shows the error itself.
   */
  onMessages?: (messages: { errors: string[]; warnings: string[]; successes: string[] }) => void;
  /** Waits between retries; tests pass their own. */
  pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Messages for developers, such as an answer that is not JSON (P-8.10). */
  log?: (message: string, details: unknown) => void;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** ms; by default that of the endpoint, else 18 s, or 30 s with `callIfChanged`. */
  timeout?: number;
  /** False: no toast for an unreachable server or messages in the answer. True: also for a failed read. */
  messages?: boolean;
  retries?: number;
  /** A change that does no harm when it is sent twice: it is retried without an Idempotency-Key too. */
  isRepeatable?: boolean;
  /** The last known ETag; if it still matches, `callIfChanged` returns `{ notModified: true }`. */
  etag?: string | null;
  /** To repeat a call with the same key on purpose (an offline queue). */
  idempotencyKey?: string;
  /** Sends this call in another way, such as one that tells how much has been sent. */
  fetch?: typeof fetch;
}

export type Changed<T> =
  | { notModified: true; etag: string | null }
  | { notModified: false; answer: T; etag: string | null };

export interface Client {
  /** Calls an endpoint; throws ApiError. */
  call<D extends EndpointDeclaration>(endpoint: D, args: ArgsOf<D>, options?: CallOptions): Promise<AnswerOf<D>>;
  /**
   * The same with `If-None-Match`: says whether the content changed. An answer without content throws `empty_answer`.
   */
  callIfChanged<D extends EndpointDeclaration>(
    endpoint: D,
    args: ArgsOf<D>,
    options?: CallOptions,
  ): Promise<Changed<AnswerOf<D>>>;
  readonly baseUrl: string;
}

interface ErrorContent {
  code: string;
  message: string;
  issues: Issue[];
  retry_after: number;
  request_id: string;
}

/** A response with its body, read within the same timeout. */
interface Received {
  response: Response;
  content: string | Blob;
}

/** A 401 of these paths is final: no renewal, no sign-out (P-7.06). */
const WITHOUT_RENEWAL = new Set(['/devices/revoke']);

interface AnyArgs {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: readonly UploadFile[];
}

/** A query string; undefined and null are omitted, lists repeat the name. */
export function toQuery(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The form of an upload: the fields of its body, lists as `name[]`, then the files. Passed in, so that elements do not bundle it. */
export function toForm(fields: unknown, files: readonly UploadFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, unknown>))
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, String(one));
    else if (value !== undefined) form.append(name, String(value));
  for (const file of files) form.append('files', file.content, file.name);
  return form;
}

/** The one client of the contract: token, refresh, retries, timeouts, uploads. Works in a browser and in Node. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((...parts: Parameters<typeof fetch>) => fetch(...parts));
  const wait = options.pause ?? pause;
  /** Renewals under way, by account. */
  const renewals = new Map<string, Promise<StoredSession>>();

  function headersOf(
    endpoint: EndpointDeclaration,
    init: CallOptions,
    idempotencyKey: string | null,
    content: 'json' | 'form' | 'nothing',
  ): Record<string, string> {
    const { plain, version, releasedAt, canaryLevel, language, tokens, xsrf } = options;
    const own = plain
      ? {}
      : {
          version,
          releasedAt,
          canaryLevel: canaryLevel?.(),
          language: language?.(),
          session: endpoint.auth === 'public' ? null : tokens?.get(),
          xsrf: xsrf?.(),
          idempotencyKey,
        };
    return toHeaders({ ...own, plain, content, etag: init.etag });
  }

  function toRequest(
    endpoint: EndpointDeclaration,
    args: AnyArgs,
    init: CallOptions,
    key: string | null,
  ): [string, RequestInit] {
    const url = `${options.baseUrl}${API_BASE}${toPath(endpoint.path, args.params)}${toQuery(args.query)}`;
    const form = args.files ? options.form!(args.body, args.files) : null;
    const body = form ?? (args.body === undefined ? null : JSON.stringify(args.body));
    return [
      url,
      {
        method: endpoint.method,
        headers: headersOf(endpoint, init, key, form ? 'form' : body === null ? 'nothing' : 'json'),
        body,
        credentials: options.plain ? 'omit' : 'include',
      },
    ];
  }

  async function once(
    endpoint: EndpointDeclaration,
    args: AnyArgs,
    init: CallOptions,
    key: string | null,
  ): Promise<Received> {
    const { signal, timeout = endpoint.timeout ?? REQUEST_TIMEOUT } = init;
    const limit = AbortSignal.timeout(timeout);
    try {
      const [url, request] = toRequest(endpoint, args, init, key);
      const response = await (init.fetch ?? send)(url, {
        ...request,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const isFile = (endpoint.produces ?? 'json') !== 'json' && response.ok;
      return { response, content: isFile ? await response.blob() : await response.text() };
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      throw new ApiError({ code: limit.aborted ? 'timeout' : 'unreachable', cause: thrown });
    }
  }

  /** One renewal for all calls of an account that failed at the same time (P-4.10). */
  function renew(stale: StoredSession): Promise<StoredSession> {
    const { refresh, tokens } = options;
    if (!refresh || !tokens) return Promise.reject(new ApiError({ code: 'session_expired' }));
    const isSelected = () => tokens.get()?.uuid === stale.uuid;
    const running = renewals.get(stale.uuid);
    if (running) return running;
    const renewal = (options.exclusively ?? ((action) => action()))(async () => {
      const current = tokens.get();
      if (current && isSelected() && current.access_token !== stale.access_token) return current;
      const renewed = await refresh(stale);
      // Another account may have been selected meanwhile.
      if (isSelected()) tokens.set(renewed);
      return renewed;
    }).finally(() => renewals.delete(stale.uuid));
    renewals.set(stale.uuid, renewal);
    return renewal;
  }

  /** A call that one account has begun is never repeated as another. */
  function refuseOther(first: StoredSession | null): void {
    if (first && options.tokens?.get()?.uuid !== first.uuid) throw new ApiError({ code: 'session_expired' });
  }

  async function attempt(
    endpoint: EndpointDeclaration,
    args: AnyArgs,
    init: CallOptions,
    key: string | null,
  ): Promise<Received> {
    const used = endpoint.auth === 'public' ? null : (options.tokens?.get() ?? null);
    const received = await once(endpoint, args, init, key);
    if (received.response.status !== 401 || endpoint.auth === 'public' || WITHOUT_RENEWAL.has(endpoint.path))
      return received;
    // Without a uuid no session can be renewed (P-8.02).
    if (!used?.uuid) {
      const error = toError(received);
      options.onSessionLost?.(used, error);
      throw error;
    }
    try {
      await renew(used);
    } catch (thrown) {
      const error = ApiError.from(thrown);
      if (
        error.status === 401 ||
        // After the renewal has asked again: cookies do not arrive here.
        ['invalid_user_id', 'user_locked', 'user_expired', 'school_locked', 'xsrf_mismatch'].includes(error.code)
      )
        options.onSessionLost?.(used, error);
      throw error;
    }
    refuseOther(used);
    // Exactly one more attempt (P-4.09); a second 401 is final (P-8.01).
    return once(endpoint, args, init, key);
  }

  /** The body as JSON; anything else is logged (P-8.10). */
  function parse({ response, content }: Received): unknown {
    try {
      return JSON.parse(content as string);
    } catch (thrown) {
      options.log?.('The answer is not JSON', {
        status: response.status,
        url: response.url,
        begin: String(content).slice(0, 200),
      });
      const isGateway = response.status === 503 || response.status === 502;
      const isEmpty = response.ok && content === '';
      throw new ApiError({
        code: isGateway ? 'not_ready' : isEmpty ? 'empty_answer' : 'unexpected_answer',
        status: response.status,
        cause: thrown,
      });
    }
  }

  /** An error response as an ApiError; its messages are shown where the caller wants them. */
  function toError(received: Received, show?: CallOptions): ApiError {
    const { status } = received.response;
    try {
      const answer = parse(received) as { error?: Partial<ErrorContent> };
      if (show) announce(answer, show);
      const { error } = answer;
      const { code, message, issues, retry_after, request_id } = error ?? {};
      return new ApiError({
        code: isErrorCode(code) ? code : 'unexpected_answer',
        message,
        issues,
        retry_after,
        request_id,
        status,
      });
    } catch (thrown) {
      return ApiError.from(thrown);
    }
  }

  function announce(answer: unknown, init: CallOptions): void {
    const { meta } = (answer ?? {}) as { meta?: unknown };
    if (init.messages === false || !meta || typeof meta !== 'object') return;
    const { errors = [], warnings = [], successes = [] } = meta as Record<string, string[] | undefined>;
    if (errors.length + warnings.length + successes.length > 0) options.onMessages?.({ errors, warnings, successes });
  }

  async function withRetries(endpoint: EndpointDeclaration, args: AnyArgs, init: CallOptions): Promise<Received> {
    const changing = isChanging(endpoint);
    const key =
      changing && endpoint.idempotent !== false && !options.plain ? (init.idempotencyKey ?? crypto.randomUUID()) : null;
    let left = changing && key === null && !init.isRepeatable ? 0 : (init.retries ?? RETRIES);
    const first = endpoint.auth === 'public' ? null : (options.tokens?.get() ?? null);
    for (;;) {
      try {
        const received = await attempt(endpoint, args, init, key);
        if (left === 0 || ![502, 503, 504].includes(received.response.status)) return received;
      } catch (thrown) {
        const error = thrown instanceof ApiError ? thrown : null;
        if (!error || left === 0 || !['unreachable', 'timeout'].includes(error.code)) throw thrown;
      }
      await wait(backoff(left), init.signal);
      refuseOther(first);
      left -= 1;
    }
  }

  async function callIfChanged(
    endpoint: EndpointDeclaration,
    args: AnyArgs,
    init: CallOptions = {},
  ): Promise<Changed<unknown>> {
    let received: Received;
    try {
      received = await withRetries(endpoint, args, init);
    } catch (thrown) {
      if (
        thrown instanceof ApiError &&
        isChanging(endpoint) &&
        init.messages !== false &&
        ['unreachable', 'timeout'].includes(thrown.code)
      )
        options.onUnreachable?.(thrown);
      throw thrown;
    }
    const { response, content } = received;
    const etag = response.headers.get('etag');
    const isKept = endpoint.method === 'OPTIONS' && response.headers.get('need-change') === '0';
    if (response.status === 304 || isKept) return { notModified: true, etag };
    if (!response.ok) {
      const isShown = isChanging(endpoint) || init.messages === true;
      throw toError(received, isShown ? init : undefined);
    }
    if (typeof content !== 'string') return { notModified: false, answer: content, etag };
    if (response.status === 204) return { notModified: false, answer: undefined, etag };
    const answer = parse(received);
    announce(answer, init);
    return { notModified: false, answer, etag };
  }

  return {
    baseUrl: options.baseUrl,
    async call(endpoint, args, init = {}) {
      const { etag: _, ...rest } = init;
      const result = await callIfChanged(endpoint, args as AnyArgs, rest).catch((thrown: unknown) => {
        if (thrown instanceof ApiError && isChanging(endpoint)) options.onFailed?.(thrown, endpoint);
        throw thrown;
      });
      return (result.notModified ? undefined : result.answer) as never;
    },
    callIfChanged: ((endpoint: EndpointDeclaration, args: AnyArgs, init: CallOptions = {}) => {
      const timeout = init.timeout ?? endpoint.timeout ?? KEPT_TIMEOUT;
      return callIfChanged(endpoint, args, { ...init, timeout });
    }) as Client['callIfChanged'],
  };
}
