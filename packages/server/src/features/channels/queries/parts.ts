import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { coursesOf, gradesOf } from '../../structure/index.ts';
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
    .select(['channels.school_id', 'channels.id', 'channels.type', 'channels.target'])
    .select(titleFor(titles).as('displayname'))
    .where('channels.school_id', '=', school_id)
    .where('channels.owner_id', 'is', null)
    .where('channels.deleted_at', 'is', null);
}

/** To which class a channel belongs, as a part of another feature's query; null for all others. */
export function gradesOfChannels(db: Kysely<DB>) {
  return db.selectFrom('channels').select(['school_id', 'id', 'grade_id']);
}
