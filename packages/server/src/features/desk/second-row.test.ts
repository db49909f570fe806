import { type DeskDay, partnerOf, type SecondRowAnswers, toUndo } from '@kreide/core/features/desk';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { LESSON_ROWS } from '../../../../../tests/support/plan-school.ts';

const desk = withDeskSchool();
const { call, day, idOf, absent, decide, publish, at, planOf } = desk;

/** English of 10b in the third period: the same of 10a two doors further, of 7a next door. */
const BESIDES = ['400;7a;Wn;EN;106;1;3', '401;10a;Or;EN;107;1;3'];

beforeAll(() => desk.school.publish([...LESSON_ROWS, ...BESIDES]));

async function answersTo(hour: string, of: DeskDay): Promise<SecondRowAnswers> {
  const { lesson_id } = at(of, hour, '10b');
  const answer = await call('GET', `/desk/answers?date=${DAY}&lesson_id=${lesson_id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const offer = ({ answers }: SecondRowAnswers, kind: string) => answers.filter((one) => one.kind === kind);
const whyNot = ({ refused }: SecondRowAnswers, kind: string) => refused.find((one) => one.kind === kind);
const setCore = async (core_begins_at: string | null, core_ends_at: string | null) => {
  const { subjects: _, ...now } = (await call('GET', '/desk/settings')).body.data;
  desk.server.clock.advance(1000);
  return call('PUT', '/desk/settings', { ...now, core_begins_at, core_ends_at });
};

describe('answers beside people', () => {
  it('are all that the day allows, each with reasons, consequences and what everybody would read [D-8.12]', async () => {
    const of = await absent('Ky');
    const known = await answersTo('3', of);
    expect(known.answers.map(({ kind, other }) => [kind, other?.grades[0]?.shortcut ?? null])).toEqual([
      ['MERGE', '10a'],
      ['BRING_FORWARD', '10b'],
      ['TWO_ROOMS', '7a'],
      ['TWO_ROOMS', '10a'],
      ['ALONE', null],
    ]);
    expect(whyNot(known, 'DROP')?.reason).toBe('not_edge');
    const [merge] = offer(known, 'MERGE');
    expect(merge?.reads).toMatchObject([
      {
        kind: null,
        comment: 'Gemeinsam mit 10a Englisch',
        teachers: [{ shortcut: 'Or' }],
        bookables: [{ shortcut: '107' }],
      },
    ]);
    expect(merge?.reasons.map(({ reason }) => reason)).toContain('same_level');
    const [forward] = offer(known, 'BRING_FORWARD');
    expect(forward?.reads.map(({ kind, hour }) => `${kind} ${hour}`)).toEqual([
      'CANCLED 3',
      'MOVED_TO 5',
      'MOVED_FROM 3',
    ]);
    expect(forward?.consequences).toEqual([{ consequence: 'ends_at', time: at(of, '3', '10b') && expect.any(String) }]);
    // Nobody else is asked where the teacher is there.
    const lessons = (await call('GET', `/desk/lessons?date=${DAY}&grade_id=${desk.school.gradeId}`)).body.data;
    const held = lessons.find(({ hour }: { hour: string }) => hour === '4');
    const none = await call('GET', `/desk/answers?date=${DAY}&lesson_id=${held.lesson_id}`);
    expect(none.body.data).toEqual({ answers: [], refused: [] });
  });

  it('are decided as they were offered, read as they were previewed, and taken back whole [D-8.12]', async () => {
    const before = await day();
    const planned = await planOf('ada');
    const [forward] = offer(await answersTo('3', before), 'BRING_FORWARD');
    const drafts = forward?.decisions ?? [];
    const drafted = await decide(drafts);
    expect(drafted.status, drafted.text).toBe(200);
    const after: DeskDay = drafted.body.data;
    const [open, moved] = [at(after, '3', '10b'), at(after, '5', '10b')];
    expect([open.state, partnerOf(open, after)?.lesson_id, partnerOf(moved, after)?.lesson_id]).toEqual([
      'DROPPED',
      moved.lesson_id,
      open.lesson_id,
    ]);
    expect(await planOf('ada')).toEqual(planned);
    expect((await publish()).body.data).toEqual({ decisions: 2 });
    const path = `/entities/grades/${desk.school.gradeId}?begins_at=${DAY}&ends_at=${DAY}`;
    const read = (await call('GET', path, undefined, 'ada')).body.data.lessons;
    const said = (lessons: typeof read) =>
      lessons
        .filter(({ kind }: { kind: string | null }) => kind !== null)
        .map((one: Record<string, unknown>) => `${one.kind} ${one.hour} ${one.time_begins_at} ${one.comment}`)
        .sort();
    expect(said(read)).toEqual(said(forward?.reads));
    const back = await decide(toUndo(before, after, [open.lesson_id, moved.lesson_id]));
    expect(back.status, back.text).toBe(200);
    await publish();
    expect(await planOf('ada')).toEqual(planned);
    expect(at(await day(), '3', '10b')).toMatchObject({ state: 'OPEN', decision: null });
  });

  it('name the task where one has been left, and two classes of one teacher are offered to nobody else', async () => {
    const of = await day();
    const [merge] = offer(await answersTo('3', of), 'MERGE');
    expect((await decide(merge?.decisions ?? [])).status).toBe(200);
    const { lesson_id } = at(await day(), '3', '10b');
    await desk.server.test.database.kysely
      .insertInto('lesson_tasks')
      .values({
        school_id: desk.school.id,
        lesson_id,
        lesson_date: DAY,
        text: 'Seite 7',
        is_for_pupils: true,
        updated_at: new Date().toISOString(),
      })
      .execute();
    const [alone] = offer(await answersTo('3', of), 'ALONE');
    expect([alone?.reasons, alone?.reads[0]?.comment]).toEqual([
      [{ reason: 'has_task' }],
      'Arbeitet allein an der Aufgabe',
    ]);
    await decide(toUndo(of, await day(), [lesson_id]));
  });

  it('keep the core time of the school, and of a class that has another one [D-8.12]', async () => {
    const of = await absent('Li');
    const first = await answersTo('1', of);
    expect(offer(first, 'DROP')[0]).toMatchObject({
      reasons: [{ reason: 'first_lesson' }, { reason: 'no_core_time' }],
      consequences: [{ consequence: 'begins_at', time: '08:50' }],
    });
    expect((await setCore('08:44', '09:00')).status).toBe(200);
    expect(whyNot(await answersTo('1', of), 'DROP')).toMatchObject({
      reason: 'in_core_time',
      core_begins_at: '08:44',
      core_ends_at: '09:00',
    });
    const grade = (await call('GET', '/basedata/grades')).body.data.find(
      ({ shortcut }: { shortcut: string }) => shortcut === '10b',
    );
    const { id, version, shortcut, name, category, most_a_day } = grade;
    const draft = { version, shortcut, name, category, most_a_day, core_begins_at: '08:45', core_ends_at: null };
    const wrong = await call('PUT', `/basedata/grades/${id}`, { ...draft, core_ends_at: '08:45' });
    expect([wrong.status, wrong.body.error.issues?.[0]]).toMatchObject([
      422,
      { path: 'body.core_ends_at', message: 'Die Kernzeit endet, bevor sie beginnt.' },
    ]);
    const saved = await call('PUT', `/basedata/grades/${id}`, draft);
    expect([saved.status, saved.body.data.core_begins_at], saved.text).toEqual([200, '08:45']);
    expect(offer(await answersTo('1', of), 'DROP')[0]?.reasons).toContainEqual({ reason: 'outside_core' });
    const refused = await setCore('09:00', '08:00');
    expect([refused.status, refused.body.error.issues?.[0]]).toMatchObject([
      422,
      { path: 'body.core_ends_at', rule: 'endsEarly' },
    ]);
    expect(await idOf('Li')).toBeGreaterThan(0);
  });
});
