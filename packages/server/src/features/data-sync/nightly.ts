import { driverAbilitiesOf } from '@kreide/core/features/auth-drivers';
import { type dataSyncApi, RUN_FAILURES, type RunFailure } from '@kreide/core/features/data-sync';
import { ApiError, addDays, isAllowed, toInstant, toLocal, toTime } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { enqueue, repeat, task } from '../../kernel/jobs/index.ts';
import { findDirectoryNames, lockDriver, nameOfDirectory, readStates } from '../auth-drivers/index.ts';
import { getSchool } from '../schools/index.ts';
import type { BeginCall } from '../user-import/index.ts';
import { align, areMany, type Concerned, compare } from './connector.ts';
import type { PairingParts } from './pairing.ts';
import { createPeopleNights, type PeopleNightParts } from './people-night.ts';
import {
  addRun,
  findNights,
  findSources,
  lastNight,
  listDueNights,
  listReadings,
  listRuns,
  saveNights,
  takeNight,
} from './queries.ts';
import { isResting, refuserOf } from './reading.ts';

/** From three o'clock on, each school at a minute of its own. */
const NIGHT_MINUTES = 3 * 60;
const SPREAD_MINUTES = 60;

/**
 * The next night in the time of a school: one for each date, also where the clocks go back over that hour, which is night the first
 * time, or leave it out, which is night right after.
 */
export function nextNight(schoolId: number, zone: string, now: Date): Date {
  const { date } = toLocal(now, zone);
  const at = toTime(NIGHT_MINUTES + (schoolId % SPREAD_MINUTES));
  const tonight = toInstant(date, at, zone);
  return tonight > now ? tonight : toInstant(addDays(date, 1), at, zone);
}

interface NightParts extends PeopleNightParts, Pick<PairingParts, 'sessions'> {}

interface Night {
  readonly outcome: 'done' | 'many' | 'failed';
  readonly reason: RunFailure | null;
  readonly found: Pick<Concerned, 'connected'> & { readonly gone: number; readonly back: number };
}

const NOBODY = { connected: 0, gone: 0, back: 0 };
const isFailure = (code: string): code is RunFailure => RUN_FAILURES.some((one) => one === code);

/** Notes how a night went; administrators hear of it once, until it goes another way. */
async function settle(
  trx: Kysely<DB>,
  schoolId: number,
  { outcome, reason, found }: Night,
  { tellAdministrators, now }: Pick<NightParts, 'tellAdministrators'> & { now: Date },
): Promise<void> {
  const before = await lastNight(trx, schoolId);
  await addRun(trx, schoolId, { at: now, is_nightly: true, outcome, reason, ...found });
  if (outcome === 'done' || (before?.outcome === outcome && before.reason === reason)) return;
  await tellAdministrators(
    trx,
    {
      school_id: schoolId,
      kind: 'directory',
      page: 'school-data/directory',
      say: (t) => ({
        subject: t('data-sync:nightly.mail.subject'),
        lines: [
          reason ? t(`errors:${reason}`) : t('data-sync:nightly.mail.many', { ...found }),
          t('data-sync:nightly.mail.goesOn'),
        ],
        action: t('data-sync:nightly.mail.action'),
      }),
    },
    now,
  );
}

/** Connected accounts in line with their directory every night, where a school wants it (T-7.114). */
export function createNights(parts: NightParts) {
  const { kysely, readOnce, sessions, log, tellAdministrators } = parts;

  async function runNight(schoolId: number, now: Date): Promise<void> {
    const names = await findDirectoryNames(kysely, schoolId);
    const states =
      names && (await readOnce(schoolId, () => readStates(kysely, parts, schoolId)).catch(refuserOf(log, schoolId)));
    const changed = await kysely.transaction().execute(async (trx) => {
      await lockDriver(trx, schoolId);
      // Another directory since: the job comes again with it.
      if ((await findDirectoryNames(trx, schoolId))?.updated_at !== names?.updated_at)
        throw new Error('the directory of the school has changed meanwhile');
      if (!states) throw new ApiError({ code: 'directory_missing' });
      const concerned = await compare(trx, schoolId, states);
      const { connected } = concerned;
      const found = { connected, gone: concerned.gone.length, back: concerned.back.length };
      // By night nobody looks at it first: a directory that names nobody at all has lost them rather than let them go.
      if (areMany(concerned) || (states.size === 0 && connected > 0)) {
        await settle(trx, schoolId, { outcome: 'many', reason: null, found }, { tellAdministrators, now });
        return [];
      }
      const { gone, back } = await align(trx, schoolId, concerned, { sessions, now });
      await settle(trx, schoolId, { outcome: 'done', reason: null, found }, { tellAdministrators, now });
      const entry = { school_id: schoolId, origin: 'system', action: 'data-sync:audit.connector', now } as const;
      await appendAudit(trx, [
        { ...entry, entity: 'auth_drivers', id: schoolId, after: { locked: gone.length, unlocked: back.length } },
        ...[...gone, ...back].map((id, index) => {
          const is_locked = index < gone.length;
          return { ...entry, entity: 'users' as const, id, before: { is_locked: !is_locked }, after: { is_locked } };
        }),
      ]);
      return [...gone, ...back];
    });
    for (const id of changed) sessions.changed(id);
  }

  const night = task(
    'data-sync:night',
    z.object({ school_id: z.int() }),
    async ({ school_id }, { now }) => {
      if (!(await findNights(kysely, school_id)).is_on || (await isResting(kysely, school_id))) return;
      try {
        await runNight(school_id, now());
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || !isFailure(thrown.code)) throw thrown;
        const failed = { outcome: 'failed', reason: thrown.code, found: NOBODY } as const;
        await kysely.transaction().execute((trx) => settle(trx, school_id, failed, { tellAdministrators, now: now() }));
      }
    },
    { attempts: 3 },
  );

  const people = createPeopleNights(parts);

  const due = task('data-sync:nights-due', z.object({}), async (_, { now }) => {
    for (const school_id of await listDueNights(kysely, now())) {
      const { time_zone } = await getSchool(kysely, school_id);
      await kysely.transaction().execute(async (trx) => {
        const next = nextNight(school_id, time_zone, now());
        const taken = await takeNight(trx, school_id, now(), next);
        // One after the other: a directory is read once at a time.
        const queue = `data-sync:${school_id}`;
        if (taken?.is_on) await enqueue(trx, night, { school_id }, { queue });
        if (taken?.reads_people) await enqueue(trx, people.night, { school_id }, { queue });
      });
    }
  });

  return { tasks: [night, due, ...people.tasks], schedule: [repeat(due, '*/10 * * * *', {})] };
}

type Keys = 'setNightly' | 'listConnectorRuns' | 'setReadingNights' | 'listReadings';
type Show = (db: Kysely<DB>, actor: Actor) => ReturnType<Handlers<typeof dataSyncApi>['getSources']>;
interface NightCall extends BeginCall {
  readonly params: { readonly id: number };
  readonly body: { readonly is_on: boolean };
}

/** @param show the settings of the page, as they are now */
export function nightlyHandlers(show: Show): Pick<Handlers<typeof dataSyncApi>, Keys> {
  /** @param what happens at night */
  async function set(what: 'is_on' | 'reads_people', { params, body, actor, db, write, record, now }: NightCall) {
    const { school_id: schoolId } = actor;
    if (params.id !== schoolId) throw new ApiError({ code: 'not_found' });
    if (!isAllowed(driverAbilitiesOf(actor), 'update')) throw new ApiError({ code: 'forbidden' });
    if (body.is_on && (await nameOfDirectory(db, schoolId)) === null) throw new ApiError({ code: 'directory_missing' });
    if (body.is_on && what === 'reads_people' && (await findSources(db, schoolId)).sources.length === 0)
      throw new ApiError({ code: 'no_sync_sources' });
    const { time_zone } = await getSchool(db, schoolId);
    const trx = await write();
    const before = await findNights(trx, schoolId);
    await saveNights(trx, schoolId, { [what]: body.is_on, due: nextNight(schoolId, time_zone, now) });
    const name = what === 'is_on' ? 'is_nightly' : what;
    record({
      entity: 'data_sync_sources',
      id: schoolId,
      before: { [name]: before[what] },
      after: { [name]: body.is_on },
    });
    return show(trx, actor);
  }

  return {
    setNightly: (call) => set('is_on', call),
    setReadingNights: (call) => set('reads_people', call),

    async listConnectorRuns({ params, query, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await listRuns(db, actor.school_id, query.page ?? 1) };
    },

    async listReadings({ params, query, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await listReadings(db, actor.school_id, query.page ?? 1) };
    },
  };
}
