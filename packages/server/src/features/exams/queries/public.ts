import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { bookablesOf } from '../../structure/index.ts';
import { examsOf } from '../queries.ts';
import { namesOfExams } from '../shown.ts';

/** Lines of a public screen. */
const PUBLIC_MAXIMUM = 30;

/** The exams of a day that take place and may be shown publicly, each as a line: nothing of what they are about, and no room that is not public. */
export async function listPublicExams(db: Kysely<DB>, schoolId: number, date: string): Promise<string[]> {
  const rows = await examsOf(db, schoolId)
    .leftJoin(bookablesOf(db, schoolId).as('room'), 'room.id', 'exam.bookable_id')
    .select(['room.shortcut as room', 'room.is_public as is_room_public'])
    .where('exam.date', '=', date)
    .where('exam.is_public', '=', true)
    .where('exam.is_cancelled', '=', false)
    .orderBy('exam.time_begins_at')
    .orderBy('exam.id')
    .limit(PUBLIC_MAXIMUM)
    .execute();
  const nameOf = await namesOfExams(db, schoolId, rows);
  return rows.map((row) => {
    const place = row.room !== null && row.is_room_public ? ` (${row.room})` : '';
    return `${row.time_begins_at} ${nameOf(row).displayname}${place}`;
  });
}
