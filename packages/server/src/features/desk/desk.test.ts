import { type DecisionDraft, type DeskLesson, type DeskRanking, withSubstitute } from '@kreide/core/features/desk';
import { describe, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { DAY, NOBODY, WHOLE_DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { uploadPlan } from '../../../../../tests/support/imports.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { SUBSTITUTION_HEAD, SUBSTITUTION_ROWS } from '../../../../../tests/support/plan-school.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';
import { restoreSubstitutions } from '../timetable/index.ts';

const desk = withDeskSchool();
const { tokens, call, day, idOf, absent, decide, draftsOf, publish, at, says, planOf, toldTo } = desk;

describe('the day at the desk', () => {
  it('has the lessons of whoever is absent, as long as they are', async () => {
    const monday = await absent('Bg');
    expect(monday.absences.map(({ teacher, by }) => [teacher?.name, by])).toEqual([['Frau Berg', expect.any(String)]]);
    expect(monday.lessons.map(says)).toEqual(['1 7a OPEN', '2 10b OPEN', '5 10b OPEN']);
    const [absence] = monday.absences;
    expect((await call('DELETE', `/desk/absences/${absence?.id}`)).status).toBe(204);
    const afternoon = await absent('Bg', { begins_time_id: monday.periods.find(({ hour }) => hour === '2')?.id });
    expect(afternoon.lessons.map(says)).toEqual(['2 10b OPEN', '5 10b OPEN']);
    await call('DELETE', `/desk/absences/${afternoon.absences[0]?.id}`);
    const room = await absent('', { teacher_id: null, bookable_id: await idOf('L1') });
    expect(room.lessons.map(says)).toEqual(['5 10b OPEN']);
    const free = (await call('GET', `/desk/suggestions?date=${DAY}&lesson_id=${room.lessons[0]?.lesson_id}`)).body.data;
    expect(free.free_bookable_ids).toContain(await idOf('L2'));
    expect(free.free_bookable_ids).not.toContain(await idOf('L1'));
    await call('DELETE', `/desk/absences/${room.absences[0]?.id}`);
    expect((await day()).lessons).toEqual([]);
  });

  it('takes no absence of a room that is not in use any more', async () => {
    const { id: bookable_id } = await desk.server.test.database.kysely
      .insertInto('bookables')
      .values({ school_id: desk.school.id, shortcut: 'alt', source: 'manual', ended_at: TEST_NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    const draft = { ...NOBODY, ...WHOLE_DAY, begins_at: DAY, ends_at: DAY };
    expect((await call('POST', '/desk/absences', { ...draft, bookable_id })).status).toBe(404);
  });

  it('says what is wrong with an absence, in words', async () => {
    const draft = { ...NOBODY, ...WHOLE_DAY, begins_at: DAY, ends_at: '2026-11-20' };
    const answer = await call('POST', '/desk/absences', { ...draft, teacher_id: await idOf('Bg') });
    expect([answer.status, answer.body.error.issues[0]]).toMatchObject([
      422,
      { path: 'body.ends_at', rule: 'endsEarly', message: 'Das Ende liegt vor dem Anfang.' },
    ]);
  });
});

describe('a decision', () => {
  it('is ranked, drafted, seen by the desk alone, and read by everybody concerned once it is published [D-8.10] [D-6.02]', async () => {
    const open = at(await absent('Bg'), '2', '10b');
    const path = `/desk/suggestions?date=${DAY}&lesson_id=${open.lesson_id}`;
    const ranking: DeskRanking = (await call('GET', path)).body.data;
    const [kaya, lindner] = [await idOf('Ky'), await idOf('Li')];
    // Kaya teaches 10b next and fills no gap; Lindner holds 7a at that time.
    expect(ranking.suggestions.find(({ teacher_id }) => teacher_id === kaya)?.parts).toEqual([
      { factor: 'class', count: 1, points: 12 },
      { factor: 'adjacent', count: 1, points: 5 },
    ]);
    const rooms = (building: { ref: 'shortcut' } | null) =>
      desk.server.test.database.kysely
        .updateTable('bookables')
        .set(({ ref }) => ({ building: building && ref(building.ref) }))
        .where('school_id', '=', desk.school.id)
        .execute();
    await rooms({ ref: 'shortcut' });
    const far: DeskRanking = (await call('GET', path)).body.data;
    expect(far.suggestions.find(({ teacher_id }) => teacher_id === kaya)?.parts.at(-1)).toEqual({
      factor: 'other_building',
      count: 1,
      points: -4,
    });
    await rooms(null);
    const reasonOf = (id: number) => ranking.excluded.find(({ teacher_id }) => teacher_id === id)?.reason;
    expect([reasonOf(lindner), reasonOf(await idOf('Bg')), reasonOf(await idOf('Ta'))]).toEqual([
      'teaching',
      'absent',
      'off_day',
    ]);

    const before = await planOf('ada');
    const drafted = await decide([{ ...withSubstitute(open, kaya), comment: 'Seite 12' }]);
    expect(drafted.status, drafted.text).toBe(200);
    const { decision, state } = at(drafted.body.data, '2', '10b');
    expect([state, decision?.is_draft, decision?.reads[0]?.teachers[0]?.shortcut]).toEqual(['SOLVED', true, 'Ky']);
    for (const who of ['ada', 'teacher', 'admin']) expect(await planOf(who)).toEqual(before);

    expect((await publish()).body.data).toEqual({ decisions: 1 });
    expect(await planOf('ada')).toEqual(before.map((line: string) => (line === '2  Bg' ? '2  Ky' : line)));
    await jobsDone(desk.server);
    for (const who of ['ada', 'parent', 'teacher']) {
      const told = (await toldTo(who)).filter((text) => text.includes('23. November'));
      expect(told, who).toEqual([expect.stringContaining('Seite 12')]);
      expect(told[0]).toMatch(/Frau Kaya.*Frau Berg/s);
    }
    expect(await publish()).toMatchObject({ status: 422 });
  });

  it('is taken back: the lesson is as planned again', async () => {
    const solved = at(await day(), '2', '10b');
    const { decision } = solved;
    const plain = { ...withSubstitute(solved, null), teacher_ids: [] };
    const back = { ...plain, kind: 'NONE' as const, version: decision?.version ?? 0 };
    expect((await decide([back])).status).toBe(200);
    expect(await planOf('ada')).toContain('2  Ky');
    expect((await publish()).body.data).toEqual({ decisions: 1 });
    expect(await planOf('ada')).toContain('2  Bg');
    expect(at(await day(), '2', '10b')).toMatchObject({ state: 'OPEN', decision: null });
    await jobsDone(desk.server);
    // Of the text that was taken back nothing stays in what was told.
    for (const who of ['ada', 'parent', 'teacher'])
      expect((await toldTo(who)).join('\n'), who).not.toContain('Seite 12');
  });

  it('of two people at once: the second is told who was first [D-8.10]', async () => {
    const open = at(await day(), '5', '10b');
    const cancel = { ...withSubstitute(open, null), kind: 'CANCLED' as const };
    expect((await decide([cancel], DAY, 'olga')).status).toBe(200);
    const late = await decide([{ ...withSubstitute(open, await idOf('Wn')), comment: 'x' }]);
    expect([late.status, late.body.error.code]).toEqual([409, 'decision_changed']);
    expect(late.body.error.message).toContain('olga');
    const seen = draftsOf(await day()).map(({ id }) => ({ id, version: 7 }));
    expect((await call('POST', '/desk/publish', { date: DAY, decisions: seen })).body.error.code).toBe(
      'decision_changed',
    );
    const dropped = at(await day(), '5', '10b');
    expect(dropped.state).toBe('DROPPED');
    await decide([{ ...cancel, kind: 'NONE', version: dropped.decision?.version ?? 0 }]);
    expect(draftsOf(await day())).toEqual([]);
  });

  it('can be each kind of the plan; a move is told once, and a note is for the whole school', async () => {
    const of = await day();
    const [first, second, fifth] = ['1', '2', '5'].map((hour) => of.lessons.find((one) => one.hour === hour)) as [
      DeskLesson,
      DeskLesson,
      DeskLesson,
    ];
    const plain = {
      ...withSubstitute(first, null),
      id: null,
      lesson_id: null,
      version: 0,
      teacher_ids: [],
      bookable_ids: [],
      comment: null,
    };
    const grade_ids = [desk.school.gradeId];
    const answer = await decide([
      { ...withSubstitute(first, null), kind: 'EVENT', comment: 'Theater' },
      { ...withSubstitute(second, null), kind: 'CANCLED' },
      {
        ...withSubstitute(fifth, null),
        kind: 'MOVED',
        target: { date: '2026-11-25', hour: '7' },
        teacher_ids: [await idOf('Wn')],
      },
      { ...plain, kind: 'ADDITIONAL', hour: '6', grade_ids, teacher_ids: [await idOf('Or')] },
      { ...plain, kind: 'MESSAGE', comment: 'Kurzstunden', hour: null },
    ]);
    expect(answer.status, answer.text).toBe(200);
    // What is only drafted is missed on the day that it is moved to, and published with the day that it is moved from.
    const arriving = await absent('Wn', { begins_at: '2026-11-25', ends_at: '2026-11-25' });
    expect(arriving.stranded.map(({ kind }) => kind)).toEqual(['MOVED_FROM']);
    await call('DELETE', `/desk/absences/${arriving.absences[0]?.id}`);
    const { id, version } = at(answer.body.data, '5', '10b').decision as NonNullable<DeskLesson['decision']>;
    const elsewhere = { date: '2026-11-25', decisions: [{ id, version }] };
    expect((await call('POST', '/desk/publish', elsewhere)).status).toBe(404);
    using ada = await hear(desk.server.url, tokens.ada ?? '', ['timetable.published']);
    expect((await publish()).body.data).toEqual({ decisions: 5 });
    await expect.poll(() => ada.events.map(({ payload }) => payload.school_id)).toEqual([desk.school.id]);
    const lines = await planOf('ada');
    expect(lines).toEqual(
      expect.arrayContaining(['2 CANCLED Bg', '5 MOVED_TO Bg', '6 ADDITIONAL Or', 'null MESSAGE ']),
    );
    expect(await planOf('ada', '2026-11-25')).toContain('7 MOVED_FROM Wn');
    await jobsDone(desk.server);
    expect(
      (await toldTo('ada')).filter((text) => text.includes('25.11.') || text.includes('25. November')),
    ).toHaveLength(1);
    expect((await day('2026-11-25')).lessons).toEqual([]);
  });

  it('is missed where nobody would look: additional and moved lessons and supervisions of whoever is absent', async () => {
    const strandedOn = async (date: string) =>
      (await day(date)).stranded.map(({ kind, hour, comment }) => `${kind} ${hour} ${comment ?? ''}`.trim());
    expect(await strandedOn(DAY)).toEqual([]);
    const known = (await absent('Or')).absences;
    expect(await strandedOn(DAY)).toEqual(['SUPERVISION 3 Hof', 'ADDITIONAL 6']);
    await absent('Wn', { begins_at: '2026-11-25', ends_at: '2026-11-25' });
    expect(await strandedOn('2026-11-25')).toEqual(['MOVED_FROM 7']);
    const own = known.find(({ teacher }) => teacher?.shortcut === 'Or');
    await call('DELETE', `/desk/absences/${own?.id}`);
    expect(await strandedOn(DAY)).toEqual([]);
  });

  it('refuses what the day does not have, with field and reason, and writes nothing', async () => {
    const first = (await day()).lessons[0] as DeskLesson;
    const version = first.decision?.version ?? 0;
    const draft = { ...withSubstitute(first, null), version, comment: null };
    const refused = async (...ones: DecisionDraft[]) => {
      const { status, body } = await decide(ones);
      return [status, body.error.issues?.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)];
    };
    expect(await refused({ ...draft, kind: 'MOVED', target: { date: '2026-11-25', hour: '99' } })).toEqual([
      422,
      ['body.decisions.0.target noPeriod'],
    ]);
    const free = { name: 'Wandertag', begins_at: '2026-11-27', ends_at: '2026-11-27', is_public: true };
    const { id } = (await call('POST', '/basedata/holidays', free)).body.data;
    expect(await refused({ ...draft, kind: 'MOVED', target: { date: '2026-11-27', hour: '1' } })).toEqual([
      422,
      ['body.decisions.0.target noPeriod'],
    ]);
    await call('DELETE', `/basedata/holidays/${id}`);
    const canceled = { ...draft, kind: 'CANCLED' as const };
    expect(await refused(canceled, canceled)).toEqual([422, ['body.decisions.1.lesson_id twice']]);
    expect(await refused({ ...draft, kind: 'CHANGED', teacher_ids: [] })).toEqual([
      422,
      ['body.decisions.0.comment needsText'],
    ]);
    expect(await refused({ ...draft, kind: 'ADDITIONAL' })).toEqual([422, ['body.decisions.0.kind needsLesson']]);
    expect(draftsOf(await day())).toEqual([]);
  });
});

describe('a draft', () => {
  const date = '2026-12-07';

  it('is one, whether it is named by its lesson or by its id', async () => {
    const [first] = (await absent('Bg', { begins_at: date, ends_at: date })).lessons as [DeskLesson];
    const cancel = { ...withSubstitute(first, null), kind: 'CANCLED' as const };
    const { decision } = (await decide([cancel], date)).body.data.lessons[0] as DeskLesson;
    const version = decision?.version ?? 0;
    const note = { ...cancel, id: decision?.id ?? 0, lesson_id: null, kind: 'MESSAGE' as const, comment: 'x', version };
    const answer = await decide([{ ...cancel, version }, note], date);
    expect([answer.status, answer.body.error.issues?.[0]]).toMatchObject([
      422,
      { path: 'body.decisions.1.id', rule: 'twice' },
    ]);
  });

  it('of a lesson that is held no more is not published as if it were in force, and can be taken back', async () => {
    const day_off = { name: 'Schulfrei', begins_at: date, ends_at: date, is_public: false };
    const made = await call('POST', '/basedata/holidays', day_off);
    expect(made.status, made.text).toBe(200);
    const answer = await publish(date);
    expect([answer.status, answer.body.error?.issues?.[0]]).toMatchObject([
      422,
      { path: 'body.decisions.0.id', rule: 'noPeriod' },
    ]);
    const [note] = (await day(date)).notes;
    const back = { id: note?.id ?? 0, version: note?.version ?? 0, kind: 'NONE' as const, lesson_id: null, hour: null };
    const rest = { subject_id: null, grade_ids: [], teacher_ids: [], bookable_ids: [], comment: null, target: null };
    expect((await decide([{ ...back, ...rest }], date)).status).toBe(200);
    expect((await day(date)).notes).toEqual([]);
  });
});

describe('the proposal for a day', () => {
  it('names different people for all open lessons, which are decided in one go [D-8.11]', async () => {
    const date = '2026-11-30';
    for (const shortcut of ['Bg', 'Li']) await absent(shortcut, { begins_at: date, ends_at: date });
    const open = (await day(date)).lessons;
    const proposed = (await call('GET', `/desk/proposal?date=${date}`)).body.data;
    expect(proposed).toHaveLength(open.length);
    const drafts = open.flatMap((lesson) => {
      const one = proposed.find(({ lesson_id }: { lesson_id: number }) => lesson_id === lesson.lesson_id);
      return one?.teacher_id ? [withSubstitute(lesson, one.teacher_id)] : [];
    });
    expect(drafts.length).toBeGreaterThan(1);
    const answer = await decide(drafts, date);
    expect(answer.status, answer.text).toBe(200);
    const left = answer.body.data.lessons.filter(({ state }: DeskLesson) => state === 'OPEN');
    expect(left).toHaveLength(open.length - drafts.length);
    expect((await call('GET', `/desk/proposal?date=${date}`)).body.data).toHaveLength(left.length);
  });
});

describe('what an import has brought', () => {
  it('gives way to the desk, stays away at the next import, which says so, and comes back with the plan', async () => {
    const date = '2026-11-18';
    const wednesday = await day(date);
    expect(wednesday.lessons).toEqual([]);
    const lessons = (await call('GET', `/desk/lessons?date=${date}&grade_id=${desk.school.gradeId}`)).body
      .data as DeskLesson[];
    const lesson = lessons.find(({ hour }) => hour === '2') as DeskLesson;
    expect(lesson.imported.map(({ teachers }) => teachers[0]?.shortcut)).toEqual(['Ta']);
    await decide([{ ...withSubstitute(lesson, null), kind: 'CANCLED' }], date);
    await publish(date);
    expect((await planOf('ada', date)).filter((line: string) => line.startsWith('2 '))).toEqual(['2 CANCLED Wn']);

    const again = await uploadPlan(desk.server, tokens.admin ?? '', [SUBSTITUTION_HEAD, ...SUBSTITUTION_ROWS]);
    expect(again.changes?.is_empty).toBe(true);
    expect(JSON.stringify(again.warnings)).toContain('Vertretungstisch');

    // Decided once more, it takes the place of what was decided before, and what came first is not forgotten.
    const teacher_ids = [await idOf('Ky')];
    await decide([{ ...withSubstitute(at(await day(date), '2', '10b'), null), teacher_ids }], date);
    await publish(date);
    expect((await planOf('ada', date)).filter((line: string) => line.startsWith('2 '))).toEqual(['2  Ky']);

    const decided = at(await day(date), '2', '10b');
    await decide([{ ...withSubstitute(decided, null), kind: 'NONE' }], date);
    await publish(date);
    expect((await planOf('ada', date)).filter((line: string) => line.startsWith('2 '))).toEqual(['2  Ta']);
  });
});

it('what the desk gives back is only what it took away: what an import ended stays ended', async () => {
  const { kysely } = desk.server.test.database;
  const rows = await kysely
    .selectFrom('substitutions')
    .select(['id', 'upload_id', 'external_key'])
    .where('school_id', '=', desk.school.id)
    .where('external_key', 'in', ['s1', 's6'])
    .orderBy('external_key')
    .execute();
  for (const { id, upload_id, external_key } of rows)
    await kysely
      .updateTable('substitutions')
      .set({ ended_at: TEST_NOW, ended_upload_id: external_key === 's1' ? upload_id : null })
      .where('id', '=', id)
      .execute();
  const ids = rows.map(({ id }) => id);
  await restoreSubstitutions(kysely, desk.school.id, ids);
  const ended = kysely.selectFrom('substitutions').select('external_key').where('ended_at', 'is not', null);
  expect(await ended.where('id', 'in', ids).execute()).toEqual([{ external_key: 's1' }]);
});

describe('the counts of substitutions given', () => {
  it('are told of all to the desk, to a teacher their own, and to nobody else [D-8.13]', async () => {
    const all = (await call('GET', '/desk/counts')).body.data;
    const ofTamm = all.counts.find(({ teacher }: { teacher: { shortcut: string } }) => teacher.shortcut === 'Ta');
    // By the import of today; what is to come in this year counts there only.
    expect(ofTamm).toMatchObject({ in_week: 1, in_window: 1, in_year: 1 });
    expect(all.counts.length).toBeGreaterThan(1);
    const own = await call('GET', '/desk/counts', undefined, 'teacher');
    expect(own.body.data.counts.map(({ teacher }: { teacher: { shortcut: string } }) => teacher.shortcut)).toEqual([
      'Bg',
    ]);
    for (const who of ['ada', 'parent']) expect((await call('GET', '/desk/counts', undefined, who)).status).toBe(403);
    // A day later it is counted once as well.
    desk.server.clock.set('2026-11-19T09:10:00Z');
    tokens.later = await signIn(desk.server, 'amsel', 'admin');
    const later = (await call('GET', '/desk/counts', undefined, 'later')).body.data.counts;
    expect(later.find(({ teacher }: { teacher: { shortcut: string } }) => teacher.shortcut === 'Ta')).toEqual(ofTamm);
  });
});

describe('the rule of a school', () => {
  it('is changed from what was seen of it: of two at once the second is told', async () => {
    const { subjects: _, updated_at, ...rule } = (await call('GET', '/desk/settings')).body.data;
    const save = (seen: string | null) =>
      call('PUT', '/desk/settings', { ...rule, daily_maximum: 2, updated_at: seen });
    const first = await save(updated_at);
    expect([first.status, first.body.data.daily_maximum]).toEqual([200, 2]);
    const late = await save(updated_at);
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect((await save(first.body.data.updated_at)).status).toBe(200);
  });
});
