import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Log } from '../../kernel/log.ts';
import { findChannel } from '../channels/index.ts';
import type { RoomDriver } from './drivers/index.ts';
import { toTicketHash } from './joining.ts';
import { findById } from './queries/find-by-id.ts';
import {
  type ConferenceRow,
  changeConference,
  findConference,
  hearEnd,
  listParticipants,
  takeTicket,
} from './queries.ts';
import { pageOf } from './shown.ts';
import { endConference } from './watch.ts';

interface RouteParts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  readonly appUrl: () => string;
  readonly driver: RoomDriver | null;
}

type Known = Pick<ConferenceRow, 'uuid' | 'room'>;

/** What the other server says when a room has closed: 256 bits that nobody else knows, for this room. */
export function endNonceOf(secret: string, schoolId: number, { uuid, room }: Known): string {
  return createHmac('sha256', secret).update(`conference end ${schoolId} ${uuid} ${room}`).digest('base64url');
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const SCHOOL = /^[1-9]\d{0,14}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The way into the room of another server, and what that server says about it: both outside of the contract. */
export function mountRooms(app: FastifyInstance, parts: RouteParts): void {
  const { kysely, clock, log, secret, appUrl, driver } = parts;
  const base = `${API_BASE}/conferences`;
  const endedUrlOf = (schoolId: number, row: Known) =>
    `${appUrl()}${base}/ended/${schoolId}/${row.uuid}/${endNonceOf(secret, schoolId, row)}`;

  app.get<{ Params: { school: string; ticket: string } }>(`${base}/rooms/:school/:ticket`, async (request, reply) => {
    const { school, ticket } = request.params;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const back = (path: string) => reply.redirect(`${appUrl()}${path}`, 302);
    const schoolId = SCHOOL.test(school) ? Number(school) : 0;
    const now = clock.now();
    const taken = schoolId === 0 ? null : await takeTicket(kysely, schoolId, toTicketHash(ticket));
    const row = taken && (await findById(kysely, schoolId, taken.conference_id));
    if (!taken || !row) return back('/channels');
    const page = pageOf('', row.channel_id, row.uuid);
    const channel = await findChannel(kysely, schoolId, taken.user_id, { id: row.channel_id });
    const isMember = channel !== undefined && channel.member_id !== null;
    if (!isMember || row.ended_at !== null || Date.parse(taken.expires_at) <= now.getTime() || driver === null)
      return back(page);
    const people = await listParticipants(kysely, schoolId, [row.id]);
    const guest = people.find(({ user_id }) => user_id === taken.user_id);
    if (!guest) return back(page);
    try {
      const way = await driver.enter(
        {
          room: row.room,
          name: channel.name ?? '',
          endedUrl: endedUrlOf(schoolId, row),
          pageUrl: `${appUrl()}${page}`,
        },
        {
          id: taken.user_id,
          name: guest.displayname,
          leads: row.host_id === taken.user_id || channel.is_admin === true,
        },
        now,
      );
      if (row.opened_at === null)
        await changeConference(kysely, { school_id: schoolId, id: row.id }, { opened_at: now.toISOString() });
      return reply.redirect(way, 302);
    } catch (err) {
      log.warn({ err }, 'the conference server did not open a room');
      return back(`${page}?problem=server`);
    }
  });

  app.get<{ Params: { school: string; uuid: string; nonce: string } }>(
    `${base}/ended/:school/:uuid/:nonce`,
    async (request, reply) => {
      const { school, uuid, nonce } = request.params;
      const schoolId = SCHOOL.test(school) && UUID.test(uuid) ? Number(school) : 0;
      const row = schoolId === 0 ? undefined : await findConference(kysely, schoolId, uuid);
      if (!row || !isSame(nonce, endNonceOf(secret, schoolId, row))) return reply.code(404).send('');
      const now = clock.now();
      const isFirst = await hearEnd(kysely, { school_id: schoolId, id: row.id }, now.toISOString());
      // Nobody can end a conference by knowing the address, because we ask the server itself.
      if (isFirst && row.ended_at === null && driver !== null) {
        const runs = await driver.isRunning(row.room).catch((err: unknown) => {
          log.warn({ err }, 'the conference server did not say whether a room runs');
          return null;
        });
        if (runs === false) await endConference(kysely, schoolId, uuid, now, () => true);
      }
      return reply.code(200).send('');
    },
  );
}
