import type { MonitorEntry } from '@kreide/core/features/monitor';
import { expect, it } from 'vitest';
import { toGroups, withoutPast } from './lines.ts';

const entry = (hour: string | null, over: Partial<MonitorEntry> = {}): MonitorEntry => ({
  uuid: crypto.randomUUID(),
  kind: 'CANCLED',
  hour,
  time_begins_at: '08:00',
  time_ends_at: '08:45',
  subject: 'MA',
  bookables: [],
  teachers: [],
  old_subject: null,
  old_bookables: null,
  old_teachers: null,
  moved: null,
  note: null,
  ...over,
});
const hoursOf = (entries: MonitorEntry[]) =>
  toGroups({ substitutions: [{ grade: '7a', entries }] })[0]?.lines.map(({ entry: first, last }) => [
    first.hour,
    last.hour,
  ]);

it('a double lesson is one line, everything else stays by itself', () => {
  expect(hoursOf([entry('1'), entry('2'), entry('4')])).toEqual([
    ['1', '2'],
    ['4', '4'],
  ]);
  expect(hoursOf([entry('1'), entry('1', { subject: 'DE' }), entry('2')])).toEqual([
    ['1', '2'],
    ['1', '1'],
  ]);
  expect(hoursOf([entry('1'), entry('2', { kind: null })])).toHaveLength(2);
  expect(hoursOf([entry(null), entry(null)])).toHaveLength(2);
});

it('what is over leaves, a double lesson after its second half; a note without a period stays', () => {
  const double = [entry('1'), entry('2', { time_begins_at: '08:50', time_ends_at: '09:35' })];
  const groups = toGroups({
    substitutions: [
      { grade: '7a', entries: double },
      { grade: '8b', entries: [entry(null, { kind: 'MESSAGE', time_ends_at: '08:45' })] },
    ],
  });
  const gradesAt = (minutes: number) => withoutPast(groups, minutes).map(({ grade }) => grade);
  expect(gradesAt(9 * 60)).toEqual(['7a', '8b']);
  expect(gradesAt(9 * 60 + 34)).toEqual(['7a', '8b']);
  expect(gradesAt(9 * 60 + 35)).toEqual(['8b']);
});

it('classes in a row with the same changes are one line, whatever they are called', () => {
  const shared = [entry('3')];
  const namesOf = (...grades: string[]) =>
    toGroups({ substitutions: grades.map((grade) => ({ grade, entries: shared })) }).map(({ grade }) => grade);
  expect(namesOf('10a', '10b', '10c', '10d')).toEqual(['10a–d']);
  expect(namesOf('6a', '6b')).toEqual(['6a, b']);
  expect(namesOf('6a', '6c', 'Q1')).toEqual(['6a, 6c, Q1']);
  const groups = toGroups({
    substitutions: [
      { grade: '5a', entries: shared },
      { grade: '5b', entries: [entry('3')] },
    ],
  });
  expect(groups.map(({ grade }) => grade)).toEqual(['5a', '5b']);
});
