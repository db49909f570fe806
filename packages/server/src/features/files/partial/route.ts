import { UPLOAD_PATH } from '@kreide/core/features/files';
import { API_BASE } from '@kreide/core/kernel';
import type { Server as TusServer } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { cutStalledBody } from '../../../kernel/http/bodies.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { bearerOf } from '../../../kernel/http/mount.ts';
import { findPartial } from '../queries/partial.ts';
import { isUuid, type PartialFolder } from './folder.ts';

/** More than any client of ours sends in one request, bytes. */
const PART_MAXIMUM = 64 * 1024 * 1024;

export interface PartialParts extends Pick<FeatureParts, 'database' | 'clock'> {
  readonly folder: PartialFolder;
  readonly authenticate: (token: string) => Actor | null | Promise<Actor | null>;
}

type Asked = FastifyRequest<{ Params: { uuid: string } }>;

/**
 * The parts of large files, by the protocol tus 1.0: HEAD says how much is there, PATCH brings more. An upload is begun, and made a file, by
 * an endpoint of the feature that it is for; here it is its person's alone, and nobody reads it back.
 */
export function mountPartials(app: FastifyInstance, { database, clock, folder, authenticate }: PartialParts): void {
  const { kysely } = database;

  // Loaded with the first part: an idle server can save it.
  let loaded: Promise<TusServer> | undefined;
  const tusOf = () => {
    loaded ??= import('./tus.ts').then(({ createTus }) => createTus(kysely, folder));
    return loaded;
  };

  async function handle(request: Asked, reply: FastifyReply) {
    const token = bearerOf(request);
    const actor = (token === null ? null : await authenticate(token)) ?? fail('unauthenticated');
    if (actor.reads_only) return fail('reading_only');
    const { school_id, user_id } = actor;
    const { uuid } = request.params;
    if (!isUuid(uuid) || !(await findPartial(kysely, { school_id, user_id, uuid }, clock.now())))
      return fail('not_found');
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader('cache-control', 'no-store');
    const tus = await tusOf();
    // Under this name its statements are bound to the school.
    request.raw.url = `${API_BASE}${UPLOAD_PATH}/${school_id}.${uuid}`;
    await tus.handle(request.raw, reply.raw);
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const url = `${API_BASE}${UPLOAD_PATH}/:uuid`;
    scope.route<{ Params: { uuid: string } }>({
      method: ['HEAD', 'PATCH'],
      url,
      bodyLimit: PART_MAXIMUM,
      onRequest: (request, _reply, done) => {
        cutStalledBody(request);
        done();
      },
      handler: handle,
    });
  });
}
