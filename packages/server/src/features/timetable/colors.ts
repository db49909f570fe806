import { courseColorsOf, withCourseColor } from '@kreide/core/features/timetable';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { usersPart } from '../users/index.ts';

/** The caller's colours with another one, as they are kept. */
export async function withColor(
  trx: Kysely<DB>,
  { school_id, user_id }: Actor,
  given: Parameters<typeof withCourseColor>[1],
): Promise<string> {
  const { properties } = await usersPart(trx)
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return withCourseColor(courseColorsOf(properties), given);
}
