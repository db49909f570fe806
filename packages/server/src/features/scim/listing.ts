import { type Filter, matches, parseFilter, toNames } from './filter.ts';
import { isObject, type Json, LIST_MESSAGE, PAGE_MAXIMUM, type Resource, read, ScimError } from './protocol.ts';

/** What a service asks of a list, or of one resource. */
export interface Query {
  readonly filter: Filter | null;
  /** From 0 on. */
  readonly offset: number;
  readonly limit: number;
  readonly only: readonly string[] | null;
  readonly without: readonly string[];
}

const textOf = (of: Json, name: string): string | undefined => {
  const value = read(of, name);
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : null;
  // What an address names twice is a list.
  if (text === null) throw new ScimError(400, `${name} must be one text.`, 'invalidValue');
  return text;
};

/** A whole number of the query; what is below the least counts as that (RFC 7644 §3.4.2.4). */
function numberOf(of: Json, name: string, least: number, usual: number): number {
  const text = textOf(of, name);
  if (text === undefined) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, `${name} must be a whole number.`, 'invalidValue');
  return Math.max(least, Number(text));
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

function namesOf(of: Json, name: string): string[] {
  const value = read(of, name);
  const texts = Array.isArray(value) ? value.map(toText) : (textOf(of, name) ?? '').split(',');
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

export function parseQuery(query: Json): Query {
  const filter = textOf(query, 'filter');
  const only = namesOf(query, 'attributes');
  const without = namesOf(query, 'excludedAttributes');
  if (only.length > 0 && without.length > 0)
    throw new ScimError(400, 'attributes and excludedAttributes exclude each other.', 'invalidValue');
  return {
    filter: filter === undefined ? null : parseFilter(filter),
    offset: numberOf(query, 'startIndex', 1, 1) - 1,
    limit: Math.min(PAGE_MAXIMUM, numberOf(query, 'count', 0, PAGE_MAXIMUM)),
    only: only.length > 0 ? only : null,
    without,
  };
}

const lower = (path: string) => toNames(path).map((name) => name.toLowerCase());

/** What there always is (RFC 7643 §3.1). */
const ALWAYS = ['schemas', 'id'];

function keep(of: Json, paths: readonly (readonly string[])[]): Json {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(of)) {
    const rests = paths.filter(([first]) => first === key.toLowerCase()).map(([, ...rest]) => rest);
    if (rests.length === 0) continue;
    if (rests.some((rest) => rest.length === 0)) kept[key] = value;
    else if (Array.isArray(value)) kept[key] = value.map((each) => (isObject(each) ? keep(each, rests) : each));
    else if (isObject(value)) kept[key] = keep(value, rests);
  }
  return kept;
}

function drop(of: Json, paths: readonly (readonly string[])[]): Json {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(of)) {
    const rests = paths.filter(([first]) => first === key.toLowerCase()).map(([, ...rest]) => rest);
    if (rests.some((rest) => rest.length === 0)) continue;
    if (rests.length === 0) kept[key] = value;
    else if (Array.isArray(value)) kept[key] = value.map((each) => (isObject(each) ? drop(each, rests) : each));
    else kept[key] = isObject(value) ? drop(value, rests) : value;
  }
  return kept;
}

/** The attributes that a service asks for, or all but those that it does not want (RFC 7644 §3.9). */
export function project(resource: Resource, { only, without }: Pick<Query, 'only' | 'without'>): Json {
  if (only) return keep(resource, [...ALWAYS, ...only].map(lower));
  const paths = without.map(lower).filter(([first = '', ...rest]) => rest.length > 0 || !ALWAYS.includes(first));
  return paths.length === 0 ? resource : drop(resource, paths);
}

export const toList = (resources: readonly Json[], totalResults: number, offset: number) => ({
  schemas: [LIST_MESSAGE],
  totalResults,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** A page of those that match. */
export function select(resources: readonly Resource[], query: Query) {
  const { filter, offset, limit } = query;
  const found = filter === null ? resources : resources.filter((each) => matches(each, filter));
  const page = found.slice(offset, offset + limit).map((each) => project(each, query));
  return toList(page, found.length, offset);
}
