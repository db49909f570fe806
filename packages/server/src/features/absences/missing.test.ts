import type { Notification } from '@kreide/core/features/channels';
import { toInstant } from '@kreide/core/kernel';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { november } from '../../../../../tests/support/absences.ts';
import { type Wire, withClassbook } from '../../../../../tests/support/class-books.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';

const book = withClassbook();
const { tokens, ids, db, call, ok, get, open } = book;
const TODAY = '2026-11-18';
const pool = () => book.server.test.database.pool;

/** Frau Berg teaches 10b in the third and fourth period; Frau Kaya, who has no account, is responsible for it. */
beforeAll(async () => {
  await db()
    .updateTable('users')
    .set({ lastname: 'Zander' })
    .where('id', '=', ids.eva as number)
    .execute();
});
beforeEach(async () => {
  await jobsDone(book.server);
  for (const table of ['messages', 'push_deliveries']) await pool().query(`delete from ${table}`);
});
afterEach(async () => {
  await pool().query('delete from graphile_worker._private_jobs where locked_by is null');
});

const lesson = (hour: '3' | '4') => open('teacher', TODAY, hour);
const mark = (entry: Wire, verb: string, body: object = {}) =>
  ok('teacher', 'POST', `/entries/${entry.id}/${verb}`, { user_id: ids.ada, ...body });
const absences = () => get('admin', '/absences?with_deleted=1');
const live = async () => (await absences()).filter((one: Wire) => one.deleted_at === null);
/** What stands in the notification centre of somebody, newest first, line by line. */
async function toldTo(who: string): Promise<string[][]> {
  const asked = { token: tokens[who] };
  const { body } = await book.server.request('GET', '/v1/channels/personal-channel', asked);
  const list = await book.server.request('GET', `/v1/channels/chats/${body.data.chat_id}/messages`, asked);
  return list.body.data.map((one: Notification) => one.content_rendered.replace(/<\/?strong>/g, '').split('<br>'));
}
const titles = async (who: string) => (await toldTo(who)).map(([title]) => title);
const alarms = async () =>
  (
    await pool().query(
      "select run_at - created_at as wait from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'absences:alarm'",
    )
  ).rows;
/** The time that the school gives latecomers is over. */
async function waited(): Promise<void> {
  await passJobWaits(pool());
  await jobsDone(book.server);
}
const CHILD = 'Dein Kind fehlt im Unterricht. Bitte melde dich bei der Schule.';

describe('a pupil who is missing when the roll is called', () => {
  it('is an absence of the standard type from the lesson to the end of the day, of which the office hears at once [T-3.63] [T-3.66]', async () => {
    const entry = await lesson('3');
    await mark(entry, 'absent');
    expect(await absences()).toMatchObject([
      {
        user_id: ids.ada,
        type_id: 'missing',
        source: 'roll',
        begins_at: entry.begins_at,
        read_at: null,
        ends_at: november(18).ends_at,
        type: { state: 'UNEXCUSED' },
        last_contacted_at: null,
      },
    ]);
    expect((await get('admin', '/absences/groups'))[0]).toMatchObject({ group: 'MISSING-OPEN', count: 1 });
    expect((await toldTo('admin'))[0]?.slice(0, 2)).toEqual(['Jemand fehlt ohne Meldung', 'Ada Kern, 10b']);
    expect(await titles('teacher')).toEqual([]);
    expect(await titles('parent')).toEqual([]);
    expect((await alarms())[0].wait.minutes).toBe(5);
  });

  it('is told to the parents after the time for latecomers, who are the contacted group then [T-3.67]', async () => {
    await mark(await lesson('3'), 'absent');
    await waited();
    expect((await toldTo('parent'))[0]?.slice(0, 2)).toEqual([CHILD, 'Ada Kern']);
    expect((await get('admin', '/absences/groups'))[1]).toMatchObject({ group: 'MISSING-CONTACTED', count: 1 });
    const { uuid } = (await absences())[0];
    expect((await get('admin', `/absences/${uuid}/history`))[0]).toMatchObject({ kind: 'contacted', by: null });
    const { rows } = await pool().query("select action, origin from audit_log where action = 'absences.notify'");
    expect(rows).toContainEqual({ action: 'absences.notify', origin: 'system' });
  });

  it('and comes late, or is found, is missing no more, and nobody tells the parents', async () => {
    for (const [verb, body] of [
      ['too-late', { minutes: 10 }],
      ['remove', {}],
    ] as const) {
      const entry = await lesson('3');
      await mark(entry, 'absent');
      await mark(entry, verb, body);
      expect(await live(), verb).toEqual([]);
      expect((await titles('admin'))[0], verb).toBe('Wer gefehlt hat, ist da');
      await waited();
      expect(await titles('parent'), verb).toEqual([]);
    }
  });

  it('and is found after the parents were told: they hear that too', async () => {
    const entry = await lesson('3');
    await mark(entry, 'absent');
    await waited();
    await mark(entry, 'remove');
    expect(await titles('parent')).toEqual(['Entwarnung: Dein Kind ist in der Schule.', CHILD]);
    // The office takes back what a teacher got wrong.
    await mark(entry, 'absent');
    await waited();
    const [again] = await live();
    await call('admin', 'DELETE', `/absences/${again.uuid}`);
    expect((await titles('parent'))[0]).toBe('Entwarnung: Dein Kind ist in der Schule.');
  });

  it('in two lessons is missing once, from the first of them, whichever was written first', async () => {
    book.server.clock.set(new Date('2026-11-18T10:05:00Z'));
    const [third, fourth] = [await lesson('3'), await lesson('4')];
    await mark(fourth, 'absent');
    await mark(third, 'absent');
    expect(await absences()).toMatchObject([{ begins_at: third.begins_at }]);
    expect((await titles('admin')).length).toBe(1);
    // Who is there in the fourth period was missing until then.
    await mark(fourth, 'remove');
    expect(await live()).toMatchObject([{ begins_at: third.begins_at, ends_at: fourth.begins_at }]);
    await mark(fourth, 'absent');
    expect(await live()).toHaveLength(2);
  });

  it('with a sick note or a trip of the class is none, and a sick note that comes later explains it', async () => {
    const entry = await lesson('3');
    const values = { ...november(18), comment: null, excuse_note: null };
    const trip = await ok('admin', 'POST', '/absences', { ...values, type_id: 'event', grade_id: book.school.gradeId });
    await mark(entry, 'absent');
    expect(await live()).toMatchObject([{ uuid: trip.uuid }]);
    await call('admin', 'DELETE', `/absences/${trip.uuid}`);
    await mark(entry, 'absent');
    expect(await live()).toMatchObject([{ type_id: 'missing' }]);
    const noon = { begins_at: toInstant(TODAY, '11:00', 'Europe/Berlin').toISOString() };
    await ok('parent', 'POST', '/absences', { ...values, ...noon, type_id: 'doctor', user_id: ids.ada });
    expect(await live()).toMatchObject([{ type_id: 'doctor' }, { type_id: 'missing', ends_at: noon.begins_at }]);
    await ok('parent', 'POST', '/absences', { ...values, type_id: 'sick', user_id: ids.ada });
    expect((await live()).map((one: Wire) => one.type_id).toSorted()).toEqual(['doctor', 'sick']);
    await waited();
    expect(await titles('parent')).toEqual([]);
  });

  it('on another day is looked for by nobody', async () => {
    const entry = await open();
    await mark(entry, 'absent');
    expect(await absences()).toEqual([]);
  });

  it('is one absence when two write it at once', async () => {
    const entry = await lesson('3');
    await Promise.all([mark(entry, 'absent'), mark(entry, 'absent')]);
    expect(await absences()).toHaveLength(1);
    expect(await alarms()).toHaveLength(1);
  });
});

describe('who is responsible for a class', () => {
  it('hears that a family reports, changes or takes back an absence, and never why [T-1.05]', async () => {
    await db()
      .updateTable('teachers')
      .set({ grade_id: book.school.gradeId })
      .where('user_id', '=', ids.sub as number)
      .execute();
    const values = {
      ...november(19, '00:00', '23:59', 20),
      comment: null,
      excuse_note: 'Magen-Darm',
      type_id: 'sick',
      user_id: ids.ada,
    };
    const made = await ok('parent', 'POST', '/absences', values);
    const [first] = await toldTo('sub');
    expect(first?.slice(0, 2)).toEqual(['Neue Fehlzeit gemeldet', 'Ada Kern, 10b']);
    expect(first?.[2]).toMatch(/19\. November 2026 – .*20\. November 2026/);
    const { updated_at } = made;
    await ok('parent', 'PUT', `/absences/${made.uuid}`, { ...values, updated_at, excuse_note: 'Grippe' });
    expect(await titles('sub')).toEqual(['Gemeldete Fehlzeit geändert', 'Neue Fehlzeit gemeldet']);
    await call('parent', 'DELETE', `/absences/${made.uuid}`);
    // With it goes what was told of it before.
    expect(await titles('sub')).toEqual(['Gemeldete Fehlzeit zurückgenommen']);
    expect(JSON.stringify(await toldTo('sub'))).not.toMatch(/Magen|Grippe|Krank/);
    expect(await titles('admin')).toEqual([]);
    expect(await titles('teacher')).toEqual([]);
    // What the school writes itself is no news to it.
    await ok('admin', 'POST', '/absences', { ...values, ...november(24) });
    expect(await titles('sub')).toHaveLength(1);
  });
});
