import { ABSENCE_ABILITIES } from '@kreide/core/features/absences';
import { beforeAll } from 'vitest';
import { november } from './absences.ts';
import { type Wire, withClassbook } from './class-books.ts';
import { TEST_NOW } from './server.ts';

/** A school with a class book where Frau Berg is responsible for 10b; Herr Tamm (`sub`) only teaches it. */
export function withAbsences() {
  const book = withClassbook();
  const { ids, db, call, ok } = book;

  beforeAll(async () => {
    await db()
      .updateTable('teachers')
      .set({ grade_id: book.school.gradeId })
      .where('user_id', '=', ids.teacher as number)
      .execute();
  });

  /** Ada is ill on the day after the tests’ today. */
  const draft = (values: object = {}) => ({
    ...november(19),
    type_id: 'sick',
    user_id: ids.ada,
    comment: null,
    excuse_note: null,
    ...values,
  });
  const create = (who: string, values: object = {}) => ok(who, 'POST', '/absences', draft(values));
  /** With which status, and which problems, an absence is refused. */
  const refused = async (who: string, values: object = {}) => {
    const { status, body } = await call(who, 'POST', '/absences', draft(values));
    return [status, ...(body.error.issues ?? []).map((one: Wire) => `${one.path} ${one.rule}`)];
  };
  /** Sends an absence as it is shown, with some values changed. */
  const update = (who: string, row: Wire, values: object = {}) => {
    const { begins_at, ends_at, type_id, user_id, comment, excuse_note, updated_at } = row;
    const body = { begins_at, ends_at, type_id, user_id, comment, excuse_note, updated_at, ...values };
    return call(who, 'PUT', `/absences/${row.uuid}`, body);
  };
  const later = (minutes: number) => book.server.clock.set(new Date(Date.parse(TEST_NOW) + minutes * 60_000));
  return Object.assign(book, { draft, create, refused, update, later });
}

/** What somebody may do with an absence. */
export const allowed = (row: Wire) => ABSENCE_ABILITIES.filter((key) => row.can[key] === 1);
export const uuidsOf = (rows: Wire[]): string[] => rows.map(({ uuid }) => uuid);
