import type { EndpointDeclaration, ReturnOf } from '@kreide/core/kernel';
import type { CommittedAnswer, FileAnswer, PreparedAnswer } from './answers.ts';
import type { Actor, HandlerContext } from './context.ts';

type EndpointKeys<A> = { [K in keyof A]: A[K] extends EndpointDeclaration ? K : never }[keyof A];

/** What a handler may return: the declared answer (`meta` may be omitted), cached bytes, a file, or what a group committed. */
export type Result<D extends EndpointDeclaration> = ReturnOf<D> | PreparedAnswer | FileAnswer | CommittedAnswer;

export type Handler<D extends EndpointDeclaration> = (context: HandlerContext<D>) => Result<D> | Promise<Result<D>>;

export type Handlers<A> = {
  [K in EndpointKeys<A>]: A[K] extends EndpointDeclaration ? Handler<A[K]> : never;
};

/** An endpoint with its handler. */
export interface Implemented {
  readonly endpoint: EndpointDeclaration;
  readonly handler: (context: HandlerContext) => unknown;
  readonly recall?: Recall | undefined;
  /** Does it write with others, with whose change its answer is stored (`createGroups`)? */
  readonly isTogether?: boolean;
  /** Does it write a whole school, and have the limits of work (`asWork`)? */
  readonly isWork?: boolean;
}

/**
 * The cached answer for an authorized reader at an address, looked up before anything is parsed; null calls the
 * handler.
 */
export type Recall = (actor: Actor, url: string) => PreparedAnswer | null;

/** Joins a feature's declarations with its handlers: exactly the declared keys, no more and no fewer. */
export function implement<A extends object>(
  api: A,
  handlers: Handlers<A>,
  recalls: { [K in EndpointKeys<A>]?: Recall } = {},
  together: readonly EndpointKeys<A>[] = [],
): Implemented[] {
  return Object.entries(handlers).map(([key, handler]) => ({
    endpoint: (api as Record<string, EndpointDeclaration>)[key] as EndpointDeclaration,
    handler: handler as (context: HandlerContext) => unknown,
    recall: (recalls as Record<string, Recall | undefined>)[key],
    isTogether: (together as readonly string[]).includes(key),
  }));
}

/** Gives some calls of a feature the limits of work: they read or write a whole school while somebody waits. */
export function withWork<A extends object>(
  api: A,
  work: readonly EndpointKeys<A>[],
  implemented: readonly Implemented[],
): Implemented[] {
  const endpoints = new Set((work as readonly string[]).map((key) => (api as Record<string, unknown>)[key]));
  return implemented.map((one) => (endpoints.has(one.endpoint) ? { ...one, isWork: true } : one));
}
