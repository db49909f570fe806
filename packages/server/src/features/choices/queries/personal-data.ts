import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** What somebody wished and got goes; who made a choice stays unknown. */
export async function eraseWishes(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('choice_wishes').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db.deleteFrom('choice_places').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('choices')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

/** What somebody wished, what they got, and which choices they made. A draft of places is nobody's yet. */
export const choiceData: PersonalData = {
  choices: (db, { school_id, user_id }) =>
    db
      .selectFrom('choices')
      .select(['title', 'opens_at as begins_at', 'closes_at as ends_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
  choice_wishes: (db, { school_id, user_id }) =>
    db
      .selectFrom('choice_wishes as wish')
      .innerJoin('choice_options as option', (join) =>
        join.onRef('option.school_id', '=', 'wish.school_id').onRef('option.id', '=', 'wish.option_id'),
      )
      .select(['option.title', 'wish.rank', 'wish.chosen_at as created_at'])
      .where('wish.school_id', '=', school_id)
      .where('wish.user_id', '=', user_id)
      .orderBy('wish.choice_id')
      .orderBy('wish.rank')
      .execute(),
  choice_places: (db, { school_id, user_id }) =>
    db
      .selectFrom('choice_places as place')
      .innerJoin('choices', (join) =>
        join.onRef('choices.school_id', '=', 'place.school_id').onRef('choices.id', '=', 'place.choice_id'),
      )
      .leftJoin('choice_options as option', (join) =>
        join.onRef('option.school_id', '=', 'place.school_id').onRef('option.id', '=', 'place.option_id'),
      )
      .select(['option.title', 'place.rank', 'place.lottery'])
      .where('place.school_id', '=', school_id)
      .where('place.user_id', '=', user_id)
      .where('choices.published_at', 'is not', null)
      .orderBy('place.choice_id')
      .execute(),
};
