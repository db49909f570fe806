import { type Filter, matches, parseFilter, toNames } from './filter.ts';
import {
  hasSchema,
  invalidValue,
  isObject,
  type Json,
  PATCH_MAXIMUM,
  PATCH_MESSAGE,
  read,
  ScimError,
  toWord,
} from './protocol.ts';

type Verb = 'add' | 'replace' | 'remove';

interface Operation {
  readonly op: Verb;
  readonly path: string | null;
  readonly value: unknown;
}

/** `emails[type eq "work"].value`: an attribute, which of its elements, and what of them. */
interface Path {
  readonly names: readonly string[];
  readonly filter: Filter | null;
  readonly part: string | null;
}

/** What the server says of a resource, and nobody else. */
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'groups', 'schemas']);

const syntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax');

export function parseOperations(body: unknown): Operation[] {
  if (!isObject(body)) throw syntax('The body must be an object.');
  if (!hasSchema(body, PATCH_MESSAGE)) throw syntax(`schemas must contain ${PATCH_MESSAGE}.`);
  const operations = read(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw syntax('Operations must be a list that is not empty.');
  if (operations.length > PATCH_MAXIMUM) throw new ScimError(413, `Operations has more than ${PATCH_MAXIMUM} entries.`);
  return operations.map((each, index) => {
    const at = `Operations[${index}]`;
    if (!isObject(each)) throw syntax(`${at} must be an object.`);
    // Entra writes `Add` and `Replace`.
    const op = toWord(read(each, 'op'));
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw syntax(`${at}.op must be add, replace or remove.`);
    const path = read(each, 'path') ?? null;
    if (path !== null && typeof path !== 'string')
      throw new ScimError(400, `${at}.path must be a text.`, 'invalidPath');
    const value = read(each, 'value');
    if (op === 'remove' && (path === null || path === ''))
      throw new ScimError(400, `${at} removes something and has no path.`, 'noTarget');
    if (op !== 'remove' && value === undefined) throw invalidValue(`${at}.value is missing.`);
    return { op, path: path === '' ? null : path, value };
  });
}

const PATH = /^([\w$:.-]+?)(?:\[(.*)\](?:\.([\w$-]+))?)?$/s;

function parsePath(text: string): Path {
  const [, attribute, filter, part] = PATH.exec(text.trim()) ?? [];
  if (attribute === undefined || attribute.length > 500)
    throw new ScimError(400, `This is no path: ${text.slice(0, 200)}`, 'invalidPath');
  return {
    names: toNames(attribute),
    filter: filter === undefined ? null : parseFilter(filter),
    part: part ?? null,
  };
}

type Open = Record<string, unknown>;

/** The name that an attribute has in the resource, whatever its capitals in the call. */
const keyIn = (of: Open, name: string) =>
  Object.keys(of).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const asElement = (value: unknown): unknown => (isObject(value) ? value : { value });
const valueIn = (element: unknown) => (isObject(element) ? read(element, 'value') : element);

/** Entra removes members by naming them in `value`. */
function removeFrom(list: readonly unknown[], value: unknown): unknown[] {
  const gone = new Set(asList(value).map(valueIn));
  return list.filter((element) => !gone.has(valueIn(element)));
}

/** What a filter of the kind `type eq "work"` says of an element that is made by it; null: it says no such thing. */
function elementOf(filter: Filter): Json | null {
  if (filter.op === 'eq') return { [filter.attrPath]: filter.compValue };
  if (filter.op !== 'and') return null;
  const parts = filter.filters.map(elementOf);
  return parts.includes(null) ? null : (Object.assign({}, ...parts) as Json);
}

function changeElements(of: Open, key: string, path: Path, { op, value }: Operation): void {
  const filter = path.filter as Filter;
  const list = of[key] === undefined ? [] : asList(of[key]).map(asElement);
  const isMeant = (element: unknown) => isObject(element) && matches(element, filter, [key]);
  if (op === 'remove') {
    const { part } = path;
    // What is not there is removed already: services repeat themselves.
    of[key] =
      part === null
        ? list.filter((element) => !isMeant(element))
        : list.map((element) => (isMeant(element) ? without(element as Json, part) : element));
    return;
  }
  const given = path.part === null ? (asElement(value) as Json) : { [path.part]: value };
  if (list.some(isMeant)) {
    of[key] = list.map((element) => (isMeant(element) ? { ...(element as Json), ...given } : element));
    return;
  }
  // Entra and Okta replace a value of a kind that is not there yet.
  const made = key === 'members' ? null : elementOf(filter);
  if (made === null) throw new ScimError(400, `Nothing in ${key} matches the path.`, 'noTarget');
  of[key] = [...list, { ...made, ...given }];
}

const without = (of: Json, name: string) =>
  Object.fromEntries(Object.entries(of).filter(([key]) => key.toLowerCase() !== name.toLowerCase()));

function changeValue(of: Open, key: string, { op, value }: Operation): void {
  const former = of[key];
  if (op === 'remove') {
    if (Array.isArray(former) && value !== undefined && value !== null) of[key] = removeFrom(former, value);
    else delete of[key];
  } else if (Array.isArray(former) && op === 'add') of[key] = [...former, ...asList(value)].map(asElement);
  else if (isObject(former) && isObject(value)) {
    const inner: Open = { ...former };
    for (const [name, part] of Object.entries(value))
      changeValue(inner, keyIn(inner, name), { op, path: null, value: part });
    of[key] = inner;
  } else of[key] = value;
}

/** Walks to the object that holds the last name of a path. */
function holderOf(resource: Open, names: readonly string[]): { of: Open; key: string } {
  let of = resource;
  for (const name of names.slice(0, -1)) {
    const key = keyIn(of, name);
    const inner = of[key];
    if (inner !== undefined && !isObject(inner))
      throw new ScimError(400, `${name} has no attributes of its own.`, 'invalidPath');
    const open: Open = { ...inner };
    of[key] = open;
    of = open;
  }
  return { of, key: keyIn(of, names.at(-1) ?? '') };
}

function apply(resource: Open, operation: Operation): void {
  if (operation.path === null) {
    if (!isObject(operation.value)) throw invalidValue('Without a path the value must be an object of attributes.');
    for (const [name, value] of Object.entries(operation.value)) {
      // Okta says in the value whom it means.
      if (READ_ONLY.has(name.toLowerCase())) continue;
      apply(resource, { ...operation, path: name, value });
    }
    return;
  }
  const path = parsePath(operation.path);
  const [first = ''] = path.names;
  if (READ_ONLY.has(first.toLowerCase())) throw new ScimError(400, `${first} can only be read.`, 'mutability');
  const { of, key } = holderOf(resource, path.names);
  if (path.filter === null) changeValue(of, key, operation);
  else changeElements(of, key, path, operation);
}

/** A resource as some operations leave it (RFC 7644 §3.5.2), with the ways in which Entra and Okta write them. */
export function patch(resource: Json, operations: readonly Operation[]): Json {
  const changed: Open = structuredClone(resource) as Open;
  for (const operation of operations) apply(changed, operation);
  return changed;
}
