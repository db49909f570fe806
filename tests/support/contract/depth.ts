import { contract, endpointsOf } from '@kreide/core/contract';
import { type EndpointDeclaration, isChanging } from '@kreide/core/kernel';
import { type Field, fieldsOf } from '../fuzz-input.ts';
import { IS_DEEP } from '../looks.ts';

type Named = ReturnType<typeof endpointsOf>[number];

/**
 * What the kernel does before a handler is reached differs by these alone: who may call, what comes in, what goes out,
 * and whether the answer is kept for a key.
 */
const kindOf = ({ endpoint }: Named): string[] => {
  const { auth, upload, body, produces = 'json', anyOrigin = false, idempotent = true } = endpoint;
  const takes = upload ? (upload.is_optional ? 'either' : 'form') : body ? 'json' : 'nothing';
  return [[auth, isChanging(endpoint), takes, produces, anyOrigin, idempotent].join(' ')];
};
const schemaOf = (part: 'params' | 'query', { schema }: Field) => `${part} ${JSON.stringify(schema)}`;
const schemasOf = ({ endpoint }: Named): string[] =>
  (['params', 'query'] as const).flatMap((part) => fieldsOf(endpoint[part]).map((field) => schemaOf(part, field)));

/** Whoever needs a permission comes last: its input is not even read where the caller lacks it. */
const isEarly = ({ endpoint: { needs } }: Named) => typeof needs === 'string' || !('permission' in needs);

/** Of the endpoints that share a key the first one, by that key. */
function representativesBy(keysOf: (one: Named) => readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const all = endpointsOf(contract);
  for (const one of [...all.filter(isEarly), ...all])
    for (const key of keysOf(one)) if (!found.has(key)) found.set(key, one.name);
  return found;
}

const ofKind = representativesBy(kindOf);
const ofSchema = representativesBy(schemasOf);

/** Whether this endpoint is tried with everything that the kernel judges alike for all endpoints of its kind. */
export function standsForKind(name: string, endpoint: EndpointDeclaration): boolean {
  return IS_DEEP || kindOf({ name, endpoint }).some((kind) => ofKind.get(kind) === name);
}

/** Whether this field of this endpoint is tried with everything that its schema judges alike wherever it stands. */
export function standsForSchema(name: string, part: 'params' | 'query', field: Field): boolean {
  return IS_DEEP || ofSchema.get(schemaOf(part, field)) === name;
}

/** How many made-up values a field gets, or, with less depth, an address. */
export const MADE_UP = { field: IS_DEEP ? undefined : 3, address: IS_DEEP ? undefined : 2 } as const;

/** One of the values for a place: another one at each, so that together they are all tried. */
export function oneOf<T>(values: readonly T[], place: string): T {
  return values[seedOf(place) % values.length] as T;
}

/** A number from a text, always the same. */
export function seedOf(text: string): number {
  let seed = 7;
  for (const character of text) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return seed;
}
