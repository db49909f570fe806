import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { repeat, task } from '../../kernel/jobs/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { listParentsOf } from '../users/index.ts';
import { type ChoiceKey, type ChoiceRow, listChoosers, listWishersOf, takeUnreminded } from './queries.ts';

/** What pupils, or their parents, are told of a choice. */
export interface ToldChoice {
  readonly school_id: number;
  readonly choice: Pick<ChoiceRow, 'id' | 'title' | 'closes_at'>;
  /** `gone`: an option that they wished is no longer offered. */
  readonly about: 'reminder' | 'gone' | 'places';
  readonly pupils: readonly number[];
  readonly parents: readonly number[];
}

export type ChoiceTeller = (db: Kysely<DB>, told: ToldChoice, now: Date) => Promise<void>;

export interface ChoiceParts {
  /** Called after places have become enrolments. */
  readonly planChanged: (schoolId: number) => void;
  readonly tellOfChoices: ChoiceTeller;
  readonly withdrawTold: WithdrawTold;
}

type Told = Pick<ChoiceRow, 'id' | 'title' | 'closes_at' | 'who'>;

/** Tells those who wish for these pupils; where they have been given places, all who see them. */
export async function tellChoosers(
  db: Kysely<DB>,
  tell: ChoiceTeller,
  { school_id, choice, about, people }: Pick<ToldChoice, 'school_id' | 'about'> & { choice: Told; people: number[] },
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  const isTold = (who: ChoiceRow['who']) => about === 'places' || choice.who === who || choice.who === 'both';
  const pupils = isTold('pupils') ? people : [];
  const parents = isTold('parents')
    ? (await listParentsOf(db, school_id, people)).map(({ parent_id }) => parent_id)
    : [];
  await tell(db, { school_id, choice, about, pupils, parents: [...new Set(parents)] }, now);
}

/** Who wished one of the options that are no longer among these. */
export async function listWishersOfGone(
  db: Kysely<DB>,
  key: ChoiceKey,
  before: Pick<ChoiceRow, 'options'>,
  kept: readonly (number | null)[],
): Promise<number[]> {
  const gone = before.options.flatMap(({ id }) => (kept.includes(id) ? [] : [id]));
  return listWishersOf(db, key, gone);
}

/** Reminds, once for each choice and in good time, those who have not chosen [D-8.15]. */
export function createReminder({ database, clock }: Pick<FeatureParts, 'database' | 'clock'>, tell: ChoiceTeller) {
  const remind = task('choices:remind', z.object({}), () =>
    database.kysely.transaction().execute(async (db) => {
      const now = clock.now();
      for (const { school_id, time_zone, ...choice } of await takeUnreminded(db, now)) {
        const choosers = await listChoosers(db, { school_id, id: choice.id }, toLocal(now, time_zone).date);
        const people = choosers.filter((one) => one.is_asked && one.wishes.length === 0).map(({ user_id }) => user_id);
        await tellChoosers(db, tell, { school_id, choice, about: 'reminder', people }, now);
      }
    }),
  );
  return { tasks: [remind], schedule: [repeat(remind, '*/10 * * * *', {})] };
}
