import type * as z from 'zod/mini';

/** A realtime event: its name on the wire and the schema of its payload, the same as in the HTTP answer. */
export interface EventDeclaration {
  readonly name: `${string}.${string}`;
  readonly payload: z.core.$ZodType;
  /** One sentence for the API reference. */
  readonly summary: string;
}

/** Declares a realtime event. */
export function event<const D extends EventDeclaration>(declaration: D): D {
  return declaration;
}

export type PayloadOf<D extends EventDeclaration> = z.output<D['payload']>;
