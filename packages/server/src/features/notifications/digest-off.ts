import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { cutSlowBody } from '../../kernel/http/bodies.ts';
import { DIGEST_OFF_PAGE, DIGEST_OFF_ROUTE } from './digest-task.ts';
import { parseDigestToken } from './digest-token.ts';
import { listSettings, saveSettings } from './queries/settings.ts';

/** The record of digests that were ended by a link. */
export const DIGEST_ENDED = { entity: 'notification_settings', after: { digest: 'off' } } as const;

/** Ends somebody's digests; false when they have none. */
export async function endDigests(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
): Promise<boolean> {
  const known = (await listSettings(db, school_id, [user_id])).get(user_id);
  if (!known || known.digest === 'off') return false;
  await saveSettings(db, school_id, user_id, { digest: { rhythm: 'off' } });
  return true;
}

/**
 * What mail programs call (RFC 8058): a POST to the address in the header of a digest, with a form as its body, ends the
 * digests. Whoever opens that address in a browser is led to the page with the button, since scanners of mails open every
 * address.
 */
export function mountDigestOff(
  app: FastifyInstance,
  { database, clock, secret }: Pick<FeatureParts, 'database' | 'clock' | 'secret'>,
) {
  app.register(async (scope) => {
    // The form says List-Unsubscribe=One-Click and nothing else.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_, body, done) => done(null, body),
    );
    // By this name the log leaves it out.
    const path = `${DIGEST_OFF_ROUTE}/:secret`;
    const tokenOf = ({ params }: { params: unknown }) => (params as { secret: string }).secret;
    scope.get(path, (request, reply) =>
      reply.redirect(`${DIGEST_OFF_PAGE}#token=${encodeURIComponent(tokenOf(request))}`, 303),
    );
    scope.post(path, { onRequest: async (request) => cutSlowBody(request) }, async (request, reply) => {
      const owner = parseDigestToken(secret, tokenOf(request));
      if (!owner) return reply.code(404).send();
      await database.kysely.transaction().execute(async (db) => {
        if (!(await endDigests(db, owner))) return;
        const from = { address: request.ip, request_id: request.id, origin: 'visitor' as const };
        const change = { ...DIGEST_ENDED, id: owner.user_id, action: 'notifications:audit.settings' as const };
        await appendAudit(db, [{ ...owner, ...from, ...change, now: clock.now() }]);
      });
      return reply.code(204).send();
    });
  });
}
