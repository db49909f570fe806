import { LARGE_FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { DEFAULT_LANGUAGE } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { copy, move } from './copying.ts';
import { answerFailure } from './failures.ts';
import { DAV_PATH, type DavAddress, parsePath } from './headers.ts';
import { lock, unlock } from './locking.ts';
import type { DavParts } from './parts.ts';
import { proppatch } from './patching.ts';
import { get, propfind } from './reading.ts';
import { createSignIn } from './sign-in.ts';
import type { DavCall } from './unit.ts';
import { makeFolder, put, remove } from './writing.ts';

type Verb = (call: DavCall, parts: DavParts, address: DavAddress) => Promise<FastifyReply>;

const VERBS: Readonly<Record<string, Verb>> = {
  GET: get,
  HEAD: get,
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  PUT: put,
  MKCOL: makeFolder,
  DELETE: remove,
  COPY: copy,
  MOVE: move,
  LOCK: lock,
  UNLOCK: unlock,
};
const NEW_METHODS = ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'];
const ALLOW = ['OPTIONS', ...Object.keys(VERBS)].join(', ');

/**
 * The clouds of people as folders of their computers: WebDAV of class 1 and 2 (RFC 4918), outside of the contract. Who asks is known by a name and an
 * app password that was made for files; what they see and may do is what the app's own functions say of them, which do all the work.
 */
export function mountDav(app: FastifyInstance, parts: DavParts): void {
  const { clock, texts } = parts;
  const signIn = createSignIn(parts);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store');
    const verb = VERBS[request.raw.method ?? ''];
    const address = parsePath(request.raw.url ?? '');
    const actor = await signIn(request, address.slink);
    request.actor = actor;
    const language = actor.language ?? DEFAULT_LANGUAGE;
    const hosts = [request.host, new URL(parts.appUrl()).host];
    const call = { hosts, request, reply, actor, language, t: texts.for(language), now: clock.now() };
    return verb ? verb(call, parts, address) : reply.code(405).header('allow', ALLOW).send('');
  }

  for (const method of NEW_METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  const failures = answerFailure(parts);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler(failures);
    for (const url of [DAV_PATH, `${DAV_PATH}/*`]) {
      // Some programs ask it before they say who they are.
      scope.options(url, (_request, reply) =>
        reply.code(200).header('dav', '1, 2').header('ms-author-via', 'DAV').header('allow', ALLOW).send(''),
      );
      scope.route({
        method: Object.keys(VERBS) as never,
        url,
        exposeHeadRoute: false,
        bodyLimit: LARGE_FILE_MAXIMUM_BYTES,
        config: { takesFiles: 'body' },
        handler: answer,
      });
    }
  });
}
