import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../kernel/clock.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toDisposition } from '../../../kernel/files/index.ts';
import { cutSlowBody, isUnreadForm } from '../../../kernel/http/bodies.ts';
import { toNetwork } from '../../../kernel/http/network.ts';
import { refuseUnknown } from '../../auth/index.ts';
import { findSchoolBySlink } from '../../schools/index.ts';
import { findOn } from '../arrival.ts';
import { findDriver } from '../queries.ts';
import { writeMetadata } from './client.ts';
import { formatOf, ownOf, type SamlParts, takeResponse } from './signing-in.ts';

/** An answer with a hundred attributes and its certificates has some 20 kB; as a form it is half as long again. */
const BODY_LIMIT = 300_000;
const SLINK = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** Of a value that we have made ourselves. */
const RELAY = /^[\w-]{43}$/;

interface RouteParts extends SamlParts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
}

/** A value that a form has once; empty where it has it twice, or not at all. */
function onceIn(body: unknown, name: string): string {
  const values = new URLSearchParams(typeof body === 'string' ? body : '').getAll(name);
  return values.length === 1 ? (values[0] ?? '') : '';
}

/**
 * Where a service of SAML sends the browser with its answer: a form of another site, which the contract admits nowhere (D-2.08). No cookie comes
 * with it (`SameSite=Lax`), so it opens nothing: the browser goes on to a page of ours, which fetches by cookie what came of it. The way on is
 * always the same page; what the form says of where to go is compared and never followed.
 */
export function mountSaml(app: FastifyInstance, parts: RouteParts): void {
  const { kysely, clock, appUrl } = parts;
  const base = `${API_BASE}/auth/saml/:slink`;
  const onRequest = async (request: FastifyRequest) => cutSlowBody(request);
  const go = (reply: FastifyReply, path: string) =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${appUrl().replace(/\/$/, '')}${path}`, 303);

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_, body, done) => done(null, body),
    );

    scope.post<{ Params: { slink: string } }>(`${base}/acs`, { onRequest }, async (request, reply) => {
      const { slink } = request.params;
      const school = SLINK.test(slink) ? await findSchoolBySlink(kysely, slink) : undefined;
      if (!school) return reply.code(404).send('');
      const body = isUnreadForm(request) ? '' : request.body;
      const [relay, response] = [onceIn(body, 'RelayState'), onceIn(body, 'SAMLResponse')];
      const now = clock.now();
      const driver = await findOn(kysely, slink);
      const taken = RELAY.test(relay)
        ? await takeResponse(kysely, parts, { school: { id: school.id, slink }, driver, relay, response }, now)
        : null;
      const query = taken?.isTrial
        ? { trial: 'done' }
        : // Whoever has not asked gets a code that opens nothing, and is told so.
          { code: taken?.code ?? 'none', state: taken ? relay : 'none' };
      return go(reply, `/sso-verify/${slink}?${new URLSearchParams(query)}`);
    });

    // What the service has to know of us, for whoever runs it: its key is made when it is read for the first time.
    scope.get<{ Params: { slink: string } }>(`${base}/metadata`, async (request, reply) => {
      const { slink } = request.params;
      const now = clock.now();
      const school = SLINK.test(slink) ? await findSchoolBySlink(kysely, slink) : undefined;
      if (!school) return refuseUnknown(kysely, toNetwork(request.ip), now);
      const driver = (await findDriver(kysely, school.id))?.driver ?? null;
      const own = await ownOf(kysely, parts, { id: school.id, slink }, formatOf(driver), now);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', toDisposition('attachment', `kreide-${slink}.xml`))
        .type('application/samlmetadata+xml; charset=utf-8')
        .send(await writeMetadata(own));
    });

    // The service has ended its session, after we have ended ours.
    for (const method of ['GET', 'POST'] as const)
      scope.route({ method, url: `${base}/logout`, onRequest, handler: async (_, reply) => go(reply, '/post-logout') });
  });
}
