import { endpointsOf } from '@kreide/core/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

/** What PostgreSQL refuses in a text, in a value of every form, where a check that is not strict lets it through. */
const REFUSED = ['\0', '\ud800'].flatMap((refused) =>
  ['a?b', '?', '1?', 'https://a.example/?', 'https://a?.example', 'a?@b.example', '2026-01-01?'].map((form) =>
    form.replace('?', refused),
  ),
);

/** What a schema says about the length alone: another value of the same kind would pass. */
const OF_LENGTH = ['too_small', 'too_big'];

const accepts = (schema: z.core.$ZodType, value: string) =>
  (z.safeParse(schema, value).error?.issues ?? []).every(({ code }) => OF_LENGTH.includes(code));

/** A pipe is judged as a whole where it begins with a text: a later step may be the one that refuses. */
const beginsWithText = (schema: z.core.$ZodType): boolean => {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  return def.type === 'string' || (def.type === 'pipe' && beginsWithText(def.in));
};

/** The places below a schema where a text gets in that cannot be stored. */
function openPlaces(schema: z.core.$ZodType, place: string): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (beginsWithText(schema)) {
    // What is written in the text of a field, such as JSON, has places of its own.
    const within = def.type === 'pipe' ? openPlaces(def.out, place) : [];
    return REFUSED.some((value) => accepts(schema, value)) ? [place] : within;
  }
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([key, field]) => openPlaces(field, `${place}.${key}`)),
        ...(def.catchall ? openPlaces(def.catchall, `${place}.*`) : []),
      ];
    case 'record':
      return [...openPlaces(def.keyType, `${place}.key`), ...openPlaces(def.valueType, `${place}.*`)];
    case 'array':
      return openPlaces(def.element, `${place}[]`);
    case 'tuple':
      return [...def.items, ...(def.rest ? [def.rest] : [])].flatMap((item) => openPlaces(item, `${place}[]`));
    case 'union':
      return def.options.flatMap((option) => openPlaces(option, place));
    case 'intersection':
      return [def.left, def.right].flatMap((part) => openPlaces(part, place));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return openPlaces(def.innerType, place);
    case 'lazy':
      return openPlaces(def.getter(), place);
    case 'pipe':
      return openPlaces(def.in, place);
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'never':
    // What was read of a text that is judged itself.
    case 'transform':
      return [];
    default:
      return [`${place} (${def.type})`];
  }
}

describe('a text of any call', () => {
  it('is refused with a NUL or half a character, which no database stores [D-4.08] [P-7.108]', () => {
    const open = endpointsOf().flatMap(({ name, endpoint }) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        endpoint[part] ? openPlaces(endpoint[part], `${name} ${part}`) : [],
      ),
    );
    expect(open).toEqual([]);
  });
});
