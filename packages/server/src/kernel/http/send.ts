import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { EndpointDeclaration } from '@kreide/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, FileAnswer, isGzipAccepted, isNotModified, JSON_TYPE, PreparedAnswer } from './answers.ts';
import { type AnswerHeaders, completeHeaders, ownHeadersOf, type Transport, toVary } from './headers.ts';

/** What the server sends: JSON, cached bytes, a file, or nothing (204). */
export type Sendable = string | PreparedAnswer | FileAnswer | null;

/** Shorter answers are not worth compressing, bytes. */
const COMPRESS_FROM = 1024;
const compress = promisify(gzip);
const PRIVATE_CACHE = 'private, no-cache';
const PUBLIC_CACHE = 'public, max-age=5';

/** Sends an answer that was stored under its Idempotency-Key. */
export function sendStored(reply: FastifyReply, stored: { status: number; answer: string | null }) {
  return reply
    .code(stored.status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(stored.answer);
}

function isGzipWanted(request: Pick<IncomingMessage, 'headers'>, length: number): boolean {
  return length >= COMPRESS_FROM && isGzipAccepted(request.headers['accept-encoding']);
}

/** Sends cached bytes, or 304 when the caller has them. Bypasses the framework: nothing is left to decide. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: EndpointDeclaration,
  answer: PreparedAnswer,
  transport: Transport,
): FastifyReply {
  const headers = ownHeadersOf(reply);
  reply.hijack();
  writePrepared(request.raw, reply.raw, headers, endpoint, answer, transport);
  return reply;
}

/** Writes cached bytes, or 304 when the caller has them. `headers` are those that the answer has so far. */
export function writePrepared(
  request: IncomingMessage,
  response: ServerResponse,
  headers: AnswerHeaders,
  endpoint: EndpointDeclaration,
  answer: PreparedAnswer,
  transport: Transport,
): void {
  headers['cache-control'] = endpoint.anyOrigin ? PUBLIC_CACHE : PRIVATE_CACHE;
  headers.etag = answer.etag;
  headers.vary = toVary(headers.vary);
  // A 304 has no content to protect: the client keeps the headers of its copy (RFC 9110, 15.4.5).
  if (isNotModified(request.headers['if-none-match'], answer.etag)) return void response.writeHead(304, headers).end();
  completeHeaders(request.url ?? '', headers, transport);
  headers['content-type'] = answer.type;
  if (request.method === 'HEAD' && !answer.isMade) return void response.writeHead(200, headers).end();
  const { bytes } = answer;
  const isGzipped = isGzipWanted(request, bytes.length);
  const sent = isGzipped ? answer.gzipped() : bytes;
  if (isGzipped) headers['content-encoding'] = 'gzip';
  headers['content-length'] = sent.length;
  response.writeHead(200, headers).end(sent);
}

/** Sends whatever a handler returned; reads carry an ETag. */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: EndpointDeclaration,
  answer: Sendable,
  transport: Transport,
) {
  if (answer === null) return reply.code(204).send();
  if (answer instanceof FileAnswer) {
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .send(answer.stream ?? undefined);
  }
  if (answer instanceof PreparedAnswer) return sendPrepared(request, reply, endpoint, answer, transport);
  if (endpoint.method === 'GET') {
    const etag = etagOf(answer);
    reply.headers({ 'cache-control': endpoint.anyOrigin ? PUBLIC_CACHE : PRIVATE_CACHE, etag });
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  reply.headers({ 'content-type': JSON_TYPE, vary: toVary(reply.getHeader('vary')) });
  if (!isGzipWanted(request, answer.length)) return reply.send(answer);
  return reply.header('content-encoding', 'gzip').send(await compress(answer));
}
