import type { Readable } from 'node:stream';
import { FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutStalledBody } from '../../../kernel/http/bodies.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { findPerson } from '../../users/index.ts';
import { findLock } from '../queries/editing.ts';
import { WOPI_PATH } from './editing.ts';
import { answerFailure } from './failures.ts';
import { type LockOperation, operateLock, parseLock } from './locks.ts';
import { openGranted, type WopiParts } from './opened.ts';
import { isProven, isTimely } from './proof.ts';
import { renameFile } from './renaming.ts';
import { toFileInfo } from './showing.ts';
import { type EditGrant, readEditToken } from './token.ts';
import { putFile } from './writing.ts';

type Asked = FastifyRequest<{ Params: { uuid: string } }>;

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[`x-wopi-${name}`];
  return typeof value === 'string' ? value : undefined;
};

const causeOf = (request: FastifyRequest) => ({ address: request.ip, request_id: request.id });

/**
 * The host of WOPI: an office server reads and writes files here, outside of the contract. A request has no session. It has a token of
 * one person for one file, and was signed by the office server; everything else is refused before anything is read.
 */
export function mountWopi(app: FastifyInstance, parts: WopiParts): void {
  const { office, editKey, clock, appUrl, store, database, texts } = parts;
  const { kysely } = database;

  /** What the token of a request says, once it is certain that the office server has sent it, and for this file. */
  async function admit(request: Asked): Promise<EditGrant> {
    const { access_token: token } = request.query as { access_token?: unknown };
    const now = clock.now();
    const grant = typeof token === 'string' ? readEditToken(editKey, token, now) : null;
    if (typeof token !== 'string' || grant === null || grant.uuid !== request.params.uuid)
      return fail('unauthenticated');
    const proven = {
      token,
      url: `${appUrl()}${request.raw.url ?? ''}`,
      timestamp: headerOf(request, 'timestamp') ?? '',
      proof: headerOf(request, 'proof') ?? '',
      proofOld: headerOf(request, 'proofold') ?? '',
    };
    if (!isTimely(proven, now)) return fail('unauthenticated');
    // It changes its keys without telling anybody: a signature that does not fit is a reason to ask for them once.
    if (!isProven(proven, await office.keys()) && !isProven(proven, await office.freshKeys()))
      return fail('unauthenticated');
    return grant;
  }

  const open = async (grant: EditGrant) => openGranted(kysely, grant, { texts, now: clock.now() });

  async function sendInfo(request: Asked, reply: FastifyReply) {
    const opened = await open(await admit(request));
    const { school_id, user_id } = opened.actor;
    const person = await findPerson(kysely, school_id, user_id);
    const name = person ? `${person.firstname} ${person.lastname}` : '';
    return reply.send(JSON.stringify(toFileInfo(opened, name, appUrl())));
  }

  async function sendFile(request: Asked, reply: FastifyReply) {
    const { row } = await open(await admit(request));
    const most = Number(headerOf(request, 'maxexpectedsize') ?? Number.POSITIVE_INFINITY);
    if (row.size > most) return reply.code(412).send('');
    const content = await store.open(row.file_uuid);
    return reply
      .type('application/octet-stream')
      .header('content-length', row.size)
      .header('x-wopi-itemversion', row.file_uuid)
      .send(content);
  }

  async function receiveFile(request: Asked, reply: FastifyReply) {
    const grant = await admit(request);
    if (headerOf(request, 'override') !== 'PUT') return fail('malformed');
    const given = headerOf(request, 'lock');
    const lock = given === undefined ? null : parseLock(given);
    const opened = await open(grant);
    const body = request.body as Readable;
    const version = await putFile(parts, { grant, opened, lock, body, cause: causeOf(request) });
    return reply.header('x-wopi-itemversion', version).send('{}');
  }

  async function changeLock(grant: EditGrant, operation: LockOperation, reply: FastifyReply) {
    const now = clock.now();
    const row = await kysely.transaction().execute(async (trx) => {
      const opened = await openGranted(trx, grant, { texts, now });
      await operateLock(trx, opened, operation, now);
      return opened.row;
    });
    return reply.header('x-wopi-itemversion', row.file_uuid).send('{}');
  }

  async function operate(request: Asked, reply: FastifyReply) {
    const grant = await admit(request);
    const lock = () => parseLock(headerOf(request, 'lock'));
    switch (headerOf(request, 'override')) {
      case 'LOCK': {
        const former = headerOf(request, 'oldlock');
        return former === undefined
          ? changeLock(grant, { type: 'lock', lock: lock() }, reply)
          : changeLock(grant, { type: 'relock', lock: lock(), former: parseLock(former) }, reply);
      }
      case 'REFRESH_LOCK':
        return changeLock(grant, { type: 'refresh', lock: lock() }, reply);
      case 'UNLOCK':
        return changeLock(grant, { type: 'unlock', lock: lock() }, reply);
      case 'GET_LOCK': {
        const { cloud, row } = await open(grant);
        const held = await findLock(kysely, cloud.key, row.id, clock.now());
        return reply.header('x-wopi-lock', held ?? '').send('{}');
      }
      case 'RENAME_FILE': {
        const [given, name] = [headerOf(request, 'lock'), headerOf(request, 'requestedname')];
        if (name === undefined) return fail('malformed');
        const renaming = { grant, lock: given === undefined ? null : parseLock(given), name, cause: causeOf(request) };
        return reply.send(JSON.stringify({ Name: await renameFile(parts, renaming) }));
      }
      default:
        // Copies (PutRelativeFile), deleting and everything that we do not know; CheckFileInfo says so.
        return reply.code(501).send('');
    }
  }

  const failures = answerFailure(parts);
  app.register(async (scope) => {
    // The bytes of a document come as they are, whatever they are called.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler(failures);
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      done();
    });
    const file = `${WOPI_PATH}/:uuid`;
    scope.get(file, sendInfo);
    scope.post(file, operate);
    scope.get(`${file}/contents`, sendFile);
    scope.post(
      `${file}/contents`,
      {
        bodyLimit: FILE_MAXIMUM_BYTES,
        onRequest: (request, _reply, done) => {
          cutStalledBody(request);
          done();
        },
      },
      receiveFile,
    );
  });
}
