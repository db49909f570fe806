import { ABSENCE_TYPE_VALUES, type AbsenceTypeValue, statusOf } from '@kreide/core/features/absences';
import { describe, expect, it } from 'vitest';
import { uuidsOf, withAbsences } from '../../../../../tests/support/absence-books.ts';
import { november } from '../../../../../tests/support/absences.ts';
import type { Wire } from '../../../../../tests/support/class-books.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';
import { absenceData, eraseAbsences } from './queries/personal-data.ts';

const book = withAbsences();
const { tokens, ids, db, call, get, ok, create, refused, update, later } = book;

describe('absences', () => {
  const told = async (uuid: string) => ok('teacher', 'POST', '/absences/notify-users', { absences_uuids: [uuid] });

  it('come in groups, the most urgent first, with how many there are of each [T-7.36] [T-3.66] [T-3.67]', async () => {
    const open = await create('teacher', { ...november(18), type_id: 'missing' });
    const contacted = await create('teacher', { ...november(17), type_id: 'missing', user_id: ids.eva });
    await told(contacted.uuid);
    const unread = [
      await create('parent', november(19)),
      await create('parent', november(20)),
      await create('parent', november(23)),
    ];
    const current = await create('teacher', november(24));
    const past = await create('teacher', november(16));
    const groups = await get('teacher', '/absences/groups?limit=2');
    expect(groups.map((one: Wire) => [one.group, one.count, uuidsOf(one.absences)])).toEqual([
      ['MISSING-OPEN', 1, [open.uuid]],
      ['MISSING-CONTACTED', 1, [contacted.uuid]],
      ['UNREAD', 3, [unread[2].uuid, unread[1].uuid]],
      ['CURRENT', 1, [current.uuid]],
      ['PAST', 1, [past.uuid]],
    ]);
    expect(uuidsOf(await get('teacher', '/absences?group=UNREAD&limit=2&page=2'))).toEqual([unread[0].uuid]);
    const order = uuidsOf(await get('teacher', '/absences?order=priority&limit=20'));
    expect([order[0], order[1], order.at(-1)]).toEqual([open.uuid, contacted.uuid, past.uuid]);
    const pages = [1, 2, 3].map((page) => get('teacher', `/absences?order=-priority&limit=3&page=${page}`));
    expect((await Promise.all(pages)).flatMap((page) => uuidsOf(page.slice(0, 3)))).toEqual(
      [past, current, unread[2], unread[1], unread[0], contacted, open].map(({ uuid }) => uuid),
    );
    expect((await get('parent', '/absences/groups')).map((one: Wire) => one.count)).toEqual([1, 0, 3, 1, 1]);
  });

  it('are those that end today or later, or all, newest first, by days, words, class, type and state [T-3.65] [T-3.69] [T-3.70] [T-4.27]', async () => {
    const today = await create('teacher', november(16, '00:00', '00:01', 18));
    const before = await create('teacher', { ...november(17), type_id: 'asked' });
    const ben = await create('admin', { ...november(19), user_id: ids.ben, type_id: 'unexcused' });
    const listed = async (query: string, who = 'admin') => uuidsOf(await get(who, `/absences?${query}`));
    expect(await listed('filter=CURRENT')).toEqual([ben.uuid, today.uuid]);
    expect(await listed('filter=ALL')).toEqual([ben.uuid, before.uuid, today.uuid]);
    expect(await listed('order=default')).toEqual([ben.uuid, before.uuid, today.uuid]);
    expect(await listed('begins_at=2026-11-18&ends_at=2026-11-18')).toEqual([today.uuid]);
    expect(await listed('search=kern+ben')).toEqual([ben.uuid]);
    expect(await listed('absence_type=asked|unexcused')).toEqual([ben.uuid, before.uuid]);
    expect(await listed(`grades_enrollment_id=${book.school.gradeId}`)).toEqual([before.uuid, today.uuid]);
    expect(await listed('filter=ALL', 'parent')).toEqual([ben.uuid, before.uuid, today.uuid]);
    expect(await listed('limit=1')).toHaveLength(2);
    const pages = async (order: string) =>
      (await Promise.all([1, 2, 3].map((page) => listed(`order=${order}&limit=1&page=${page}`)))).map(([uuid]) => uuid);
    expect(await pages('begins')).toEqual([today.uuid, before.uuid, ben.uuid]);
    const missing = await create('teacher', { ...november(20), user_id: ids.eva, type_id: 'missing' });
    const found: Record<AbsenceTypeValue, string[]> = {
      EXCUSED: [today.uuid],
      UNEXCUSED: [missing.uuid, ben.uuid],
      PENDING: [before.uuid],
      missing: [missing.uuid],
      none: [],
    };
    for (const value of ABSENCE_TYPE_VALUES)
      expect(await listed(`absence_type${value === value.toUpperCase() ? '_state' : ''}=${value}`), value).toEqual(
        found[value],
      );
  });

  it('end before the first moment of a day and begin before its end, and equal ones have an order', async () => {
    const until = await create('teacher', november(17, '00:00', '00:00', 18));
    const from = await create('teacher', { ...november(18), user_id: ids.eva });
    const same = await create('admin', { ...november(18), user_id: ids.ben });
    const listed = async (query: string) => uuidsOf(await get('admin', `/absences?${query}`));
    expect(await listed('begins_at=2026-11-18')).toEqual([same.uuid, from.uuid]);
    expect(await listed('ends_at=2026-11-17')).toEqual([until.uuid]);
    expect(await listed('filter=CURRENT')).toEqual([same.uuid, from.uuid, until.uuid]);
    expect(await listed('order=begins')).toEqual([until.uuid, from.uuid, same.uuid]);
  });

  it('of a day are a list by class and name [T-7.40]', async () => {
    await create('admin', { ...november(18), user_id: ids.ben });
    await create('admin', { ...november(18), user_id: ids.eva });
    await create('admin', { ...november(17, '00:00', '23:59', 19), user_id: ids.ada });
    await create('admin', { ...november(19), user_id: ids.eva });
    const listed = async (who: string, query = '') =>
      (await get(who, `/absences/sick-list${query}`)).map((one: Wire) => one.user.id);
    expect(await listed('admin')).toEqual([ids.ben, ids.ada, ids.eva]);
    expect(await listed('admin', '?page=2')).toEqual([]);
    expect(await listed('admin', '?date=2026-11-17')).toEqual([ids.ada]);
    expect(await listed('parent', '?date=2026-11-20')).toEqual([]);
    expect(new Set(await listed('parent'))).toEqual(new Set([ids.ada, ids.ben]));
  });

  it('stay with a teacher who wrote them when the pupil has left for another class; the others are not theirs any more', async () => {
    const mine = await create('sub', { ...november(18), comment: 'Ging nach Hause' });
    const other = await create('admin', november(19));
    const listed = async () => new Set(uuidsOf(await get('sub', '/absences')));
    expect(await listed()).toEqual(new Set([mine.uuid, other.uuid]));
    const ofAda = { school_id: book.school.id, user_id: ids.ada as number };
    const memberships = await db()
      .deleteFrom('grade_memberships')
      .where('school_id', '=', ofAda.school_id)
      .where('user_id', '=', ofAda.user_id)
      .returning(['grade_id', 'begins_at', 'ends_at'])
      .execute();
    try {
      expect(await listed()).toEqual(new Set([mine.uuid]));
      expect((await call('sub', 'GET', `/absences/${other.uuid}`)).status).toBe(404);
    } finally {
      await db()
        .insertInto('grade_memberships')
        .values(memberships.map((one) => ({ ...ofAda, ...one })))
        .execute();
    }
  });

  it('are told to parents at once, and the badge follows [T-7.38] [T-7.39]', async () => {
    const one = await create('teacher', { type_id: 'missing', ...november(18) });
    const alone = await create('teacher', { type_id: 'missing', ...november(18), user_id: ids.eva });
    later(1);
    const answer = await ok('teacher', 'POST', '/absences/notify-users', { absences_uuids: [one.uuid, alone.uuid] });
    expect(answer.map((row: Wire) => [row.meta.has_active_parents, statusOf(row, true)])).toEqual([
      [true, 'CONTACTED'],
      // Nobody can be reached: somebody has to call.
      [false, 'MISSING_PARENTS'],
    ]);
    expect(answer[0].last_contacted_at).toBe(new Date(Date.parse(TEST_NOW) + 60_000).toISOString());
    expect((await get('teacher', `/absences/${one.uuid}/history`))[0].kind).toBe('contacted');
    for (const who of ['sub', 'parent'])
      expect((await call(who, 'POST', '/absences/notify-users', { absences_uuids: [one.uuid] })).status).toBe(403);
  });
});

describe('the types', () => {
  it('are offered by who asks and for whom, in categories of which one is the standard [T-7.35] [T-7.41] [T-3.59] [T-3.61] [T-3.62]', async () => {
    const typesOf = async (who: string) => get(who, `/absences/types/users/${ids.ada}`);
    const idsOf = (types: Wire[]) => types.map(({ id }) => id);
    expect(idsOf(await typesOf('ada'))).toEqual(['reported', 'asked', 'announced']);
    expect(idsOf(await typesOf('parent'))).toEqual(['sick', 'reported', 'doctor', 'asked', 'announced']);
    const ofStaff = await typesOf('teacher');
    expect(ofStaff).toHaveLength(10);
    expect(ofStaff[0]).toEqual({
      id: 'missing',
      key: 'missing',
      category: 'sick',
      state: 'UNEXCUSED',
      audience: ['staff'],
      is_counting: true,
      meta: { name: 'Fehlt', description: 'Im Unterricht gefehlt, Grund noch unbekannt' },
      is_archived: false,
    });
    const filtered = await get('parent', `/absences/types/users/${ids.ada}?absence_type=sick|leave`);
    expect(filtered.filter((one: Wire) => one.selected).map((one: Wire) => one.id)).toEqual(['sick', 'leave']);
    expect(filtered).toHaveLength(10);
    const categories = await get('parent', '/absences/categories');
    expect(categories.map((one: Wire) => [one.key, one.is_standard])).toEqual([
      ['sick', true],
      ...['leave', 'school', 'other'].map((key) => [key, false]),
    ]);
    expect(categories.every((one: Wire) => one.icon && one.name)).toBe(true);
  });

  it('of a school are made, changed and archived by its administration, and stay with the absences that have them [T-3.60] [T-3.02]', async () => {
    const manage = async (method: string, path: string, body?: object) =>
      book.server.request(method, `/v1/absence-types${path}`, { token: tokens.admin, ...(body && { body }) });
    const values = {
      category: 'school',
      state: 'EXCUSED',
      name: 'Wettkampf',
      description: 'Auch für Ersatzleute',
      is_counting: false,
      audience: ['staff'],
    };
    const made = (await manage('POST', '', values)).body.data;
    expect(made).toMatchObject({ key: null, meta: { name: 'Wettkampf' }, is_archived: false, is_counting: false });
    const offered = await get('teacher', `/absences/types/users/${ids.ada}`);
    const { name, description, category: of, is_counting: counts } = values;
    expect(offered.find((one: Wire) => one.id === made.id)).toMatchObject({
      meta: { name, description },
      category: of,
      is_counting: counts,
    });
    const absence = await create('teacher', { type_id: made.id });
    const archived = await manage('PUT', `/${made.id}`, { ...values, name: 'Turnier', is_archived: true });
    expect(archived.body.data).toMatchObject({ meta: { name: 'Turnier' }, is_archived: true });
    expect(await refused('teacher', { type_id: made.id, ...november(20) })).toEqual([404]);
    expect(await get('teacher', `/absences/${absence.uuid}`)).toMatchObject({ type: { name: 'Turnier' } });
    expect((await update('teacher', absence, { ...november(23) })).status).toBe(200);
    // A standard type keeps the reader’s language until somebody gives it a name.
    const sick = (await manage('GET', '')).body.data.find((one: Wire) => one.id === 'sick');
    const { category, state, is_counting, audience } = sick;
    const same = { category, state, is_counting, audience, name: sick.meta.name, description: '', is_archived: false };
    await manage('PUT', '/sick', same);
    expect(await db().selectFrom('absence_types').select('name').where('id', '=', 'sick').executeTakeFirst()).toEqual({
      name: null,
    });
    expect(
      (await manage('PUT', '/missing', { ...same, state: 'UNEXCUSED', audience: ['staff'], is_archived: true })).status,
    ).toBe(409);
    expect((await manage('PUT', '/missing', same)).status).toBe(409);
    expect((await manage('POST', '', { ...values, name: ' ' })).body.error.issues[0]).toMatchObject({
      rule: 'required',
    });
  });
});

describe('what the product keeps about absences', () => {
  it('is in the archive of whom it is about, with what their parents wrote in that of the parents [D-6.08]', async () => {
    await create('parent', { excuse_note: 'Fieber' });
    const noted = await create('teacher', { ...november(20), comment: 'Anruf' });
    // What a parent says of it later is no more the teacher's.
    await db().updateTable('absences').set({ excuse_note: 'Migräne' }).where('uuid', '=', noted.uuid).execute();
    const keptOf = async (who: string) => {
      const person = { school_id: book.school.id, user_id: ids[who] as number };
      return (await absenceData.absences?.(db(), person, ((key: string) => key) as never)) ?? [];
    };
    const rowsOf = async (who: string) => (await keptOf(who)).map(({ reason, text, is_own }) => [reason, text, is_own]);
    expect(await rowsOf('ada')).toEqual([
      ['Fieber', null, false],
      ['Migräne', 'Anruf', false],
    ]);
    expect(await rowsOf('parent')).toEqual([['Fieber', null, true]]);
    expect(await keptOf('teacher')).toEqual([{ is_own: true, created_at: expect.stringMatching(/Z$/) }]);
    // A child that is not theirs any more.
    await db().updateTable('absences').set({ user_id: ids.eva }).where('excuse_note', '=', 'Fieber').execute();
    expect(await keptOf('parent')).toEqual([{ is_own: true, created_at: expect.stringMatching(/Z$/) }]);
    expect(await rowsOf('ben')).toEqual([]);
  });

  it('goes with whom it is about, and loses nobody else [P-6.13]', async () => {
    const [mine] = [await create('parent'), await create('parent', { user_id: ids.ben })];
    await eraseAbsences(db(), { school_id: book.school.id, user_id: ids.ada as number });
    expect((await call('admin', 'GET', `/absences/${mine.uuid}`)).status).toBe(404);
    expect(await get('admin', '/absences?with_deleted=1')).toMatchObject([{ user_id: ids.ben }]);
    expect(await db().selectFrom('absence_steps').select('kind').execute()).toHaveLength(1);
  });
});

describe('the class book', () => {
  it('says whether somebody may see sick notes, and without that nothing of them is answered [T-6.25]', async () => {
    for (const who of ['parent', 'ada', 'teacher', 'admin'])
      expect((await get(who, '')).can['view-sick-notes'], who).toBe(1);
    const self = async () => (await book.server.request('GET', '/v1/users/self', { token: tokens.parent })).body.data;
    expect((await self()).permissions).toContain('view-sick-notes');
    const forbidden = { school_id: book.school.id, role: 'PARENT', permission: 'view-sick-notes', is_allowed: false };
    await db().insertInto('role_permissions').values(forbidden).execute();
    await expect.poll(async () => (await self()).permissions.includes('view-sick-notes')).toBe(false);
    expect((await get('parent', '')).can['view-sick-notes']).toBe(0);
    for (const path of ['/absences', '/absences/groups', '/absences/sick-list', `/absences/users/${ids.ada}`])
      expect((await call('parent', 'GET', path)).status, path).toBe(403);
    expect(await refused('parent')).toEqual([403]);
    await db().deleteFrom('role_permissions').execute();
    await expect.poll(async () => (await self()).permissions.includes('view-sick-notes')).toBe(true);
  });
});

it('an absence tells the open apps of office, class teacher and family that it changed, and nothing of what it says', async () => {
  const { pool } = book.server.test.database;
  await pool.query('delete from outbox');
  const made = await create('parent', { excuse_note: 'Fieber' });
  const { rows } = await pool.query("select event, audience, payload from outbox where event = 'absence.changed'");
  expect(rows.map(({ payload }) => payload)).toEqual([{ classbook_id: book.school.yearId, uuid: made.uuid }]);
  const heard = ['admin', 'teacher', 'parent', 'ada'].map((who) => `user:${ids[who]}`);
  expect(rows[0].audience.toSorted()).toEqual(heard.toSorted());
});
