import type * as z from 'zod/mini';

/** A realtime event: its name on the wire and the schema of its payload, the same as in the HTTP answer. */
export interface EventDeclaration {
  /** A whisper has one word: nothing has happened, nothing is stored, and it may get lost (C-7.116). */
  readonly name: `${string}.${string}` | 'typing';
  readonly payload: z.core.$ZodType;
  /** One sentence for the API reference. */
  readonly summary: string;
  /** The fields that every payload has, made by `event`: a browser has them instead of the schema. */
  readonly fields?: FieldTypes;
}

/** The fields of a payload that are never left out, with what `typeof` says of them; `any` where that is not one word. */
type FieldTypes = Readonly<Record<string, string>>;

/** The kinds of a schema that `typeof` can tell from others. */
const TYPE_OF: Partial<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'object',
  record: 'object',
};

/** Declares a realtime event. */
export function event<const D extends EventDeclaration>(declaration: D): D & { readonly fields: FieldTypes } {
  const { shape = {} } = declaration.payload._zod.def as { shape?: Record<string, z.core.$ZodType> };
  const fields = Object.entries(shape)
    .filter(([, schema]) => schema._zod.optin !== 'optional')
    .map(([name, schema]) => [name, TYPE_OF[schema._zod.def.type] ?? 'any']);
  return { ...declaration, fields: Object.fromEntries(fields) };
}

/** Whether a payload is of this event, as far as a browser can tell: its fields are there and of their types. */
export function fitsEvent({ fields = {} }: Pick<EventDeclaration, 'fields'>, payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false;
  const values = payload as Record<string, unknown>;
  return Object.entries(fields).every(
    ([name, type]) => name in values && (type === 'any' || (typeof values[name] === type && values[name] !== null)),
  );
}

export type PayloadOf<D extends EventDeclaration> = z.output<D['payload']>;

/** What the server says, without a payload, to a connection that came after an event of its rooms: what was fetched before may be old. */
export const MISSED = 'missed';
