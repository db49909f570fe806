import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import { expect, it } from 'vitest';
import { describeSamples, listSamples, SAMPLES } from '../../../../tests/support/samples.ts';
import { detectParser } from './detect.ts';
import { parsers } from './parsers.ts';

const read = (folder: string, name: string) => readFileSync(join(SAMPLES, folder, name));
function parse(folder: string, name: string): ParsedPlan {
  const files = [{ name, bytes: new Uint8Array(read(folder, name)) }];
  return detectParser(files, parsers).parse(files, {});
}
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
const placesOf = ({ lessons }: ParsedPlan) => lessons.flatMap((lesson) => lesson.placements);

describeSamples('real calendars and planner files', () => {
  it.each(listSamples('ics', (name) => name.endsWith('.ics')))('%s: every event is a place of the plan', (name) => {
    const plan = parse('ics', name);
    const text = read('ics', name).toString('utf8');
    expect(plan.format).toBe('ical');
    expect(plan.rejected).toEqual([]);
    expect(placesOf(plan)).toHaveLength(count(text, /^BEGIN:VEVENT/gm));
    // All of them repeat every week, on the weekday of their first day.
    const starts = [...text.matchAll(/^DTSTART:(\d{4})(\d\d)(\d\d)/gm)].map(([, year, month, day]) =>
      new Date(`${year}-${month}-${day}`).getUTCDay(),
    );
    expect(
      placesOf(plan)
        .map((place) => place.weekday)
        .sort(),
    ).toEqual(starts.sort());
    const teachers = new Set(
      [...text.matchAll(/DESCRIPTION:Staff:[ \t]*([^\s\\][^\r\n]*?)\\n/g)].map(([, who]) => who),
    );
    expect(plan.teachers.length).toBeGreaterThanOrEqual(Math.min(teachers.size, 1));
  });

  // Days called A to E are asked about (`day-order.test.ts`).
  const named = listSamples('fet', (name) => name.endsWith('.fet') && !name.startsWith('belize'));
  it.each(named)('%s: every activity and name of a list', (name) => {
    const plan = parse('fet', name);
    const text = read('fet', name).toString('utf8');
    const within = (list: string) => text.slice(text.indexOf(`<${list}>`), text.indexOf(`</${list}>`));
    expect(plan.format).toBe('fet');
    const activities = [...text.matchAll(/<Activity>([\s\S]*?)<\/Activity>/g)].map(([, inside = '']) => inside);
    const off = activities.filter((one) => one.includes('<Active>false</Active>'));
    expect(plan.rejected.filter(({ column }) => column === 'Active')).toHaveLength(off.length);
    const wanted = new Set(
      activities
        .filter((one) => !off.includes(one))
        .map((one) =>
          [...one.matchAll(/<(Teacher|Subject|Students)>([^<]*)</g)]
            .map((found) => found.slice(1).join('='))
            .sort()
            .join(),
        ),
    );
    expect(plan.lessons).toHaveLength(wanted.size);
    expect(plan.teachers).toHaveLength(count(within('Teachers_List'), /<Teacher>/g));
    expect(plan.subjects).toHaveLength(count(within('Subjects_List'), /<Subject>/g));
    expect(plan.bookables.length).toBeGreaterThanOrEqual(count(within('Rooms_List'), /<Room>/g));
  });

  it.each(listSamples('xhstt', (name) => name.endsWith('.xml')))('%s: every event with all its periods', (name) => {
    const plan = parse('xhstt', name);
    const text = read('xhstt', name).toString('utf8');
    const [, events = ''] = /<Events>([\s\S]*?)<\/Events>/.exec(text) ?? [];
    expect(plan.format).toBe('xhstt');
    expect(plan.lessons).toHaveLength(count(events, /<Event /g));
    const durations = [...events.matchAll(/<Duration>(\d+)</g)].map(([, duration]) => Number(duration));
    expect(placesOf(plan)).toHaveLength(durations.reduce((total, duration) => total + duration, 0));
    // Nobody is in two places at once: the solutions are those of real timetables.
    const held = plan.lessons.flatMap((lesson) =>
      lesson.placements.flatMap(({ weekday, hour }) => lesson.grades.map((grade) => `${grade} ${weekday} ${hour}`)),
    );
    expect(new Set(held).size / held.length).toBeGreaterThan(0.8);
    expect(plan.rejected.filter(({ column }) => column !== 'Solution')).toEqual([]);
  });

  it('davinci6_single.html: every row of the day is a change', () => {
    const plan = parse('davinci', 'davinci6_single.html');
    const text = read('davinci', 'davinci6_single.html').toString('utf8');
    expect(plan.format).toBe('davinci-html');
    expect(plan.rejected).toEqual([]);
    // Without the row of headings.
    expect(plan.substitutions).toHaveLength(count(text, /<tr/g) - 1);
    expect(new Set(plan.substitutions.map(({ date }) => date))).toEqual(new Set(['2016-09-05']));
    const kinds = plan.substitutions.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'CANCLED')).toHaveLength(count(text, /\bFrei\b/g));
    expect(kinds.filter((kind) => kind === 'MOVED_TO')).toHaveLength(count(text, /\bAuf \d/g));
    expect(kinds.filter((kind) => kind === 'MOVED_FROM')).toHaveLength(count(text, /\bVon \d/g));
  });

  it('json-fragment_lessons.json: the lessons on their dates, and the free day', () => {
    const plan = parse('davinci', 'json-fragment_lessons.json');
    expect(plan.format).toBe('davinci-json');
    expect(plan.lessons.map(({ subject, placements }) => [subject, placements[0]?.weeks])).toEqual([
      ['Mathe', { kind: 'dates', dates: ['2026-05-18', '2026-05-19'] }],
      ['Informatik', { kind: 'dates', dates: ['2026-05-20'] }],
    ]);
    expect(plan.holidays).toMatchObject([{ name: 'Feiertag', begins_at: '2026-05-20' }]);
    expect(plan.rejected).toEqual([]);
  });
});
