import { type Classbook, classbookAbilitiesOf } from '@kreide/core/features/classbook';
import { type Can, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listYears, type YearHead } from '../structure/index.ts';
import { type PlanStore, type Reach, reachOf } from '../timetable/index.ts';

/** A class book as one person sees it; its number is that of the school year. */
export interface Book extends Reach {
  readonly school_id: number;
  readonly id: number;
  readonly year: YearHead;
  readonly zone: string;
  readonly today: string;
  readonly actor: Pick<Actor, 'user_id' | 'permissions'>;
  readonly can: Can<keyof Classbook['can']>;
}

/** What the handlers of a class book share. */
export interface BookParts {
  readonly plans: PlanStore;
}

interface Asking {
  readonly params: { readonly id: number };
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly now: Date;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** The class book of a year of the own school, where the caller may see this part of it, or any. */
export async function openBook(
  parts: BookParts,
  asking: Asking,
  ability: keyof Classbook['can'] | 'any',
): Promise<Book> {
  const { params, actor, db, now, fail } = asking;
  const years = await listYears(db, actor.school_id);
  const year = years.find(({ id }) => id === params.id);
  if (!year) return fail('not_found');
  const today = toLocal(now, actor.time_zone).date;
  const reach = await reachOf(db, parts.plans, actor, year, today);
  const can = classbookAbilitiesOf(actor, reach.reach);
  const isAllowed = ability === 'any' ? Object.values(can).includes(1) : can[ability] === 1;
  if (!isAllowed) return fail('forbidden');
  return { ...reach, school_id: actor.school_id, id: year.id, year, zone: actor.time_zone, today, actor, can };
}
