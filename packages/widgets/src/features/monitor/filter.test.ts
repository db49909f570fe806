import type { MonitorEntry } from '@kreide/core/features/monitor';
import { describe, expect, it } from 'vitest';
import { found, gradesOf, ofGrade } from './filter.ts';

const entry = (uuid: string, change: Partial<MonitorEntry> = {}): MonitorEntry => ({
  uuid,
  kind: null,
  hour: '1',
  time_begins_at: '07:50',
  time_ends_at: '08:35',
  subject: 'Ma',
  bookables: ['204'],
  teachers: ['Kre'],
  old_subject: null,
  old_bookables: null,
  old_teachers: null,
  moved: null,
  note: null,
  ...change,
});
const plan = {
  substitutions: [
    { grade: '10a', entries: [entry('1', { subject: 'De', old_teachers: ['Müller'] })] },
    { grade: '9b', entries: [entry('2', { kind: 'CANCLED' }), entry('3', { hour: '4', note: 'Zirkel mitbringen' })] },
    { grade: '', entries: [entry('4', { kind: 'MESSAGE', hour: null, note: 'Fotos in der Aula' })] },
  ],
};
const idsOf = (groups: ReturnType<typeof ofGrade>) =>
  groups.flatMap(({ lines }) => lines.map((line) => line.entry.uuid));
const words = ({ kind }: MonitorEntry) => (kind === 'CANCLED' ? 'Entfällt' : '');

describe('the list of changes on a homepage', () => {
  it('offers the classes of all days in the order of their numbers, each once', () => {
    expect(gradesOf([plan, { substitutions: [{ grade: '9a', entries: [] }, ...plan.substitutions] }], 'de')).toEqual([
      '9a',
      '9b',
      '10a',
    ]);
  });

  it('keeps for a class its own lines and those for everybody', () => {
    expect(idsOf(ofGrade(plan, '9b'))).toEqual(['2', '3', '4']);
    expect(idsOf(ofGrade(plan, '5a'))).toEqual(['4']);
    expect(idsOf(ofGrade(plan, ''))).toEqual(['1', '2', '3', '4']);
  });

  it.each([
    ['', ['1', '2', '3', '4']],
    ['müller', ['1']],
    ['Mueller', ['1']],
    ['muller', ['1']],
    ['ENTFÄLLT', ['2']],
    ['entfaellt ma', ['2']],
    ['9b zirkel', ['3']],
    ['aula', ['4']],
    ['204', ['1', '2', '3', '4']],
    ['zirkel aula', []],
  ])('finds by every word of a search, without regard to accents: %j', (search, ids) => {
    expect(idsOf(found(ofGrade(plan, ''), search, words))).toEqual(ids);
  });
});
