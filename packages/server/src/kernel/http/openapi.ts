import {
  API_BASE,
  COMMON_ERRORS,
  type EndpointDeclaration,
  ERROR_STATUS,
  type ErrorCode,
  isClosedToLeavers,
  PRODUCT,
} from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';
import * as core from 'zod/v4/core';
import { withExamples } from './examples.ts';
import { mountReference } from './reference.ts';

type Json = Record<string, unknown>;

function toSchema(schema: core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = core.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as Json;
  return withExamples(rest);
}

/** One parameter per property of a params or query schema. */
function toParameters(schema: core.$ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function toBody(endpoint: EndpointDeclaration): Json | undefined {
  if (endpoint.upload) {
    const fields = endpoint.body ? (toSchema(endpoint.body, 'input') as { properties?: Json }).properties : {};
    const files = { type: 'array', maxItems: endpoint.upload.max_files, items: { type: 'string', format: 'binary' } };
    const form = { type: 'object', properties: { ...fields, files }, required: ['files'] };
    const json = endpoint.upload.is_optional && endpoint.body ? toSchema(endpoint.body, 'input') : null;
    return {
      required: true,
      content: {
        ...(json ? { 'application/json': { schema: json } } : {}),
        'multipart/form-data': { schema: form },
      },
    };
  }
  if (!endpoint.body) return undefined;
  return { required: true, content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } } };
}

function toResponses(endpoint: EndpointDeclaration): Json {
  const responses: Json = {};
  if (endpoint.produces === 'file')
    responses['200'] = { description: 'The bytes of the file.', content: { 'application/octet-stream': {} } };
  else if (endpoint.produces === 'calendar')
    responses['200'] = { description: 'An iCalendar file.', content: { 'text/calendar': {} } };
  else if (endpoint.produces === 'rss')
    responses['200'] = { description: 'An RSS feed.', content: { 'application/rss+xml': {} } };
  else if (endpoint.answer === null) responses['204'] = { description: 'Done.' };
  else
    responses['200'] = {
      description: 'The answer.',
      content: { 'application/json': { schema: toSchema(endpoint.answer, 'output') } },
    };
  if (endpoint.method === 'GET') responses['304'] = { description: 'Not changed since the given ETag.' };
  const closed: readonly ErrorCode[] = isClosedToLeavers(endpoint) ? ['reading_only'] : [];
  const codes: ErrorCode[] = [...COMMON_ERRORS, ...closed, ...(endpoint.errors ?? [])];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  for (const [status, list] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: list.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

/** Built on demand: features declare their codes when the contract is loaded. */
const toErrorSchema = () => ({
  type: 'object',
  required: ['error', 'meta'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        message: { type: 'string', description: 'A sentence in the language of the caller.' },
        issues: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'rule', 'message'],
            properties: { path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
          },
        },
        retry_after: { type: 'number', description: 'Seconds.' },
        request_id: { type: 'string' },
      },
    },
    meta: { type: 'object', properties: { errors: { type: 'array', items: { type: 'string' } } } },
  },
});

/** Who may call, as text. */
function toRight({ auth, needs }: EndpointDeclaration): string {
  if (auth === 'feed') return 'The secret in the address decides what is read.';
  if (auth === 'public') return 'Anybody may call it.';
  if (needs === 'self') return 'Any signed-in person, for what is their own.';
  if (typeof needs === 'string') return 'Any signed-in person of the school.';
  return 'permission' in needs
    ? `Needs the permission \`${needs.permission}\`.`
    : `Decided for each object: \`${needs.can}\`.`;
}

/** The endpoint's own codes, beyond those that every endpoint may return. */
function toCodes({ errors = [] }: EndpointDeclaration): string {
  return errors.length === 0 ? '' : `Errors of its own: ${errors.map((code) => `\`${code}\``).join(', ')}.`;
}

/** The OpenAPI 3.1 document of the contract (D-1.04). */
export function toOpenApi(declared: readonly { name: string; endpoint: EndpointDeclaration }[]): Json {
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of declared) {
    const item = paths[API_BASE + endpoint.path] ?? {};
    const body = toBody(endpoint);
    item[endpoint.method.toLowerCase()] = {
      operationId: name.replaceAll('-', '_').replace('.', '_'),
      tags: [name.split('.')[0]],
      summary: endpoint.summary,
      description: `${toRight(endpoint)} ${toCodes(endpoint)}`,
      parameters: [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')],
      ...(body ? { requestBody: body } : {}),
      responses: toResponses(endpoint),
      security: endpoint.auth === 'public' || endpoint.auth === 'feed' ? [] : [{ bearer: [] }],
      'x-needs': typeof endpoint.needs === 'string' ? endpoint.needs : Object.values(endpoint.needs)[0],
    };
    paths[API_BASE + endpoint.path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT} API`,
      version: '1',
      description: 'Generated from the contract. Every answer is `{ data, meta }`, every error `{ error, meta }`.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: toErrorSchema() },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** `/v1/openapi.json` and a page to browse it. The document is made when it is first asked for: a start would wait for it. */
export function mountOpenApi(
  app: FastifyInstance,
  declared: readonly { name: string; endpoint: EndpointDeclaration }[],
): void {
  let text: string | undefined;
  app.get(`${API_BASE}/openapi.json`, (_, reply) => {
    text ??= JSON.stringify(toOpenApi(declared));
    return reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(text);
  });
  mountReference(app);
}
