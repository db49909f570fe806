import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';

interface BuiltChoice {
  id: number;
  options: { id: number; title: string }[];
  updated_at: string;
}

/** A choice of a school with two options of two places each, open from 2026-11-01 until it closes. */
export async function buildChoice(
  db: Kysely<DB>,
  { school_id, grade_id, closes_at }: { school_id: number; grade_id: number; closes_at: string },
  state: 'open' | 'drafted' | 'published' = 'open',
): Promise<BuiltChoice> {
  const updated_at = '2026-11-01T08:00:00.000Z';
  const { id } = await db
    .insertInto('choices')
    .values({
      school_id,
      title: 'AGs',
      about: '',
      grade_ids: [grade_id],
      opens_at: updated_at,
      closes_at,
      wishes_count: 2,
      who: 'both',
      seed: 'saat',
      drafted_at: state === 'open' ? null : closes_at,
      published_at: state === 'published' ? closes_at : null,
      updated_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const options = await db
    .insertInto('choice_options')
    .values(
      ['Chor', 'Schach'].map((title, place) => ({ school_id, choice_id: id, place, title, capacity: 2, minimum: 1 })),
    )
    .returning(['id', 'title'])
    .execute();
  return { id, options, updated_at };
}
