import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { coursesOf, gradesOf, subjectsOf } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';
import { type Reader, titleFor } from './list.ts';

/** Who is in which channel now, as a part of another feature's query. */
export function membersPart(db: Kysely<DB>) {
  return db
    .selectFrom('channel_members')
    .select(['school_id', 'channel_id', 'user_id', 'is_admin', 'is_muted'])
    .where('left_at', 'is', null);
}

/** The channels of the reader's school with their names in the reader's language, as a part of another feature's query. */
export function channelsPart(db: Kysely<DB>, { school_id, user_id, titles }: Reader) {
  return db
    .selectFrom('channels')
    .leftJoin(usersPart(db).as('other'), (join) =>
      join
        .onRef('other.school_id', '=', 'channels.school_id')
        .on(
          sql<boolean>`other.id = case when channels.low_user_id = ${user_id} then channels.high_user_id else channels.low_user_id end`,
        ),
    )
    .leftJoin(gradesOf(db, school_id).as('grade'), 'grade.id', 'channels.grade_id')
    .leftJoin(coursesOf(db, school_id).as('course'), 'course.id', 'channels.course_id')
    .leftJoin(subjectsOf(db, school_id).as('subject'), 'subject.id', 'course.subject_id')
    .select(['channels.school_id', 'channels.id', 'channels.type', 'channels.target', 'channels.color'])
    .select((eb) => eb.fn.coalesce('other.id', 'channels.id').as('avatar_id'))
    .select((eb) => eb.fn.coalesce('grade.shortcut', 'subject.shortcut', 'course.shortcut').as('shortcut'))
    .select(titleFor(titles).as('displayname'))
    .select(['channels.created_by', 'channels.updated_at'])
    .where('channels.school_id', '=', school_id)
    .where('channels.owner_id', 'is', null)
    .where('channels.deleted_at', 'is', null);
}

/** Is there a channel in which somebody may write now? The same as `channelAbilitiesOf` of core says of each. */
export async function writesAnywhere(
  db: Kysely<DB>,
  { school_id, user_id }: { readonly school_id: number; readonly user_id: number },
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('channel_members as member')
    .innerJoin('channels', (join) =>
      join.onRef('channels.school_id', '=', 'member.school_id').onRef('channels.id', '=', 'member.channel_id'),
    )
    .select('channels.id')
    .where('member.school_id', '=', school_id)
    .where('member.user_id', '=', user_id)
    .where('member.left_at', 'is', null)
    .where('channels.owner_id', 'is', null)
    .where('channels.deleted_at', 'is', null)
    .where('channels.is_disabled', '=', false)
    .where('channels.ended_at', 'is', null)
    .where(sql<boolean>`(channels.expires_at is null or channels.expires_at > ${now.toISOString()}::timestamptz)`)
    .where(
      sql<boolean>`(channels.type = 'CHAT' or member.is_admin or (channels.is_twoway
        and (channels.twoway_expires_at is null or channels.twoway_expires_at > ${now.toISOString()}::timestamptz)))`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** To which class a channel belongs, as a part of another feature's query; null for all others. */
export function gradesOfChannels(db: Kysely<DB>) {
  return db.selectFrom('channels').select(['school_id', 'id', 'grade_id']);
}
