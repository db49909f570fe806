import type { AbsenceRelation, AbsenceSettings } from '@kreide/core/features/absences';
import { toInstant, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listYears, type YearHead } from '../structure/index.ts';
import { dayWithin, type PlanStore, type Reach, reachOf } from '../timetable/index.ts';
import { readSettings } from './queries/settings.ts';

/** The absences of a school year, as one person sees into them; its number is that of the year, as the class book's. */
export interface Book extends Reach {
  readonly school_id: number;
  readonly id: number;
  readonly year: YearHead;
  readonly zone: string;
  readonly now: Date;
  readonly today: string;
  /** Today, as far as the year has it: whose class somebody is in. */
  readonly day: string;
  /** When today begins. */
  readonly midnight: Date;
  readonly actor: Pick<Actor, 'user_id' | 'permissions' | 'type'>;
  readonly settings: AbsenceSettings;
  /** What somebody who sees the pupils of an absence has to do with them, as far as that is the same for all. */
  readonly relation: AbsenceRelation | null;
}

interface Asking {
  readonly params: { readonly id: number };
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly now: Date;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** The absences of a year of the own school, where the caller may see any. */
export async function openBook(plans: PlanStore, { params, actor, db, now, fail }: Asking): Promise<Book> {
  const { school_id, time_zone: zone } = actor;
  const year = (await listYears(db, school_id)).find(({ id }) => id === params.id);
  if (!year) return fail('not_found');
  const today = toLocal(now, zone).date;
  const reach = await reachOf(db, plans, actor, year, today);
  if (reach.reach === 'none' || !actor.permissions.has('view-sick-notes')) return fail('forbidden');
  const relations = {
    school: 'school',
    teaching: 'teaching',
    family: actor.type === 'PARENT' ? 'parent' : 'self',
  } as const;
  return {
    ...reach,
    school_id,
    id: year.id,
    year,
    zone,
    now,
    today,
    actor,
    day: dayWithin(year, today),
    midnight: toInstant(today, '00:00', zone),
    settings: await readSettings(db, school_id),
    relation: relations[reach.reach],
  };
}
