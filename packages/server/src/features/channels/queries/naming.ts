import type { ChannelTarget } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { coursesOf, gradesOf, subjectsOf } from '../../structure/index.ts';

/** What the name of a channel is made of. */
export async function findNaming(db: Kysely<DB>, schoolId: number, id: number) {
  const row = await db
    .selectFrom('channels')
    .leftJoin(gradesOf(db, schoolId).as('grade'), 'grade.id', 'channels.grade_id')
    .leftJoin(coursesOf(db, schoolId).as('course'), 'course.id', 'channels.course_id')
    .leftJoin(subjectsOf(db, schoolId).as('subject'), 'subject.id', 'course.subject_id')
    .select(['channels.name', 'channels.type', 'channels.grade_id', 'subject.name as subject'])
    .select((eb) => eb.ref('channels.target').$castTo<ChannelTarget | null>().as('target'))
    .select(['grade.shortcut as grade', 'course.shortcut as course'])
    .where('channels.school_id', '=', schoolId)
    .where('channels.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
