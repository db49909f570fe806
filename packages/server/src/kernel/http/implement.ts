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
