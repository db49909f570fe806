import { conferencesEvents } from '@kreide/core/features/conferences';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import type { Log } from '../../kernel/log.ts';
import { appendOutbox, roomsOf } from '../../kernel/realtime/outbox.ts';
import { listMemberIds } from '../channels/index.ts';
import type { RoomDriver } from './drivers/index.ts';
import { endHeld, isDeserted, lostOf, takeOut } from './leaving.ts';
import {
  type ConferenceRow,
  findConference,
  holdConference,
  listParticipants,
  listRunning,
  listSchoolsWithConferences,
} from './queries.ts';

interface WatchParts {
  readonly kysely: Kysely<DB>;
  readonly driver: RoomDriver | null;
  readonly log: Log;
}

/** Ends a conference if it runs, and tells the members of its channel; asked again while it is held. */
export async function endConference(
  kysely: Kysely<DB>,
  schoolId: number,
  uuid: string,
  now: Date,
  isOver: (row: ConferenceRow) => boolean,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const seen = await findConference(trx, schoolId, uuid);
    if (!seen) return;
    const key = { school_id: schoolId, id: seen.id };
    await holdConference(trx, key);
    const row = await findConference(trx, schoolId, uuid);
    if (!row || row.ended_at !== null) return;
    const all = await listParticipants(trx, schoolId, [row.id]);
    const lost = lostOf(row, all, now);
    const people = await takeOut(trx, key, all, lost, { state: 'left', at: now.toISOString() });
    if (!isOver(row)) return;
    await endHeld(trx, key, people, now.toISOString());
    await appendOutbox(trx, {
      school_id: schoolId,
      event: conferencesEvents.conferenceChanged.name,
      audience: roomsOf({ users: await listMemberIds(trx, { school_id: schoolId, id: row.channel_id }) }),
      payload: { channel_id: row.channel_id, conference_uuid: uuid },
    });
  });
}

/**
 * Every two minutes: who has gone without a word is taken out, a conference with nobody in it for ten minutes is ended, and
 * a server that knows whether its room runs is asked, as what it sends by itself may be lost.
 */
export function createWatchTask({ kysely, driver, log }: WatchParts): RegisteredTask<Record<string, never>> {
  async function hasClosed(row: ConferenceRow): Promise<boolean> {
    if (row.provider !== 'bbb' || row.opened_at === null || driver === null) return false;
    try {
      return (await driver.isRunning(row.room)) === false;
    } catch (err) {
      log.warn({ err }, 'the conference server did not say whether a room runs');
      return false;
    }
  }
  return task(
    'conferences:watch',
    z.strictObject({}),
    async (_, { now }) => {
      for (const schoolId of await listSchoolsWithConferences(kysely)) {
        for (const row of await listRunning(kysely, schoolId)) {
          const closed = await hasClosed(row);
          await endConference(kysely, schoolId, row.uuid, now(), (held) => closed || isDeserted(held, now()));
        }
      }
    },
    { attempts: 1 },
  );
}
