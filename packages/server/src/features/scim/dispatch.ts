import type { Asking } from './asking.ts';
import { toConfig, toResourceTypes, toSchemas } from './description.ts';
import { parseQuery, project, toList } from './listing.ts';
import {
  hasSchema,
  isObject,
  type Json,
  notFound,
  type Resource,
  read,
  ScimError,
  SEARCH_MESSAGE,
} from './protocol.ts';
import type { Resources } from './resources.ts';

/** One call, alone or within a bulk. */
export interface Call {
  readonly method: string;
  /** Below the address of the school, without a slash before it. */
  readonly path: string;
  readonly query: Json;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly location?: string;
  readonly version?: string;
}

export interface Kinds {
  readonly Users: Resources;
  readonly Groups: Resources;
}

const notAllowed = (method: string) => new ScimError(405, `${method} is not possible here.`);

const toAnswer = (status: number, resource: Resource, query: Json): Answer => ({
  status,
  body: project(resource, parseQuery({ ...query, filter: undefined })),
  location: resource.meta.location,
  version: resource.meta.version,
});

/** What the service says of itself: it can be read, and not searched (RFC 7644 §4). */
function describe(call: Call, list: readonly { id: string }[], id: string | undefined): Answer {
  if (call.method !== 'GET') throw notAllowed(call.method);
  if (read(call.query, 'filter') !== undefined) throw new ScimError(403, 'A description cannot be filtered.');
  if (id === undefined) return { status: 200, body: toList(list, list.length, 0) };
  const found = list.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (!found) throw notFound(`There is no description of ${id.slice(0, 100)}.`);
  return { status: 200, body: found };
}

async function search(of: Resources, asking: Asking, body: unknown): Promise<Answer> {
  if (!isObject(body)) throw new ScimError(400, 'The body must be an object.', 'invalidSyntax');
  if (!hasSchema(body, SEARCH_MESSAGE))
    throw new ScimError(400, `schemas must contain ${SEARCH_MESSAGE}.`, 'invalidSyntax');
  return { status: 200, body: await of.list(asking, parseQuery(body)) };
}

async function ofKind(of: Resources, asking: Asking, { method, query, body }: Call, id: string | undefined) {
  if (id === undefined) {
    if (method === 'GET') return { status: 200, body: await of.list(asking, parseQuery(query)) };
    if (method === 'POST') return toAnswer(201, await of.create(asking, body), query);
    throw notAllowed(method);
  }
  if (id === '.search') {
    if (method === 'POST') return search(of, asking, body);
    throw notAllowed(method);
  }
  switch (method) {
    case 'GET':
      return toAnswer(200, await of.get(asking, id), query);
    case 'PUT':
      return toAnswer(200, await of.replace(asking, id, body), query);
    case 'PATCH':
      return toAnswer(200, await of.patch(asking, id, body), query);
    case 'DELETE':
      await of.remove(asking, id);
      return { status: 204 };
    default:
      throw notAllowed(method);
  }
}

/** Answers a call; throws `ScimError`. */
export async function dispatch(kinds: Kinds, asking: Asking, call: Call): Promise<Answer> {
  const [name = '', id, ...rest] = call.path.replace(/\/+$/, '').split('/');
  if (rest.length > 0) throw notFound('There is nothing at this address.');
  const { base } = asking;
  switch (name) {
    case 'Users':
      return ofKind(kinds.Users, asking, call, id);
    case 'Groups':
      return ofKind(kinds.Groups, asking, call, id);
    case 'ResourceTypes':
      return describe(call, toResourceTypes(base), id);
    case 'Schemas':
      return describe(call, toSchemas(base), id);
    case 'ServiceProviderConfig':
      if (call.method !== 'GET') throw notAllowed(call.method);
      if (id !== undefined) throw notFound('There is nothing at this address.');
      return { status: 200, body: toConfig(base) };
    case 'Me':
    case '.search':
      throw new ScimError(501, `${name} is not offered: a token stands for a service and for no person.`);
    default:
      throw notFound('There is nothing at this address.');
  }
}
