import { describe, expect, it } from 'vitest';
import { november } from '../../../../../tests/support/absences.ts';
import { MONDAY, type Wire, withClassbook } from '../../../../../tests/support/class-books.ts';
import { MARK_STATE_CASES } from '../../../../../tests/support/mark-states.ts';

const book = withClassbook();
const { ids, db, ok, get, open } = book;
const TYPE_OF = { EXCUSED: 'sick', UNEXCUSED: 'unexcused', PENDING: 'asked' } as const;

async function write(
  user_id: number,
  of: { begins_at: string; ends_at: string; type_id: string; deleted_at?: string | null },
) {
  const at = '2026-11-18T06:00:00Z';
  await db()
    .insertInto('absences')
    .values({
      school_id: book.school.id,
      school_year_id: book.school.yearId,
      user_id,
      source: 'school',
      ...of,
      created_at: at,
      updated_at: at,
    })
    .execute();
}
/** Marks ada absent on Monday in the second period, 08:50 to 09:35. */
async function absentOnMonday(): Promise<Wire> {
  const entry = await open();
  await ok('teacher', 'POST', `/entries/${entry.id}/absent`, { user_id: ids.ada });
  return entry;
}

describe('how an absence in a lesson counts', () => {
  it('is the same for the server as for core, case by case', async () => {
    const entry = await absentOnMonday();
    // The lesson of the table.
    const time = { time_begins_at: '08:00', time_ends_at: '08:45' };
    await db().updateTable('classbook_entries').set(time).where('id', '=', entry.id).execute();
    const found: [string, string][] = [];
    for (const { name, absences } of MARK_STATE_CASES) {
      await db().deleteFrom('absences').execute();
      for (const { state, ...of } of absences) await write(ids.ada as number, { ...of, type_id: TYPE_OF[state] });
      const [row] = await get('admin', '/marks');
      found.push([name, row.state]);
    }
    expect(found).toEqual(MARK_STATE_CASES.map(({ name, state }) => [name, state]));
  });

  it('is shown in the roll with what the school knows, which a reason of another pupil does not touch', async () => {
    await write(ids.ada as number, { ...november(16), type_id: 'sick' });
    const { id } = await open();
    expect(await get('teacher', `/entries/${id}/users`)).toMatchObject([
      { id: ids.ada, mark: null, absence: { state: 'EXCUSED', type: { id: 'sick', name: 'Krank' } } },
      { id: ids.eva, mark: null, absence: null },
    ]);
    await ok('teacher', 'POST', `/entries/${id}/absent`, { user_id: ids.ada });
    await ok('teacher', 'POST', `/entries/${id}/absent`, { user_id: ids.eva });
    expect((await get('teacher', `/entries/${id}/users`)).map((one: Wire) => one.mark.state)).toEqual([
      'EXCUSED',
      'UNEXCUSED',
    ]);
    await ok('teacher', 'POST', `/entries/${id}/too-late`, { user_id: ids.eva, minutes: 5 });
    expect((await get('teacher', `/entries/${id}/users`))[1].mark.state).toBeNull();
  });

  it('changes for all lessons with the absence, whenever that is written [T-4.27]', async () => {
    await absentOnMonday();
    const states = async (query = '') => (await get('teacher', `/marks${query}`)).map((one: Wire) => one.state);
    expect(await states()).toEqual(['UNEXCUSED']);
    const values = { ...november(16), user_id: ids.ada, comment: null, excuse_note: null };
    const made = await ok('admin', 'POST', '/absences', { ...values, type_id: 'asked' });
    expect(await states()).toEqual(['PENDING']);
    const { updated_at } = made;
    await ok('admin', 'PUT', `/absences/${made.uuid}`, { ...values, updated_at, type_id: 'leave' });
    expect(await states()).toEqual(['EXCUSED']);
    expect(await states('?absence_type_state=EXCUSED|PENDING')).toEqual(['EXCUSED']);
    expect(await states('?absence_type_state=UNEXCUSED')).toEqual([]);
    await book.call('admin', 'DELETE', `/absences/${made.uuid}`);
    expect(await states()).toEqual(['UNEXCUSED']);
  });

  it('is counted in statistics by its state, where a school event of the class is no absence at all [T-7.59]', async () => {
    const entry = await absentOnMonday();
    await ok('teacher', 'POST', `/entries/${entry.id}/absent`, { user_id: ids.eva });
    await write(ids.eva as number, { ...november(16), type_id: 'sick' });
    const absent = async () =>
      (await get('teacher', '/statistics?entity=grades')).map((one: Wire) => [one.id, one.absent]);
    const counts = (excused: number, unexcused: number) => ({ count: 1, minutes: 45, excused, unexcused, pending: 0 });
    expect(new Map((await absent()).filter(([id]: [number]) => id !== ids.ben))).toEqual(
      new Map([
        [ids.ada, counts(0, 1)],
        [ids.eva, counts(1, 0)],
      ]),
    );
    const values = {
      ...november(16),
      comment: null,
      excuse_note: null,
      type_id: 'event',
      grade_id: book.school.gradeId,
    };
    await ok('admin', 'POST', '/absences', values);
    for (const [, one] of await absent())
      expect(one).toEqual({ count: 0, minutes: 0, excused: 0, unexcused: 0, pending: 0 });
    expect((await get('teacher', '/marks')).map((one: Wire) => [one.entry.date, one.state])).toEqual([
      [MONDAY, 'EXCUSED'],
      [MONDAY, 'EXCUSED'],
    ]);
  });
});
