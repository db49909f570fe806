import { describe, expect, it } from 'vitest';
import { SHORT_BREAK_MINUTES } from '../timetable/index.ts';
import * as api from './api.ts';
import { CLASSBOOK_PAGE, CLASSBOOK_TIMEOUT, NOTICE_BREAK_MINUTES } from './limits.ts';
import {
  homeworkProblems,
  isRollOpen,
  minutesLate,
  type NoticeValues,
  noticeMoment,
  noticeProblems,
  rangeProblems,
  toNoticePayload,
  withMarks,
  withPresets,
} from './rules.ts';
import type { Roll, RollUser } from './schema.ts';

const notice = (values: Partial<NoticeValues> = {}): NoticeValues => ({
  message: ' Gut gemacht ',
  category_uuid: 'c',
  occurred_at: '2026-11-18T09:00:00Z',
  users: [1],
  grades: [2],
  ...values,
});
const rules = (found: { field: string; rule: string }[]) => found.map(({ field, rule }) => `${field} ${rule}`);
const LESSON = { begins_at: '2026-11-18T08:55:00Z', ends_at: '2026-11-18T09:40:00Z' };
const at = (time: string) => new Date(`2026-11-18T${time}Z`);

describe('a notice', () => {
  it('needs words and somebody whom it is about [T-5.02]', () => {
    expect(noticeProblems(notice())).toEqual([]);
    expect(rules(noticeProblems(notice({ message: ' \n' })))).toEqual(['message required']);
    expect(rules(noticeProblems(notice({ message: 'x'.repeat(4001) })))).toEqual(['message too_long']);
    expect(noticeProblems(notice({ message: '😀'.repeat(4000) }))).toEqual([]);
    expect(rules(noticeProblems(notice({ users: [], grades: [] })))).toEqual(['users whom']);
  });

  it('is sent with its people, and with grades only where there are none [T-3.47] [T-3.48] [T-3.49]', () => {
    const shared = { entry_id: 9, category_uuid: 'c', occurred_at: '2026-11-18T09:00:00Z', message: 'Gut gemacht' };
    expect(toNoticePayload(9, notice())).toEqual({ ...shared, users: [1] });
    expect(toNoticePayload(9, notice({ users: [] }))).toEqual({ ...shared, grades: [2] });
  });

  it('is about now until the short break after its lesson is over, then about its beginning [T-9.34]', () => {
    expect(NOTICE_BREAK_MINUTES).toBe(SHORT_BREAK_MINUTES);
    expect(NOTICE_BREAK_MINUTES).toBe(7);
    expect(noticeMoment(LESSON, at('09:10:31'))).toBe('2026-11-18T09:10:00.000Z');
    expect(noticeMoment(LESSON, at('09:47:00'))).toBe('2026-11-18T09:47:00.000Z');
    for (const other of ['08:54:59', '09:47:01']) expect(noticeMoment(LESSON, at(other))).toBe(LESSON.begins_at);
  });
});

it('homework needs words and is due on its day or later', () => {
  expect(homeworkProblems({ text: 'Seite 1', due_at: '2026-11-18' }, '2026-11-18')).toEqual([]);
  expect(rules(homeworkProblems({ text: '', due_at: '2026-11-17' }, '2026-11-18'))).toEqual([
    'text required',
    'due_at before',
  ]);
});

it('an export ends after it begins, within one school year', () => {
  expect(rangeProblems({ begins_at: '2026-08-01', ends_at: '2026-08-01' })).toEqual([]);
  expect(rangeProblems({ begins_at: '2026-08-01', ends_at: '2027-07-31' })).toEqual([]);
  expect(rules(rangeProblems({ begins_at: '2026-08-02', ends_at: '2026-08-01' }))).toEqual(['ends_at before']);
  expect(rules(rangeProblems({ begins_at: '2026-08-01', ends_at: '2027-09-05' }))).toEqual(['ends_at too_many_days']);
});

it('the roll is called from ten minutes before a lesson on, and who comes is late by at least a minute', () => {
  expect(isRollOpen(LESSON.begins_at, at('08:45:00'))).toBe(true);
  expect(isRollOpen(LESSON.begins_at, at('08:44:59'))).toBe(false);
  expect(minutesLate(LESSON, at('08:50:00'))).toBe(1);
  expect(minutesLate(LESSON, at('09:00:30'))).toBe(6);
  expect(minutesLate(LESSON, at('12:00:00'))).toBe(45);
});

it('each call of a class book says that it waits half a minute, and a page has ten rows [T-7.61] [T-9.16]', () => {
  expect([CLASSBOOK_PAGE, CLASSBOOK_TIMEOUT]).toEqual([10, 30_000]);
  const calls = Object.entries(api);
  expect(calls.length).toBeGreaterThan(20);
  for (const [name, endpoint] of calls) expect('timeout' in endpoint && endpoint.timeout, name).toBe(30_000);
});

describe('a roll', () => {
  const absence = { uuid: 'u', state: 'EXCUSED' as const, type: { id: 'sick', name: 'Sick' } };
  const pupil = (id: number, values: Partial<RollUser> = {}): RollUser => ({
    id,
    meta: { displayname: `${id}` },
    mark: null,
    absence: null,
    ...values,
  });
  const wish = { user_id: 1, kind: null, minutes: null, known: null };
  const preset = { kind: 'absent', minutes: null, known: null };

  it('saves those who are known to be away with its first mark, but nobody twice and nobody later', () => {
    const pending = { ...absence, state: 'PENDING' as const };
    const open = { ...absence, state: 'UNEXCUSED' as const };
    const users = [1, 2, 3, 4].map((id) => pupil(id, { absence: [absence, pending, open, null][id - 1] ?? null }));
    expect(withPresets(users, false, [wish])).toEqual([wish, { ...preset, user_id: 2 }]);
    expect(withPresets(users, false, [])).toEqual([1, 2].map((user_id) => ({ ...preset, user_id })));
    expect(withPresets(users, true, [wish])).toEqual([wish]);
  });

  it('shows a mark before the server has it: as long as the lesson at most, and as what is known', () => {
    const roll = {
      begins_at: '2026-11-16T07:45:00Z',
      ends_at: '2026-11-16T08:30:00Z',
      roll_taken_at: null,
      users: [pupil(1, { absence }), pupil(2), pupil(3)],
    } as unknown as Roll;
    const marks = [
      { ...wish, kind: 'absent' as const },
      { ...wish, user_id: 2, kind: 'too-late' as const, minutes: 90 },
    ];
    const at = '2026-11-16T07:50:00Z';
    const shown = withMarks(roll, { marked_at: at, marks }, 'Frau Berg');
    expect(shown.roll_taken_at).toBe(at);
    expect(shown.users.map(({ mark }) => mark)).toEqual([
      { kind: 'absent', minutes: 45, marked_at: at, state: 'EXCUSED', by: 'Frau Berg', other: null },
      { kind: 'too-late', minutes: 45, marked_at: at, state: null, by: 'Frau Berg', other: null },
      null,
    ]);
    const later = withMarks(shown, { marked_at: '2026-11-16T08:00:00Z', marks: [wish] }, '');
    expect([later.users[0]?.mark, later.roll_taken_at]).toEqual([null, at]);
  });
});
