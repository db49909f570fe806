import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../kernel/clock.ts';
import type { Seal } from '../../../kernel/config/seal.ts';
import { appendAudit } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { cutSlowBody, isUnreadForm } from '../../../kernel/http/bodies.ts';
import { toNetwork } from '../../../kernel/http/network.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Outbound } from '../../../kernel/outbound/index.ts';
import { giveBack, hashToken, refuseUnknown, reserveAttempt, type Sessions } from '../../auth/index.ts';
import { findSchoolBySlink } from '../../schools/index.ts';
import { noteTold } from '../queries/told.ts';
import { type DriverRow, findConnected, findDriver } from '../queries.ts';
import { openSecret } from '../secret.ts';
import { keysOf, type Services } from '../service.ts';
import { type EndedToken, REMEMBERED_SECONDS, readLogoutToken } from './logout-token.ts';

/** A token with its certificates has some 4 kB. */
const BODY_LIMIT = 20_000;
const SLINK = /^[a-z0-9][a-z0-9-]{0,62}$/;

interface Parts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  readonly log: Log;
  readonly seal: Seal;
  readonly outbound: Outbound;
  readonly services: Services;
  readonly sessions: Pick<Sessions, 'endOfService' | 'changed'>;
}

/** The address that the service of a school tells which of its sessions has ended. */
export const toBackChannel = (appUrl: string, slink: string): string =>
  `${appUrl.replace(/\/$/, '')}${API_BASE}/auth/openid/${slink}/backchannel-logout`;

/**
 * Where a service of OpenID Connect tells that somebody has signed out there, or was signed out (Back-Channel Logout 1.0): from server to
 * server, without a cookie. What it has not signed for us, now, and for the first time, ends nothing.
 */
export function mountBackChannel(app: FastifyInstance, parts: Parts): void {
  const { kysely, clock, log, seal, outbound, services, sessions } = parts;

  /** Ends the sessions here that belong to it, once; false: it has been told before. */
  async function end(driver: DriverRow, { jti, sub, sid }: EndedToken, now: Date): Promise<boolean> {
    const { school_id } = driver;
    const until = new Date(now.getTime() + REMEMBERED_SECONDS * 1000);
    const ended = await kysely.transaction().execute(async (trx) => {
      if (!(await noteTold(trx, school_id, hashToken(jti), until))) return null;
      const user_id = sub === null ? null : await findConnected(trx, school_id, sub);
      // Somebody whom nobody knows here has no session.
      if (sub !== null && user_id === null) return [];
      const people =
        sid === null
          ? await sessions.endOfService(trx, { school_id, sid, user_id: user_id ?? 0 })
          : await sessions.endOfService(trx, { school_id, sid, user_id });
      const entry = { origin: 'system', action: 'auth-drivers:audit.signedOut', entity: 'users', now } as const;
      await appendAudit(
        trx,
        people.map((id) => ({ ...entry, school_id, id })),
      );
      return people;
    });
    for (const user of ended ?? []) sessions.changed(user);
    return ended !== null;
  }

  /** Does the service say it, in what it has signed? */
  async function take(driver: DriverRow, token: string, now: Date): Promise<boolean> {
    try {
      const settings = { ...driver, secret: openSecret(seal, driver) };
      const config = await services.of(driver.school_id, driver.updated_at, settings, now);
      const { issuer } = config.serverMetadata();
      const keys = await keysOf(config, outbound);
      return await end(driver, await readLogoutToken(token, { keys, issuer, client: driver.client }), now);
    } catch (thrown) {
      const { code } = thrown as { code?: unknown };
      log.warn({ school: driver.school_id, code }, 'a service was not believed that somebody has signed out there');
      return false;
    }
  }

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_, body, done) => done(null, body),
    );
    scope.post<{ Params: { slink: string } }>(
      `${API_BASE}/auth/openid/:slink/backchannel-logout`,
      { onRequest: async (request) => cutSlowBody(request) },
      async (request, reply) => {
        const { slink } = request.params;
        const now = clock.now();
        const link = toNetwork(request.ip);
        const school = SLINK.test(slink) ? await findSchoolBySlink(kysely, slink) : undefined;
        const driver = school && (await findDriver(kysely, school.id))?.driver;
        if (driver?.method !== 'OIDC') return refuseUnknown(kysely, link, now);
        // Taken back by what is believed: each of them may ask the service for its keys.
        await reserveAttempt(kysely, { link }, now);
        const body = isUnreadForm(request) || typeof request.body !== 'string' ? '' : request.body;
        const [token, ...others] = new URLSearchParams(body).getAll('logout_token');
        reply.header('cache-control', 'no-store');
        if (!token || others.length > 0 || !(await take(driver, token, now)))
          return reply.code(400).send({ error: 'invalid_request' });
        await giveBack(kysely, { link });
        return reply.code(200).send('');
      },
    );
  });
}
