import { contentOf, editorOf, type PlannedLesson } from '@kreide/core/features/planner';
import { describe, expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';

const desk = withDeskSchool();
const { call, absent, at, tokens } = desk;

/** The second lesson of 10b on Monday: by the plan it is of `teacher`; `ada` takes part, `parent` is of her. */
async function lessonOf(hour = '2'): Promise<number> {
  const { kysely } = desk.server.test.database;
  await kysely.deleteFrom('desk_absences').execute();
  return at(await absent('Bg'), hour, '10b').lesson_id;
}
const read = async (lesson: number, who: string, date = DAY) =>
  call('GET', `/lessons/${lesson}/${date}/task`, undefined, who);
const leave = (lesson: number, body: object, who = 'teacher') =>
  call(
    'PUT',
    `/lessons/${lesson}/${DAY}/task`,
    { text: 'Seite 12', is_for_pupils: true, updated_at: null, ...body },
    who,
  );

describe('what a teacher leaves for a lesson', () => {
  it('is read by whoever stands in, by planners, and where it is for them by those who take part and their parents [D-8.14]', async () => {
    const lesson = await lessonOf();
    const { kysely } = desk.server.test.database;
    const { id } = await buildUser(kysely, desk.school.id, 'kaya', 'TEACHER');
    await kysely.updateTable('teachers').set({ user_id: id }).where('shortcut', '=', 'Ky').execute();
    for (const who of ['kaya', 'ben']) tokens[who] = await signIn(desk.server, 'amsel', who);
    const left = await leave(lesson, { text: '  Seite 12, Nummer 3\n', is_for_pupils: false });
    expect(left.body.data).toMatchObject({ text: 'Seite 12, Nummer 3', is_for_pupils: false, can: { update: 1 } });
    const readers = ['teacher', 'admin', 'kaya', 'ada', 'parent', 'ben'];
    const texts = async () =>
      Object.fromEntries(
        await Promise.all(readers.map(async (who) => [who, (await read(lesson, who)).body.data.text] as const)),
      );
    const text = 'Seite 12, Nummer 3';
    expect(await texts()).toEqual({ teacher: text, admin: text, kaya: '', ada: '', parent: '', ben: '' });
    // Kaya stands in.
    const base = at(await desk.day(), '2', '10b');
    const draft = {
      id: null,
      lesson_id: base.lesson_id,
      version: 0,
      kind: 'CHANGED' as const,
      hour: null,
      subject_id: base.subject?.id ?? null,
      grade_ids: base.grades.map((one) => one.id),
      teacher_ids: [await desk.idOf('Ky')],
      bookable_ids: base.bookables.map((one) => one.id),
      comment: null,
      target: null,
    };
    expect((await desk.decide([draft])).status).toBe(200);
    expect((await texts()).kaya).toBe('');
    expect((await desk.publish()).status).toBe(200);
    expect((await texts()).kaya).toBe(text);
    await leave(lesson, { text, is_for_pupils: true, updated_at: left.body.data.updated_at });
    expect(await texts()).toEqual({ teacher: text, admin: text, kaya: text, ada: text, parent: text, ben: '' });
    const hidden = (await read(lesson, 'ben')).body.data;
    expect(hidden).toEqual({ text: '', is_for_pupils: true, by: null, updated_at: null, can: { update: 0 } });
    expect((await leave(lesson, { text: 'Nichts' }, 'kaya')).status).toBe(403);
  });

  it('is changed by two people one after the other, taken back without words, and there for days of the lesson only', async () => {
    const lesson = await lessonOf('5');
    const first = (await leave(lesson, {})).body.data;
    expect(first.by).toEqual(expect.any(String));
    const both = await Promise.all(
      ['teacher', 'admin'].map((who) => leave(lesson, { text: who, updated_at: first.updated_at }, who)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const now = (await read(lesson, 'admin')).body.data;
    const later = (await leave(lesson, { text: 'Neu', updated_at: now.updated_at }, 'admin')).body.data;
    expect((await leave(lesson, { text: 'Alt', updated_at: now.updated_at })).body.error.code).toBe('conflict');
    expect((await leave(lesson, { text: ' ', updated_at: later.updated_at })).body.data).toMatchObject({
      text: '',
      updated_at: null,
    });
    expect((await read(lesson, 'teacher', '2026-11-24')).status).toBe(404);
    expect((await leave(lesson, { text: 'x'.repeat(2001) })).status).toBe(422);
  });

  it('is nothing for the substitute of another day, of a lesson that is not held or of a change that only planners see, nor for parents of others', async () => {
    const lesson = await lessonOf();
    const { kysely } = desk.server.test.database;
    await kysely.deleteFrom('lesson_tasks').execute();
    const { id } = await buildUser(kysely, desk.school.id, 'tamm', 'TEACHER');
    await kysely.updateTable('teachers').set({ user_id: id }).where('shortcut', '=', 'Ta').execute();
    for (const who of ['tamm', 'alone']) tokens[who] = await signIn(desk.server, 'amsel', who);
    await leave(lesson, {}, 'admin');
    const stands = {
      school_id: desk.school.id,
      school_year_id: desk.school.yearId,
      source: 'manual',
      external_key: 'tamm',
      date: DAY,
      time_begins_at: '10:00',
      time_ends_at: '10:45',
      teacher_ids: [await desk.idOf('Ta')],
    };
    const { id: target_id } = await kysely
      .insertInto('substitutions')
      .values(stands)
      .returning('id')
      .executeTakeFirstOrThrow();
    const replaced = { school_id: desk.school.id, lesson_id: lesson, lesson_date: DAY, target_id };
    await kysely.insertInto('substituted_lessons').values(replaced).execute();
    const readsAs = async (values: { kind?: 'CANCLED' | null; is_hidden?: boolean }) => {
      await kysely
        .updateTable('substitutions')
        .set({ kind: null, is_hidden: false, ...values })
        .where('id', '=', target_id)
        .execute();
      for (const { caches } of desk.server.server.features.all)
        for (const cache of caches ?? []) cache.drop(desk.school.id, 'somebody');
      return (await read(lesson, 'tamm')).body.data.text;
    };
    const texts = {
      shown: await readsAs({}),
      hidden: await readsAs({ is_hidden: true }),
      dropped: await readsAs({ kind: 'CANCLED' }),
    };
    const later = { text: 'Später', is_for_pupils: false, updated_at: null };
    expect((await call('PUT', `/lessons/${lesson}/2026-11-30/task`, later)).status).toBe(200);
    await readsAs({});
    const elsewhere = (await read(lesson, 'tamm', '2026-11-30')).body.data.text;
    const alone = (await read(lesson, 'alone')).body.data.text;
    const none = { hidden: '', dropped: '', elsewhere: '', alone: '' };
    expect({ ...texts, elsewhere, alone }).toEqual({ shown: 'Seite 12', ...none });
  });

  it('goes along to the lesson that stands at its time from the day on which a changed plan is in force', async () => {
    const lesson = await lessonOf('5');
    const { kysely } = desk.server.test.database;
    await kysely.deleteFrom('lesson_tasks').execute();
    const days = [DAY, '2026-11-30', '2026-12-07'];
    for (const date of days)
      await call('PUT', `/lessons/${lesson}/${date}/task`, { text: date, is_for_pupils: true, updated_at: null });
    const [plan] = (await call('GET', '/versions')).body.data.plans;
    const draft = { school_year_id: desk.school.yearId, note: '', copy_data_from_version: plan.uuid };
    const { uuid: version_uuid } = (await call('POST', '/versions', draft)).body.data;
    const { lessons } = editorOf((await call('GET', `/current?version_uuid=${version_uuid}`)).body.data);
    const own = lessons.find(({ lesson_id }) => lesson_id === lesson) as PlannedLesson;
    const content = { ...contentOf(own), bookable_ids: [] };
    const edits = [{ lesson_id: lesson, version: own.version, content }];
    expect((await call('POST', '/push', { version_uuid, edits })).status).toBe(200);
    const publication = { version_uuid, revision: 1, in_force: plan.uuid, from: '2026-11-30' };
    expect((await call('POST', '/publish', publication)).status).toBe(200);
    const tasks = await kysely.selectFrom('lesson_tasks').select('lesson_id').orderBy('lesson_date').execute();
    const [before, from, after] = tasks.map(({ lesson_id }) => lesson_id);
    expect([before, from === lesson, after]).toEqual([lesson, false, from]);
    for (const [index, { lesson_id }] of tasks.entries())
      expect((await read(lesson_id, 'ada', days[index])).body.data.text).toBe(days[index]);
  });

  it('loses its author when that account is erased, and goes a year later', async () => {
    const lesson = await lessonOf();
    const { kysely } = desk.server.test.database;
    await kysely.deleteFrom('lesson_tasks').execute();
    await leave(lesson, {}, 'olga');
    const features = desk.server.server.features.all;
    const { id: user_id } = await kysely
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'olga')
      .executeTakeFirstOrThrow();
    for (const feature of features)
      if (feature.personalData?.lesson_tasks)
        await feature.erase?.(kysely, { school_id: desk.school.id, user_id } as never, new Date(TEST_NOW));
    expect((await read(lesson, 'ada')).body.data).toMatchObject({ text: 'Seite 12', by: null });
    const prune = features.map((feature) => feature.prune?.lesson_tasks).find(Boolean);
    expect(await prune?.(new Date(Date.parse(TEST_NOW) + 371 * 86_400_000))).toBe(0);
    expect(await prune?.(new Date(Date.parse(TEST_NOW) + 372 * 86_400_000))).toBe(1);
  });
});
