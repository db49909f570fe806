import { END_OF_DAY, STANDARD_TYPE, START_OF_DAY } from '@kreide/core/features/absences';
import { addDays, toInstant, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { enqueue, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { getSchool } from '../schools/index.ts';
import { listManagers, lockUser } from '../users/index.ts';
import { insertAbsence, removeAbsences, setContacted, type Writing } from './queries/absences.ts';
import { isCovered, listMissing, type MissingRow, moveMissing, takeUntold } from './queries/missing.ts';
import { readSettings } from './queries/settings.ts';
import { type AbsenceTeller, concernedBy, tellApps, toTold } from './telling.ts';

const MINUTE = 60_000;
const payload = z.object({ school_id: z.int(), id: z.int() });
type AlarmTask = RegisteredTask<z.output<typeof payload>>;

/** What the roll of a lesson says of one pupil. */
interface RollMark {
  readonly school_id: number;
  readonly school_year_id: number;
  readonly zone: string;
  readonly user_id: number;
  readonly date: string;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly is_absent: boolean;
  readonly by: number;
}

/** To be called in the transaction in which a roll changes, with the lock of its entry. */
export type RollChanged = (db: Kysely<DB>, mark: RollMark, now: Date, emit: HandlerContext['emit']) => Promise<void>;

const startOfNext = (date: string, zone: string) => toInstant(addDays(date, 1), START_OF_DAY, zone).toISOString();

interface Settling {
  readonly user_id: number;
  /** Says the pupil so themselves? */
  readonly isOfPupil: boolean;
}

/**
 * What explains where a pupil is takes the place of what the roll has found at that time: what had begun before stays until
 * then. A pupil takes nothing away that their family has explained. The caller holds the lock of the pupil.
 */
export async function settleMissing(
  db: Kysely<DB>,
  writing: Writing,
  { user_id, begins_at, ends_at, isOfPupil }: Pick<MissingRow, 'begins_at' | 'ends_at'> & Settling,
): Promise<void> {
  const all = await listMissing(db, writing.school_id, user_id, { begins_at, ends_at });
  const found = all.filter(({ excuse_note }) => !isOfPupil || excuse_note === null);
  const isEarlier = ({ begins_at: from }: MissingRow) => Date.parse(from) < Date.parse(begins_at);
  const over = found.filter((row) => !isEarlier(row)).map(({ id }) => id);
  await removeAbsences(db, writing, over);
  // Of one pupil no two that the roll has found overlap: at most one began before.
  const earlier = found.find(isEarlier);
  if (earlier) await moveMissing(db, writing, earlier.id, { begins_at: earlier.begins_at, ends_at: begins_at });
}

/** Tells the parents of a missing pupil when nobody has found or explained them in the meantime. */
export function createAlarmTask(
  { database, clock }: Pick<FeatureParts, 'database' | 'clock'>,
  tellOfAbsences: AbsenceTeller,
): AlarmTask {
  return task('absences:alarm', payload, async ({ school_id, id }) => {
    await database.kysely.transaction().execute(async (db) => {
      const row = await takeUntold(db, school_id, id);
      if (!row) return;
      const now = clock.now();
      const { time_zone } = await getSchool(db, school_id);
      const concerned = await concernedBy(
        db,
        school_id,
        [row.user_id],
        toLocal(new Date(row.begins_at), time_zone).date,
      );
      await setContacted(db, { school_id, by: null, now }, [id]);
      const { parents } = concerned(row.user_id);
      await tellApps(db, { school_id, classbook_id: row.school_year_id }, [row], concerned, null);
      await tellOfAbsences(
        db,
        school_id,
        [toTold('missing', 'family', row.school_year_id, row, concerned, parents)],
        now,
      );
      const change = { before: { last_contacted_at: null }, after: { last_contacted_at: now.toISOString() } };
      const entry = {
        school_id,
        origin: 'system',
        action: 'absences:audit.notify',
        entity: 'absences',
        id: row.uuid,
      } as const;
      await appendAudit(db, [{ ...entry, ...change, now }]);
    });
  });
}

/**
 * A pupil who is missing when the roll is called, and whom nobody has excused, is an absence of the standard type until the
 * end of the day: the office hears of it at once, the parents after the time that the school gives latecomers. Who turns out
 * to be there, or comes late, is not missing any more, and whoever was told hears that too. Only today counts: what is
 * written about another day looks for nobody.
 */
export function createRollChanged(alarm: AlarmTask, tellOfAbsences: AbsenceTeller): RollChanged {
  async function tell(
    db: Kysely<DB>,
    mark: RollMark,
    about: 'missing' | 'found',
    row: Pick<MissingRow, 'uuid' | 'user_id' | 'grade_id' | 'course_id' | 'begins_at' | 'ends_at'>,
    isFamilyTold: boolean,
    now: Date,
    emit: HandlerContext['emit'],
  ): Promise<void> {
    const { school_id, school_year_id, user_id, date } = mark;
    const concerned = await concernedBy(db, school_id, [user_id], date);
    await tellApps(db, { school_id, classbook_id: school_year_id }, [row], concerned, emit);
    const office = (await listManagers(db, school_id)).filter((id) => id !== mark.by);
    const { parents } = concerned(user_id);
    await tellOfAbsences(
      db,
      school_id,
      [
        toTold(about, 'staff', school_year_id, row, concerned, office),
        ...(isFamilyTold ? [toTold(about, 'family', school_year_id, row, concerned, parents)] : []),
      ],
      now,
    );
  }

  async function begin(
    db: Kysely<DB>,
    writing: Writing,
    mark: RollMark,
    now: Date,
    emit: HandlerContext['emit'],
  ): Promise<void> {
    const { school_id, school_year_id, zone, user_id, date, begins_at } = mark;
    if (await isCovered(db, school_id, user_id, date, mark)) return;
    const [later] = await listMissing(db, school_id, user_id, { begins_at, ends_at: startOfNext(date, zone) });
    // Found missing in a later lesson first: nobody is told twice.
    if (later) return moveMissing(db, writing, later.id, { begins_at, ends_at: later.ends_at });
    const span = { begins_at, ends_at: toInstant(date, END_OF_DAY, zone).toISOString() };
    const whom = { user_id, grade_id: null, course_id: null };
    const content = { ...span, type_id: STANDARD_TYPE, comment: null, excuse_note: null };
    const values = { ...whom, ...content, school_year_id, source: 'roll', is_read: false } as const;
    const made = await insertAbsence(db, writing, values);
    if (!made) return;
    await tell(db, mark, 'missing', { ...whom, ...span, uuid: made.uuid }, false, now, emit);
    const { grace_minutes } = await readSettings(db, school_id);
    await enqueue(db, alarm, { school_id, id: made.id }, { delayMs: grace_minutes * MINUTE });
  }

  async function end(
    db: Kysely<DB>,
    writing: Writing,
    mark: RollMark,
    now: Date,
    emit: HandlerContext['emit'],
  ): Promise<void> {
    const { school_id, user_id, begins_at } = mark;
    const [found] = await listMissing(db, school_id, user_id, mark);
    if (!found) return;
    if (Date.parse(found.begins_at) < Date.parse(begins_at))
      await moveMissing(db, writing, found.id, { begins_at: found.begins_at, ends_at: begins_at });
    else await removeAbsences(db, writing, [found.id]);
    await tell(db, mark, 'found', found, found.last_contacted_at !== null, now, emit);
  }

  return async (db, mark, now, emit) => {
    if (toLocal(now, mark.zone).date !== mark.date) return;
    await lockUser(db, mark.school_id, mark.user_id);
    const writing = { school_id: mark.school_id, by: mark.by, now };
    await (mark.is_absent ? begin : end)(db, writing, mark, now, emit);
  };
}
