import { describe, expect, it } from 'vitest';
import { MONDAY, type Wire, withClassbook } from '../../../../../tests/support/class-books.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';

const book = withClassbook();
const { tokens, ids, db, call, ok, get, lessonOf, open } = book;

const TODAY = '2026-11-18';
const NOW = new Date(TEST_NOW).toISOString();
const entries = () => db().selectFrom('classbook_entries').selectAll().execute();
/** The address of the roll of a lesson of 10b which Frau Berg holds. */
async function path(hour: string, date: string): Promise<string> {
  return `/rolls/${await lessonOf(date, hour, 'MA')}/${date}`;
}
type Mark = { user_id: number | undefined; kind: string | null; minutes?: number | null; known?: string | null };
const body = (marked_at: string, ...marks: Mark[]) => ({
  marked_at,
  marks: marks.map((one) => ({ minutes: null, known: null, ...one })),
});
const markOf = (roll: Wire, id: number | undefined) => roll.users.find((one: Wire) => one.id === id)?.mark;

/** A colleague who holds the lesson with Frau Berg. */
async function colleague(uuid: string): Promise<string> {
  const { id } = await buildUser(db(), book.school.id, `kim${uuid.slice(0, 6)}`, 'TEACHER');
  const teacher = await db()
    .insertInto('teachers')
    .values({ school_id: book.school.id, shortcut: `K${uuid.slice(0, 5)}`, user_id: id, source: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db()
    .updateTable('classbook_entries')
    .set((eb) => ({ teacher_ids: eb.fn('array_append', ['teacher_ids', eb.val(teacher.id)]) as never }))
    .execute();
  const name = `kim${uuid.slice(0, 6)}`;
  tokens[name] = await signIn(book.server, 'amsel', name);
  return name;
}

describe('the rolls of a day', () => {
  it('are the lessons that one holds, with who takes part, and asking makes no entry [D-6.07] [T-7.55]', async () => {
    const rolls = await get('teacher', `/rolls?date=${MONDAY}`);
    expect(rolls.map(({ hour }: Wire) => hour)).toContain('2');
    const second = rolls.find(({ hour }: Wire) => hour === '2');
    expect(second).toMatchObject({
      classbook_id: book.school.yearId,
      entry_id: null,
      roll_taken_at: null,
      name: 'Mathematik',
      grades: [{ shortcut: '10b' }],
      users: [
        { id: ids.ada, mark: null },
        { id: ids.eva, mark: null },
      ],
    });
    const begins = rolls.map(({ begins_at }: Wire) => begins_at);
    expect(begins).toEqual([...begins].sort());
    expect(await entries()).toEqual([]);
    expect(await get('ada', '').then(() => call('ada', 'GET', `/rolls?date=${MONDAY}`))).toMatchObject({ status: 403 });
    expect(await get('admin', `/rolls?date=${MONDAY}`)).toEqual([]);
    // On Wednesday Herr Tamm takes the second period of Frau Winter; the fourth of that Monday is cancelled.
    expect((await get('sub', `/rolls?date=${TODAY}`)).map(({ hour, name }: Wire) => [hour, name])).toContainEqual([
      '2',
      'Geschichte',
    ]);
    expect(rolls.map(({ hour }: Wire) => hour)).not.toContain('4');
  });

  it('tell the topic of the lesson before, of the same classes and subject', async () => {
    const former = await open();
    const write = (entry: Wire, topic: string) =>
      ok('teacher', 'PUT', `/entries/${entry.id}/topic`, { topic, updated_at: entry.updated_at });
    await write(former, 'Brüche kürzen');
    const found = async (date: string, hour: string) =>
      (await get('teacher', `/rolls?date=${date}`)).find((one: Wire) => one.hour === hour).last_topic;
    expect(await found('2026-11-17', '2')).toEqual({ date: MONDAY, topic: 'Brüche kürzen' });
    // Its own topic is none of the lesson before.
    expect(await found(MONDAY, '2')).toBeNull();
    // What nobody has said, and what another subject was about, is no topic of the lesson before.
    const other = await open('sub', TODAY, '2', 'GE');
    await ok('sub', 'PUT', `/entries/${other.id}/topic`, { topic: 'Rom', updated_at: other.updated_at });
    await open('teacher', TODAY, '4', 'MA');
    expect(await found('2026-11-23', '2')).toEqual({ date: MONDAY, topic: 'Brüche kürzen' });
    const next = await open('teacher', '2026-11-17', '2', 'MA');
    await write(next, 'Winkel');
    expect(await found('2026-11-23', '2')).toEqual({ date: '2026-11-17', topic: 'Winkel' });
  });

  it('are not those of a lesson that somebody else holds instead', async () => {
    const teacher = await db()
      .selectFrom('teachers')
      .select('id')
      .where('lastname', '=', 'Winter')
      .executeTakeFirstOrThrow();
    const { id } = await buildUser(db(), book.school.id, 'winter', 'TEACHER');
    await db().updateTable('teachers').set({ user_id: id }).where('id', '=', teacher.id).execute();
    tokens.winter = await signIn(book.server, 'amsel', 'winter');
    const hours = async (date: string) => (await get('winter', `/rolls?date=${date}`)).map(({ hour }: Wire) => hour);
    expect(await hours(TODAY)).not.toContain('2');
    expect(await hours('2026-11-25')).toContain('2');
  });

  it('show who is known to be absent in that lesson, to those who may see absences', async () => {
    const rolls = async () =>
      (await get('teacher', `/rolls?date=${TODAY}`)).filter(({ grades }: Wire) => grades[0]?.shortcut === '10b');
    const [first, second] = await rolls();
    const { begins_at, ends_at } = second;
    expect(first.hour).not.toBe(second.hour);
    const at = '2026-11-17T06:00:00Z';
    const about = { school_id: book.school.id, school_year_id: book.school.yearId, user_id: ids.ada ?? 0 };
    await db()
      .insertInto('absences')
      .values({ ...about, type_id: 'sick', source: 'parent', begins_at, ends_at, created_at: at, updated_at: at })
      .execute();
    const known = async () =>
      (await rolls()).map(({ users }: Wire) => users.find(({ id }: Wire) => id === ids.ada).absence?.type.id ?? null);
    expect((await known()).slice(0, 2)).toEqual([null, 'sick']);
    const rule = { school_id: book.school.id, user_id: ids.teacher ?? 0, permission: 'view-sick-notes' as const };
    await db()
      .insertInto('user_permissions')
      .values({ ...rule, is_allowed: false })
      .execute();
    await expect.poll(async () => new Set(await known())).toEqual(new Set([null]));
    await db().deleteFrom('user_permissions').execute();
  });
});

describe('what was marked without a network', () => {
  it('makes the entry once, and counts from when it was pressed, at most from now and at least from when the roll could be called [T-7.56] [T-7.57]', async () => {
    const roll = await path('2', MONDAY);
    const saved = await ok(
      'teacher',
      'POST',
      roll,
      body(`${MONDAY}T07:45:00.000Z`, { user_id: ids.ada, kind: 'absent' }),
    );
    expect(saved).toMatchObject({ entry_id: expect.any(Number), roll_taken_at: `${MONDAY}T07:45:00.000Z` });
    expect(markOf(saved, ids.ada)).toMatchObject({
      kind: 'absent',
      minutes: 45,
      marked_at: `${MONDAY}T07:45:00.000Z`,
      other: null,
    });
    expect(markOf(saved, ids.eva)).toBeNull();
    const late = { user_id: ids.eva, kind: 'too-late', minutes: 500 };
    const early = await ok('teacher', 'POST', roll, body(`${MONDAY}T01:00:00.000Z`, late));
    // The second period begins at 8:45 in Berlin.
    expect(markOf(early, ids.eva)).toMatchObject({
      minutes: 45,
      marked_at: new Date(Date.parse(saved.begins_at) - 600_000).toISOString(),
    });
    const ahead = await ok('teacher', 'POST', roll, body('2026-12-01T00:00:00.000Z', late));
    expect(markOf(ahead, ids.eva).marked_at).toBe(NOW);
    expect(ahead.roll_taken_at).toBe(NOW);
    // What is sent late does not set the time back at which the roll was called.
    expect((await ok('teacher', 'POST', roll, body(`${MONDAY}T07:50:00.000Z`))).roll_taken_at).toBe(NOW);
    expect(await entries()).toHaveLength(1);
    // Named twice, the last word counts.
    const twice = await ok(
      'teacher',
      'POST',
      roll,
      body(NOW, { ...late, known: 'too-late' }, { user_id: ids.eva, kind: 'absent' }),
    );
    expect(markOf(twice, ids.eva).kind).toBe('absent');
    const other = { user_id: ids.ben, kind: 'absent' };
    expect((await call('teacher', 'POST', roll, body(TEST_NOW, other))).status).toBe(404);
    expect((await call('teacher', 'POST', roll, body(TEST_NOW, ...Array(101).fill(late)))).status).toBe(422);
  });

  it('is refused before the roll can be called, and leaves no entry behind', async () => {
    const roll = await path('2', '2026-11-23');
    expect((await call('teacher', 'POST', roll, body(TEST_NOW))).status).toBe(403);
    expect((await call('sub', 'POST', await path('2', MONDAY), body(TEST_NOW))).status).toBe(403);
    expect(await entries()).toEqual([]);
  });

  it('of two teachers counts for different pupils, and of one pupil the later mark stands beside the other until somebody has seen both', async () => {
    const roll = await path('2', MONDAY);
    const time = (minute: number) => `${MONDAY}T07:${minute}:00.000Z`;
    await ok('teacher', 'POST', roll, body(time(45), { user_id: ids.ada, kind: 'absent' }));
    const kim = await colleague('aaaaaa');
    const both = await ok(kim, 'POST', roll, body(time(44), { user_id: ids.eva, kind: 'absent' }));
    expect([markOf(both, ids.ada).kind, markOf(both, ids.eva).kind]).toEqual(['absent', 'absent']);
    // Earlier than the mark of Frau Berg, sent later.
    const earlier = { user_id: ids.ada, kind: 'too-late', minutes: 4 };
    expect(markOf(await ok(kim, 'POST', roll, body(time(43), earlier)), ids.ada)).toMatchObject({
      kind: 'absent',
      marked_at: time(45),
      by: expect.stringMatching(/^teacher of/),
      other: { kind: 'too-late', minutes: 4, marked_at: time(43), by: expect.stringMatching(/^kim/) },
    });
    expect(markOf(await ok(kim, 'POST', roll, body(time(47), earlier)), ids.ada)).toMatchObject({
      kind: 'too-late',
      marked_at: time(47),
      other: { kind: 'absent', marked_at: time(45) },
    });
    // That they were there cannot be said unseen either.
    const there = { user_id: ids.ada, kind: null };
    expect((await call('teacher', 'POST', roll, body(time(50), { ...there, known: 'absent' }))).status).toBe(409);
    const seen = { user_id: ids.ada, kind: 'absent', known: 'too-late' };
    expect(markOf(await ok('teacher', 'POST', roll, body(time(48), seen)), ids.ada)).toMatchObject({
      kind: 'absent',
      other: null,
    });
    // One's own mark of another device was seen by oneself.
    const own = { user_id: ids.ada, kind: 'too-late', minutes: 3 };
    expect(markOf(await ok('teacher', 'POST', roll, body(time(49), own)), ids.ada)).toMatchObject({
      kind: 'too-late',
      other: null,
    });
    const gone = await ok('teacher', 'POST', roll, body(time(51), { ...there, known: 'too-late' }));
    expect(markOf(gone, ids.ada)).toBeNull();
    expect(markOf(gone, ids.eva).kind).toBe('absent');
  });

  it('tells both teachers of differing marks, once for a pupil and a lesson, and nobody of marks that agree', async () => {
    const roll = await path('2', MONDAY);
    const time = (minute: number) => `${MONDAY}T07:${minute}:00.000Z`;
    const both = (kind: string, ...of: string[]) => of.map((name) => ({ user_id: ids[name], kind }));
    await ok('teacher', 'POST', roll, body(time(45), ...both('absent', 'ada', 'eva')));
    const [entry] = await entries();
    const kim = await colleague('bbbbbb');
    const told = async () =>
      (
        await db()
          .selectFrom('messages')
          .innerJoin('chats', (join) =>
            join.onRef('chats.school_id', '=', 'messages.school_id').onRef('chats.id', '=', 'messages.chat_id'),
          )
          .innerJoin('channels', (join) =>
            join.onRef('channels.school_id', '=', 'chats.school_id').onRef('channels.id', '=', 'chats.channel_id'),
          )
          .select(['channels.owner_id', 'messages.told_of', 'messages.content', 'messages.actions'])
          .where('messages.told_of', 'like', `mark:${entry?.id}:%`)
          .execute()
      ).map((one) => ({ ...one, pupil: Number(one.told_of?.split(':')[2]) }));
    await ok(kim, 'POST', roll, body(time(46), ...both('absent', 'eva')));
    expect(await told()).toEqual([]);
    await ok(kim, 'POST', roll, body(time(46), ...both('too-late', 'ada')));
    const people = await db().selectFrom('users').select(['id', 'username']).execute();
    const idOf = (name: string) => people.find(({ username }) => username === name)?.id;
    const first = await told();
    expect(first.map(({ owner_id }) => owner_id).toSorted()).toEqual([ids.teacher, idOf(kim)].toSorted());
    expect(first.map(({ pupil }) => pupil)).toEqual([ids.ada, ids.ada]);
    expect(first[0]?.content).toContain('Mathematik, 10b');
    expect(first[0]?.content).not.toContain('Ada');
    const lesson = `${entry?.lesson_uuid}-${Date.parse(`${MONDAY}T07:50:00Z`) / 1000}`;
    const address = `/timetable/grades/${book.school.gradeId}/lesson/${lesson}/entry/${entry?.id}/absences/user/${ids.ada}`;
    expect(first[0]?.actions).toMatchObject([{ action: address }]);
    await ok('teacher', 'POST', roll, body(time(48), ...both('absent', 'ada')));
    await ok('teacher', 'POST', roll, body(time(49), ...both('too-late', 'eva')));
    expect((await told()).map(({ pupil }) => pupil).toSorted()).toEqual(
      [ids.ada, ids.ada, ids.eva, ids.eva].toSorted(),
    );
  });

  it('tells of differing marks only whose marks these are, in their language, while they may see the book', async () => {
    const roll = await path('2', MONDAY);
    const mark = (who: string, kind: string, ...of: string[]) =>
      ok(who, 'POST', roll, body(`${MONDAY}T07:45:00.000Z`, ...of.map((name) => ({ user_id: ids[name], kind }))));
    await mark('teacher', 'absent', 'ada');
    const [kim, lee] = [await colleague('cccccc'), await colleague('dddddd')];
    const people = await db().selectFrom('users').select(['id', 'username']).execute();
    const idOf = (name: string) => people.find(({ username }) => username === name)?.id ?? 0;
    await mark(kim, 'absent', 'eva');
    await db().updateTable('users').set({ locale: 'en' }).where('id', '=', idOf(kim)).execute();
    const rule = { school_id: book.school.id, user_id: ids.teacher ?? 0, permission: 'view-entries' as const };
    await db()
      .insertInto('user_permissions')
      .values({ ...rule, is_allowed: false })
      .execute();
    await mark(lee, 'too-late', 'ada', 'eva');
    await db().deleteFrom('user_permissions').execute();
    const [entry] = await entries();
    const told = await db()
      .selectFrom('messages')
      .innerJoin('chats', 'chats.id', 'messages.chat_id')
      .innerJoin('channels', 'channels.id', 'chats.channel_id')
      .select(['channels.owner_id', 'messages.told_of', 'messages.content'])
      .where('messages.told_of', 'like', `mark:${entry?.id}:%`)
      .execute();
    const of = (name: string, pupil: 'ada' | 'eva') => `${idOf(name)} mark:${entry?.id}:${ids[pupil]}`;
    expect(told.map(({ owner_id, told_of }) => `${owner_id} ${told_of}`).toSorted()).toEqual(
      [of(lee, 'ada'), of(lee, 'eva'), of(kim, 'eva')].toSorted(),
    );
    expect(told.find(({ owner_id }) => owner_id === idOf(kim))?.content).toContain('A roll has two different marks');
  });
});
