import type { Asking } from './asking.ts';
import { type Answer, dispatch, type Kinds } from './dispatch.ts';
import {
  BULK_ANSWER,
  BULK_MAXIMUM,
  BULK_MESSAGE,
  hasSchema,
  isObject,
  type Json,
  read,
  ScimError,
  toErrorBody,
} from './protocol.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly bulkId: string | null;
  readonly version: string | null;
  readonly data: unknown;
}

const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const syntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax');

function parseOperation(each: unknown, index: number): Operation {
  const at = `Operations[${index}]`;
  if (!isObject(each)) throw syntax(`${at} must be an object.`);
  const text = (name: string) => {
    const value = read(each, name);
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw syntax(`${at}.${name} must be a text.`);
    return value;
  };
  const method = (text('method') ?? '').toUpperCase();
  if (!METHODS.has(method)) throw syntax(`${at}.method must be POST, PUT, PATCH or DELETE.`);
  const path = (text('path') ?? '').replace(/^\//, '');
  if (!/^(Users|Groups)(\/|$)/.test(path)) throw syntax(`${at}.path must begin with /Users or /Groups.`);
  const bulkId = text('bulkId');
  if (method === 'POST' && !bulkId) throw syntax(`${at}.bulkId is missing.`);
  return { method, path, bulkId, version: text('version'), data: read(each, 'data') };
}

/** What an operation names by the `bulkId` of another one. */
const REFERENCE = /^bulkId:(.+)$/;

function resolve(value: unknown, idOf: ReadonlyMap<string, string>, open: Set<string>): unknown {
  if (typeof value === 'string') {
    const [, name] = REFERENCE.exec(value) ?? [];
    if (name === undefined) return value;
    const id = idOf.get(name);
    if (id === undefined) open.add(name);
    return id ?? value;
  }
  if (Array.isArray(value)) return value.map((each) => resolve(each, idOf, open));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, idOf, open)]));
}

/** An operation with the ids of those that it names; null where one of them is still to come. */
function resolved(operation: Operation, idOf: ReadonlyMap<string, string>): Operation | null {
  const open = new Set<string>();
  const path = operation.path
    .split('/')
    .map((part) => String(resolve(part, idOf, open)))
    .join('/');
  const data = resolve(operation.data, idOf, open);
  return open.size > 0 ? null : { ...operation, path, data };
}

/**
 * Many operations in one call (RFC 7644 §3.7), each by itself: one that fails takes nothing of the others back. One that names another
 * by its `bulkId` waits for it.
 */
export async function answerBulk(
  kinds: Kinds,
  asking: Asking,
  body: unknown,
  toScimError: (thrown: unknown) => ScimError,
): Promise<Json> {
  if (!isObject(body)) throw syntax('The body must be an object.');
  if (!hasSchema(body, BULK_MESSAGE)) throw syntax(`schemas must contain ${BULK_MESSAGE}.`);
  const given = read(body, 'Operations');
  if (!Array.isArray(given)) throw syntax('Operations must be a list.');
  if (given.length > BULK_MAXIMUM) throw new ScimError(413, `A bulk has ${BULK_MAXIMUM} operations at most.`);
  const failOnErrors = read(body, 'failOnErrors');
  if (failOnErrors !== undefined && !(Number.isInteger(failOnErrors) && Number(failOnErrors) >= 1))
    throw syntax('failOnErrors must be a whole number from 1 on.');
  const most = failOnErrors === undefined ? Number.POSITIVE_INFINITY : Number(failOnErrors);
  const operations = given.map(parseOperation);
  const idOf = new Map<string, string>();
  const results = new Map<number, Json>();
  let failures = 0;

  async function carryOut(index: number, operation: Operation): Promise<void> {
    const { method, path, bulkId, version, data } = operation;
    const named = { method, ...(bulkId === null ? {} : { bulkId }) };
    try {
      const call = { method, path, query: {}, body: data };
      const answer: Answer = await dispatch(kinds, { ...asking, version }, call);
      const id = answer.body === undefined ? undefined : read(answer.body as Json, 'id');
      if (bulkId !== null && typeof id === 'string') idOf.set(bulkId, id);
      const location = answer.location ?? `${asking.base}/${path}`;
      const tag = answer.version === undefined ? {} : { version: answer.version };
      results.set(index, { location, ...named, ...tag, status: String(answer.status) });
    } catch (thrown) {
      const error = toScimError(thrown);
      failures += 1;
      const location = method === 'POST' ? {} : { location: `${asking.base}/${path}` };
      results.set(index, { ...location, ...named, status: String(error.status), response: toErrorBody(error) });
    }
  }

  let waiting = operations.map((_, index) => index);
  for (let before = -1; waiting.length > 0 && waiting.length !== before && failures < most; ) {
    before = waiting.length;
    const later: number[] = [];
    for (const index of waiting) {
      if (failures >= most) break;
      const ready = resolved(operations[index] as Operation, idOf);
      if (ready) await carryOut(index, ready);
      else later.push(index);
    }
    waiting = later;
  }
  for (const index of failures < most ? waiting : []) {
    const { method, bulkId } = operations[index] as Operation;
    const error = new ScimError(409, 'It names a bulkId that nothing was made for.', 'invalidValue');
    results.set(index, { method, ...(bulkId === null ? {} : { bulkId }), status: '409', response: toErrorBody(error) });
  }
  const ordered = [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
  return { schemas: [BULK_ANSWER], Operations: ordered };
}
