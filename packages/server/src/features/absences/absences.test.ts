import { statusOf } from '@kreide/core/features/absences';
import { describe, expect, it } from 'vitest';
import { allowed, uuidsOf, withAbsences } from '../../../../../tests/support/absence-books.ts';
import { november } from '../../../../../tests/support/absences.ts';
import type { Wire } from '../../../../../tests/support/class-books.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';

const book = withAbsences();
const { tokens, ids, db, call, get, ok, draft, create, refused, update, later } = book;

describe('an absence', () => {
  it('is reported by a parent for their child, with everything that belongs to it [T-1.05] [T-3.51] [T-3.52] [T-3.55] [T-3.56]', async () => {
    const made = await create('parent', { excuse_note: ' Hat Fieber ' });
    expect(made).toMatchObject({
      classbook_id: book.school.yearId,
      user_id: ids.ada,
      grade_id: null,
      course_id: null,
      type_id: 'sick',
      ...november(19),
      type: { name: 'Krank', category: 'sick', state: 'EXCUSED', key: 'sick' },
      comment: null,
      excuse_note: 'Hat Fieber',
      source: 'parent',
      read_at: null,
      deleted_at: null,
      created_at: new Date(TEST_NOW).toISOString(),
      updated_at: new Date(TEST_NOW).toISOString(),
      last_contacted_at: null,
      edited_by: null,
      deleted_by: null,
      meta: { has_active_parents: true, last_updated_at: null },
      user: { id: ids.ada, meta: { displayname: 'Ada Kern' }, grade: { shortcut: '10b' } },
    });
    expect(made.author).toMatch(/\S/);
    expect(await get('teacher', `/absences/${made.uuid}`)).toMatchObject({
      uuid: made.uuid,
      excuse_note: 'Hat Fieber',
    });
    expect(await get('ada', '/absences')).toMatchObject([{ uuid: made.uuid }]);
    expect(await get('ben', '/absences')).toEqual([]);
  });

  it('of a pupil is reported by themselves as long as the school lets them, and the school decides [T-1.05]', async () => {
    expect(await refused('ada')).toEqual([404]);
    expect(await create('ada', { type_id: 'reported' })).toMatchObject({ source: 'pupil', type: { state: 'PENDING' } });
    const settings = { grace_minutes: 5, next_day_from: '15:00', pupils_report: false };
    const put = { token: tokens.admin, body: settings };
    expect((await book.server.request('PUT', '/v1/absence-settings', put)).body.data).toEqual(settings);
    expect(await refused('ada', { type_id: 'reported', ...november(20) })).toEqual([403]);
    expect(await create('parent', november(20))).toMatchObject({ source: 'parent' });
  });

  it('that a parent has explained is none of the pupil’s to change: neither longer, nor in other words, nor gone [T-1.05] [T-6.16]', async () => {
    const settings = { grace_minutes: 5, next_day_from: '15:00', pupils_report: true };
    await book.server.request('PUT', '/v1/absence-settings', { token: tokens.admin, body: settings });
    const made = await create('parent', { type_id: 'reported', excuse_note: 'Hat Fieber' });
    const seen = await get('ada', `/absences/${made.uuid}`);
    expect(allowed(seen)).toEqual(['create-absences', 'view-absence-parent-note']);
    for (const values of [
      { ends_at: november(20).ends_at },
      { excuse_note: 'Musste lernen' },
      { excuse_note: null },
      {},
    ])
      expect((await update('ada', seen, values)).status, JSON.stringify(values)).toBe(403);
    expect((await call('ada', 'DELETE', `/absences/${made.uuid}`)).status).toBe(403);
    expect(await get('admin', `/absences/${made.uuid}`)).toMatchObject({ excuse_note: 'Hat Fieber', edited_by: null });
    // What the pupil wrote stays theirs until a parent or the school has changed it.
    const own = await create('ada', { type_id: 'reported', ...november(20), excuse_note: 'Fieber' });
    const more = (await update('ada', own, { excuse_note: 'Fieber und Husten' })).body.data;
    expect(more.excuse_note).toBe('Fieber und Husten');
    const decided = (await update('admin', await get('admin', `/absences/${own.uuid}`), { type_id: 'sick' })).body.data;
    expect((await update('ada', { ...more, ...decided, comment: null }, { excuse_note: null })).status).toBe(403);
    expect((await call('ada', 'DELETE', `/absences/${own.uuid}`)).status).toBe(403);
    // Of a day that the roll has found: a parent's words outlive a report of the pupil.
    const { id } = await db()
      .selectFrom('absences')
      .select('id')
      .where('uuid', '=', made.uuid)
      .executeTakeFirstOrThrow();
    await db().updateTable('absences').set({ type_id: 'missing', source: 'roll' }).where('id', '=', id).execute();
    const found = await get('ada', `/absences/${made.uuid}`);
    expect((await update('ada', found, {})).status).toBe(403);
    await create('ada', { type_id: 'reported', excuse_note: 'War da' });
    expect(await get('admin', `/absences/${made.uuid}`)).toMatchObject({ deleted_at: null, excuse_note: 'Hat Fieber' });
  });

  it('has a type, and is of exactly one pupil, grade or course [T-3.57] [T-3.58] [T-5.04]', async () => {
    expect(await refused('admin', { type_id: null })).toEqual([422, 'body.type_id required']);
    expect(await refused('admin', { user_id: undefined })).toEqual([422, 'body.user_id whom']);
    expect(await refused('admin', { grade_id: book.school.gradeId })).toEqual([422, 'body.user_id whom']);
    expect(await refused('admin', { ends_at: november(19).begins_at })).toEqual([422, 'body.ends_at order']);
    const group = await create('teacher', { user_id: undefined, grade_id: book.school.gradeId, type_id: 'event' });
    expect(group).toMatchObject({
      user_id: null,
      user: null,
      unit: { shortcut: '10b' },
      grade_id: book.school.gradeId,
    });
    // It counts for who is in the grade, and their families see it.
    for (const who of ['ada', 'eva', 'parent', 'admin'])
      expect(uuidsOf(await get(who, '/absences')), who).toEqual([group.uuid]);
    expect(await get('ben', '/absences')).toEqual([]);
    expect(uuidsOf(await get('admin', `/absences/users/${ids.ada}`))).toEqual([group.uuid]);
    expect(await get('admin', `/absences/users/${ids.ada}?page=2`)).toEqual([]);
  });

  it('lies within the school year, and from today on for whoever may not change the past [T-5.07] [T-5.08] [T-5.09] [T-6.17]', async () => {
    const year = await get('admin', '');
    const presetOf = async (who: string) => get(who, `/absences/new/users/${ids.ada}`);
    expect(await presetOf('admin')).toMatchObject({ earliest_at: '2026-07-31T22:00:00.000Z', ...november(18) });
    expect((await presetOf('admin')).latest_at.slice(0, 10)).toBe(year.ends_at);
    expect(await presetOf('parent')).toMatchObject({ earliest_at: november(18).begins_at, can: { 'change-past': 0 } });
    for (const who of ['parent', 'sub']) {
      expect(await refused(who, november(17)), who).toEqual([
        422,
        'body.begins_at too_early',
        'body.ends_at too_early',
      ]);
      expect(await create(who, { ...november(18), type_id: who === 'sub' ? 'leave' : 'sick' })).toMatchObject(
        november(18),
      );
    }
    for (const who of ['teacher', 'admin'])
      expect(await create(who, { ...november(16), type_id: who === 'admin' ? 'leave' : 'sick' })).toMatchObject(
        november(16),
      );
    expect(await refused('admin', { begins_at: '2026-07-31T21:59:00.000Z' })).toEqual([
      422,
      'body.begins_at too_early',
    ]);
    expect(await refused('admin', { ends_at: '2027-12-01T00:00:00.000Z' })).toEqual([422, 'body.ends_at too_late']);
  });

  it('begins with tomorrow when it is late already', async () => {
    later(5 * 60);
    tokens.parent = await signIn(book.server, 'amsel', 'parent');
    expect(await get('parent', `/absences/new/users/${ids.ada}`)).toMatchObject(november(19));
  });

  it('twice for the same person, range and type is refused, any other overlap warns and is saved [T-5.12] [T-5.14]', async () => {
    const one = await create('admin');
    expect(await refused('admin')).toEqual([409]);
    const both = await Promise.all(
      ['parent', 'admin'].map((who) => call(who, 'POST', '/absences', draft(november(24)))),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const other = await call(
      'admin',
      'POST',
      '/absences',
      draft({ ...november(19, '08:00', '10:00'), type_id: 'doctor' }),
    );
    expect([other.status, other.body.meta.warnings]).toEqual([
      200,
      ['In dieser Zeit gibt es schon eine andere Fehlzeit.'],
    ]);
    const alone = await call('admin', 'POST', '/absences', draft(november(20)));
    expect(alone.body.meta.warnings).toBeUndefined();
    const moved = await update('admin', alone.body.data, november(19));
    expect([moved.status, moved.body.error.code]).toEqual([409, 'absence_exists']);
    // Another type at the same time is another absence.
    expect((await update('admin', alone.body.data, november(19, '08:00', '10:00'))).status).toBe(200);
    expect(one.uuid).toBeDefined();
  });

  it('is looked for by whom it is about and a range, without itself and without what is deleted [T-7.42] [T-5.12]', async () => {
    const early = await create('admin', november(19, '08:00', '10:00'));
    const late = await create('admin', november(19, '12:00', '13:00'));
    const gone = await create('admin', november(19, '09:00', '12:30'));
    await call('admin', 'DELETE', `/absences/${gone.uuid}`);
    const found = async (query: string) =>
      uuidsOf(await get('parent', `/absences/users/${ids.ada}?with_deleted=0&limit=2${query}`));
    const range = ({ begins_at, ends_at }: { begins_at: string; ends_at: string }) =>
      `&begins_at=${begins_at}&ends_at=${ends_at}`;
    expect(await found(range(november(19)))).toEqual([late.uuid, early.uuid]);
    expect(await found(range(november(19, '10:00', '12:00')))).toEqual([]);
    expect(await found(range(november(19, '09:59', '12:01')))).toEqual([late.uuid, early.uuid]);
    expect(await found(`${range(november(19))}&except=${late.uuid}`)).toEqual([early.uuid]);
  });

  it('is changed by who may, from what they saw, and stays with whom it is about [T-7.43] [T-6.07]', async () => {
    const made = await create('parent');
    expect(allowed(made)).toEqual([
      'update',
      'delete',
      'create-absences',
      'view-absence-parent-note',
      'update-absence-parent-note',
    ]);
    later(1);
    const changed = await update('parent', made, november(19, '00:00', '23:59', 20));
    expect(changed.body.data).toMatchObject({
      ...november(19, '00:00', '23:59', 20),
      meta: { last_updated_at: expect.any(String) },
    });
    expect((await update('parent', made, november(19))).body.error.code).toBe('conflict');
    expect((await update('parent', changed.body.data, { user_id: ids.ben })).status).toBe(404);
    expect((await update('sub', changed.body.data, november(19))).status).toBe(403);
    expect((await update('teacher', changed.body.data, { type_id: 'unexcused' })).body.data.type.state).toBe(
      'UNEXCUSED',
    );
  });

  it('that began before today keeps its beginning for whoever may not change the past [T-5.08]', async () => {
    const made = await create('admin', { ...november(16, '00:00', '23:59', 20), type_id: 'reported' });
    await db().updateTable('absences').set({ source: 'parent' }).where('uuid', '=', made.uuid).execute();
    expect((await update('parent', made, november(17, '00:00', '23:59', 20))).status).toBe(422);
    const shorter = await update('parent', made, { ends_at: november(18).ends_at });
    expect([shorter.status, shorter.body.data.ends_at]).toEqual([200, november(18).ends_at]);
    expect((await call('parent', 'DELETE', `/absences/${made.uuid}`)).status).toBe(403);
  });

  it('has a note of the school and one of the family, each with a right of its own [T-3.53] [T-3.54] [T-6.11] [T-6.13] [T-6.14]', async () => {
    const made = await create('teacher', { comment: 'Mutter hat angerufen', excuse_note: 'Grippe' });
    expect(await get('parent', `/absences/${made.uuid}`)).toMatchObject({ comment: null, excuse_note: 'Grippe' });
    for (const path of [
      '/absences',
      '/absences/groups',
      '/absences/sick-list?date=2026-11-19',
      `/absences/users/${ids.ada}`,
    ])
      for (const who of ['parent', 'ada']) {
        const answer = await call(who, 'GET', path);
        expect(answer.status, path).toBe(200);
        expect(answer.text, `${who} ${path}`).not.toContain('Mutter hat angerufen');
        expect(answer.text, `${who} ${path}`).toContain('Grippe');
      }
    // Who only teaches a pupil reads what the school notes, and not what the family writes.
    expect(await get('sub', `/absences/${made.uuid}`)).toMatchObject({
      comment: 'Mutter hat angerufen',
      excuse_note: null,
    });
  });

  it('keeps the note that somebody may not see when they change the other [T-6.15] [T-6.16]', async () => {
    const made = await create('teacher', { comment: 'Anruf', excuse_note: 'Grippe' });
    const seen = await get('parent', `/absences/${made.uuid}`);
    expect((await update('parent', seen, { comment: 'Alles gut' })).status).toBe(403);
    expect((await update('parent', seen, { excuse_note: 'Grippe, bis Freitag' })).body.data.excuse_note).toBe(
      'Grippe, bis Freitag',
    );
    const mine = await create('sub', { ...november(20), comment: 'Ging nach Hause' });
    await update('parent', await get('parent', `/absences/${mine.uuid}`), { excuse_note: 'War beim Arzt' });
    const now = await get('sub', `/absences/${mine.uuid}`);
    expect((await update('sub', now, { excuse_note: 'Gesund' })).status).toBe(403);
    expect((await update('sub', now, { comment: 'Mit Begleitung' })).status).toBe(200);
    expect(await get('admin', `/absences/${mine.uuid}`)).toMatchObject({
      comment: 'Mit Begleitung',
      excuse_note: 'War beim Arzt',
    });
    expect(await get('admin', `/absences/${made.uuid}`)).toMatchObject({ comment: 'Anruf' });
  });

  it('that is deleted stays readable for the school, with its history, and is gone for the family [T-7.37] [T-7.44] [T-7.45]', async () => {
    const made = await create('parent', { excuse_note: 'Fieber' });
    later(1);
    await update('teacher', made, { comment: 'Anruf' });
    later(2);
    expect((await call('teacher', 'DELETE', `/absences/${made.uuid}`)).status).toBe(204);
    expect((await call('teacher', 'DELETE', `/absences/${made.uuid}`)).status).toBe(403);
    expect(await get('teacher', '/absences')).toEqual([]);
    expect(await get('teacher', '/absences?with_deleted=1')).toMatchObject([
      { uuid: made.uuid, deleted_at: expect.any(String) },
    ]);
    expect(await get('parent', '/absences?with_deleted=1')).toEqual([]);
    expect((await call('parent', 'GET', `/absences/${made.uuid}`)).status).toBe(404);
    const steps = await get('teacher', `/absences/${made.uuid}/history`);
    expect(steps.map((one: Wire) => [one.kind, one.comment, one.excuse_note])).toEqual([
      ['deleted', 'Anruf', 'Fieber'],
      ['updated', 'Anruf', 'Fieber'],
      ['created', null, 'Fieber'],
    ]);
    expect(steps[0].by).not.toBe(steps[2].by);
    const ofTeaching = await get('sub', `/absences/${made.uuid}/history`);
    expect(ofTeaching.map((one: Wire) => one.excuse_note)).toEqual([null, null, null]);
    expect((await call('parent', 'GET', `/absences/${made.uuid}/history`)).status).toBe(404);
  });

  it('is read by the school, and is updated when the family changes it afterwards', async () => {
    const made = await create('parent');
    later(1);
    const read = await ok('teacher', 'POST', `/absences/${made.uuid}/read`);
    expect([read.read_at, statusOf(read, true)]).toEqual([
      new Date(Date.parse(TEST_NOW) + 60_000).toISOString(),
      'READ',
    ]);
    later(2);
    await update('parent', made, { excuse_note: 'Doch Grippe' });
    const changed = await get('teacher', `/absences/${made.uuid}`);
    expect(statusOf(changed, true)).toBe('UPDATED');
    later(3);
    await update('teacher', changed, { comment: 'Gesehen' });
    expect(statusOf(await get('teacher', `/absences/${made.uuid}`), true)).toBe('READ');
  });
});
