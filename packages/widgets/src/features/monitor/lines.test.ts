import type { MonitorEntry } from '@kreide/core/features/monitor';
import { expect, it } from 'vitest';
import { toGroups } from './lines.ts';

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
