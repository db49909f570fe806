import { endOfQuiet, type PushKind, QUIET_DEFAULT } from '@kreide/core/features/notifications';
import { toInstant, toLocal, toTime } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { getSchool } from '../schools/index.ts';
import { listHolidays } from '../structure/index.ts';
import { listSettings, OF_SCHOOL } from './queries/settings.ts';

/** When push messages may ring, and digests come, for some people of a school. */
export interface Timing {
  /** From when on a message of this kind may ring; null: this person does without it. */
  earliest(userId: number, kind: PushKind | 'digest', isUrgent: boolean, at: Date): Date | null;
}

/** Kinds that wait for nothing: what somebody has just asked for, and what is about the safety of the account. */
const AT_ONCE: ReadonlySet<string> = new Set(['test', 'account']);

/**
 * Reads the settings of people and school, and the holidays: a person's own quiet hours take the place of the school's,
 * those of the school the place of the product's (D-6.03).
 */
export async function readTiming(db: Kysely<DB>, schoolId: number, userIds: readonly number[]): Promise<Timing> {
  const { time_zone } = await getSchool(db, schoolId);
  const settings = await listSettings(db, schoolId, userIds);
  const holidays = await listHolidays(db, schoolId);
  const isHoliday = (date: string) => holidays.some(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at);
  const ofSchool = settings.get(OF_SCHOOL)?.quiet ?? QUIET_DEFAULT;
  return {
    earliest(userId, kind, isUrgent, at) {
      const own = settings.get(userId);
      if (isUrgent || AT_ONCE.has(kind)) return at;
      if (own?.muted_kinds.includes(kind)) return null;
      const paused = own?.paused_until ? Date.parse(own.paused_until) : 0;
      const from = new Date(Math.max(at.getTime(), paused));
      const end = endOfQuiet(own?.quiet ?? ofSchool, toLocal(from, time_zone), isHoliday);
      return end ? toInstant(end.date, toTime(end.minutes), time_zone) : from;
    },
  };
}
