import { type DeskLesson, withSubstitute } from '@kreide/core/features/desk';
import { describe, expect, it } from 'vitest';
import { withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { publishPlan } from '../../../../../tests/support/imports.ts';
import { SUBSTITUTION_HEAD, SUBSTITUTION_ROWS } from '../../../../../tests/support/plan-school.ts';

const desk = withDeskSchool();
const { tokens, call, idOf, decide, publish, planOf } = desk;

describe('an import that is undone', () => {
  const date = '2026-11-18';
  const imported = (rows: readonly string[]) =>
    publishPlan(desk.server, tokens.admin ?? '', [SUBSTITUTION_HEAD, ...rows]).then(({ uuid }) => uuid);
  const undo = async (uuid: string) => {
    const path = `/v1/timetable-service/uploads/${uuid}/undo`;
    const answer = await desk.server.request('POST', path, { token: tokens.admin ?? '' });
    expect(answer.status, answer.text).toBe(200);
  };
  const lessonOf = async (hour: string) => {
    const list = await call('GET', `/desk/lessons?date=${date}&grade_id=${desk.school.gradeId}`);
    return list.body.data.find((one: DeskLesson) => one.hour === hour) as DeskLesson;
  };
  const decideAs = async (hour: string, kind: 'CANCLED' | 'NONE') => {
    const answer = await decide([{ ...withSubstitute(await lessonOf(hour), null), kind }], date);
    expect(answer.status, answer.text).toBe(200);
    expect((await publish(date)).status).toBe(200);
  };
  const readAt = async (hour: string) =>
    (await planOf('ada', date)).filter((line: string) => line.startsWith(`${hour} `));

  it('brings back no change beside what the desk has decided since, until the desk takes that back', async () => {
    expect(await readAt('2')).toEqual(['2  Ta']);
    const uuid = await imported(SUBSTITUTION_ROWS.filter((row) => !row.startsWith('s2;')));
    expect(await readAt('2')).toEqual(['2  Wn']);
    await decideAs('2', 'CANCLED');
    await undo(uuid);
    expect(await readAt('2')).toEqual(['2 CANCLED Wn']);
    await decideAs('2', 'NONE');
    expect(await readAt('2')).toEqual(['2  Ta']);
  });

  it('has nothing that comes back when the desk takes back what stood against it', async () => {
    const [planned] = await readAt('1');
    const [teacher] = (await lessonOf('1')).teachers;
    const row = `s9;${date};1;;;CANCLED;10b;${teacher?.shortcut};;;;;;;;`;
    const uuid = await imported([...SUBSTITUTION_ROWS, row]);
    expect(await readAt('1')).toEqual([`1 CANCLED ${teacher?.shortcut}`]);
    const draft = { ...withSubstitute(await lessonOf('1'), await idOf('Ta')), comment: 'Nur heute' };
    expect((await decide([draft], date)).status).toBe(200);
    await publish(date);
    await undo(uuid);
    await decideAs('1', 'NONE');
    expect(await readAt('1')).toEqual([planned]);
  });
});
