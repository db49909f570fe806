import { type Lesson, type LessonReference, toFormats } from '@kreide/core/features/timetable';
import { translateIn } from '@kreide/core/kernel';
import { expect, it } from 'vitest';
import { ROOT } from '../../../../../tests/support/server.ts';
import { readTexts } from '../../kernel/text/texts.ts';
import { toSubscriptionEvents } from './subscription-events.ts';

const texts = readTexts(`${ROOT}/locales`).for('en');
const t = translateIn(texts, 'timetable');
const uuid = (last: number) => `5b9f9a6e-1c1c-4a4a-8b8b-00000000000${last}`;
const unit = (id: number, shortcut: string) => ({ id, shortcut, name: null });
const maths = { id: 1, shortcut: 'MA', name: 'Mathematics', color: 'blue' };

function lesson(values: Partial<Lesson>): Lesson {
  const dates = values.dates ?? ['2026-11-18'];
  return {
    uuid: uuid(1),
    lesson_id: 1,
    kind: null,
    comment: null,
    hour: '1',
    meta: { displayname: 'Mathematics', shortname: 'MA', displayname_kind: 'subject', moved_comment: null },
    begins_at: dates[0] ?? '',
    ends_at: dates.at(-1) ?? '',
    dates,
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    substituted_lessons: [],
    substituted_target_lessons: [],
    substituted_pivot: null,
    referenced_target_lessons: [],

    teachers: [unit(7, 'Bg')],
    grades: [unit(3, '10b')],
    bookables: [unit(5, '204')],
    subject: maths,
    course: null,
    ...values,
  };
}
const reference = (last: number, lesson_date = '2026-11-18'): LessonReference => ({
  lesson_uuid: uuid(last),
  lesson_id: last,
  lesson_date,
  time_begins_at: '08:00',
  time_ends_at: '08:45',
  subject: maths,
  teachers: [unit(7, 'Bg')],
  grades: [unit(3, '10b')],
  bookables: [unit(5, '204')],
});
const eventsOf = (lessons: Lesson[], teacherId: number | null = null) =>
  toSubscriptionEvents(lessons, t, toFormats(t, 'en'), teacherId);

it('a lesson is one entry for each of its dates, with room, subject and a colour that calendars know [D-6.01]', () => {
  const events = eventsOf([lesson({ dates: ['2026-11-18', '2026-11-25'] })]);
  expect(events.map(({ uid }) => uid)).toEqual([`${uuid(1)}-2026-11-18`, `${uuid(1)}-2026-11-25`]);
  expect(events[0]).toMatchObject({
    date: '2026-11-18',
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    summary: 'Mathematics',
    location: 'Room 204',
    category: 'Mathematics',
    color: 'blue',
    is_cancelled: false,
    is_free: false,
  });
  expect(eventsOf([lesson({ subject: { ...maths, color: '#112233' } })])[0]?.color).toBeNull();
});

it('what replaces a lesson takes its uid, so that calendars alter their entry; a second one has its own [D-6.01]', () => {
  const gone = lesson({ uuid: uuid(8), kind: 'CANCLED', substituted_lessons: [reference(1)] });
  const other = lesson({ uuid: uuid(9), substituted_lessons: [reference(1)], teachers: [unit(8, 'Li')] });
  const events = eventsOf([gone, other]);
  expect(events.map(({ uid }) => uid)).toEqual([`${uuid(1)}-2026-11-18`, `${uuid(9)}-2026-11-18`]);
  expect(events[0]).toMatchObject({ summary: 'Cancelled: Mathematics', is_cancelled: true, is_free: true });
  expect(events[1]).toMatchObject({ summary: 'Changed: Mathematics', is_cancelled: false, is_free: false });
  expect(events[1]?.description).toContain('Changed: Li instead of Bg');
});

it('a moved lesson is cancelled where it was, and stands where it went under an uid of its own [D-6.01]', () => {
  const went = { ...reference(1, '2026-11-20'), time_begins_at: '10:00' };
  const from = lesson({
    uuid: uuid(8),
    kind: 'MOVED_TO',
    substituted_lessons: [reference(1)],
    substituted_target_lessons: [went],
  });
  const to = lesson({ uuid: uuid(9), kind: 'MOVED_FROM', dates: ['2026-11-20'], substituted_lessons: [reference(1)] });
  const events = eventsOf([to, from]);
  expect(events.map(({ uid, is_cancelled }) => [uid, is_cancelled])).toEqual([
    [`${uuid(1)}-2026-11-18`, true],
    [`${uuid(9)}-2026-11-20`, false],
  ]);
  expect(events[0]?.description).toMatch(/Fri .*10:00/);
});

it('a teacher reads the grade, and is free where somebody else takes over [D-6.01]', () => {
  const taken = lesson({ uuid: uuid(8), substituted_lessons: [reference(1)], teachers: [unit(8, 'Li')] });
  expect(eventsOf([lesson({})], 7)[0]).toMatchObject({ summary: 'Mathematics 10b', is_free: false });
  expect(eventsOf([taken], 7)[0]).toMatchObject({ summary: 'Changed: Mathematics 10b', is_free: true });
});

it('a cancelled lesson whose source names no subject any more is called by what it was [D-6.01]', () => {
  const meta = { displayname: '', shortname: '', displayname_kind: 'comment', moved_comment: null } as const;
  const gone = lesson({ uuid: uuid(8), kind: 'CANCLED', meta, subject: null, substituted_lessons: [reference(1)] });
  expect(eventsOf([gone])[0]?.summary).toBe('Cancelled: Mathematics');
});
