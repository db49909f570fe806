import type { SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { mondayOf } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { isSchoolDay } from './calendar.ts';
import { ROOMS, subjectOf } from './house.ts';
import { DEMO_GRADE, demo2School, demoSchool } from './school.ts';
import { schoolDayOf } from './school-day.ts';
import { demoSubstitutions, FEWEST, MOST } from './substitutions.ts';

const { plan, school_year } = demoSchool(new Date('2026-11-18T07:40:00Z'));
const year = demoSubstitutions(plan, school_year.begins_at, school_year.ends_at, 'kreide');
const days = Map.groupBy(year, (one) => one.date);

function lookOf(one: SubstitutionRecord): string {
  if (one.is_hidden) return 'hidden';
  if (one.kind !== null) return one.kind;
  if (one.to.teachers?.length === 0) return 'self';
  if (one.to.subject !== null) return 'subject';
  return one.to.bookables !== null ? 'room' : 'teacher';
}

describe('the substitutions of the demo', () => {
  it('come eight to sixteen a school day and never on another day', () => {
    for (const [date, list] of days) {
      expect(isSchoolDay(date, school_year, plan.holidays)).toBe(true);
      expect(list.length, date).toBeGreaterThanOrEqual(FEWEST);
      expect(list.length, date).toBeLessThanOrEqual(MOST);
    }
    expect(days.size).toBeGreaterThan(170);
    expect(demoSubstitutions(plan, '2026-12-24', '2026-12-27', 'kreide')).toEqual([]);
  });

  it('are the same for a day in whatever range it is asked for', () => {
    expect(demoSubstitutions(plan, '2026-11-18', '2026-11-18', 'kreide')).toEqual(days.get('2026-11-18'));
    expect(demoSubstitutions(plan, '2026-11-18', '2026-11-18', 'other')).not.toEqual(days.get('2026-11-18'));
  });

  it('show every look on most days', () => {
    const wanted = [
      'CANCLED',
      'MOVED_TO',
      'MOVED_FROM',
      'ADDITIONAL',
      'EVENT',
      'MESSAGE',
      'teacher',
      'room',
      'subject',
      'self',
      'hidden',
    ];
    for (const look of wanted) {
      const count = [...days.values()].filter((list) => list.some((one) => lookOf(one) === look)).length;
      expect(count / days.size, look).toBeGreaterThan(0.75);
    }
  });

  it('change something for the demo pupil on every day, with two looks in every full week', () => {
    const weeks = Map.groupBy([...days], ([date]) => mondayOf(date));
    const mine = (list: readonly SubstitutionRecord[]) =>
      list.filter(
        (one) => [...(one.from.grades ?? []), ...(one.to.grades ?? [])].includes(DEMO_GRADE) && !one.is_hidden,
      );
    for (const [, dates] of weeks) {
      for (const [date, list] of dates) expect(mine(list).length, date).toBeGreaterThan(0);
      const looks = new Set(dates.flatMap(([, list]) => mine(list).map(lookOf)));
      if (dates.length >= 2) expect(looks.size).toBeGreaterThanOrEqual(2);
    }
  });

  it('have unique ids, and each end of a move names the other one', () => {
    const byId = new Map(year.map((one) => [one.external_id, one]));
    expect(byId.size).toBe(year.length);
    const moves = year.filter((one) => one.counterpart !== null);
    expect(moves.some((one) => one.counterpart?.date !== one.date)).toBe(true);
    for (const one of moves) {
      const other = byId.get(one.counterpart?.external_id ?? '');
      expect(other, one.external_id).toMatchObject({ date: one.counterpart?.date, hour: one.counterpart?.hour });
      expect(other?.counterpart?.external_id).toBe(one.external_id);
      expect(new Set([one.kind, other?.kind])).toEqual(new Set(['MOVED_TO', 'MOVED_FROM']));
    }
  });

  it('put no substitute and no new room where they are needed already', () => {
    for (const [date, list] of days) {
      const day = schoolDayOf(plan, date);
      const added = list.flatMap((one) => {
        if (one.kind === 'MESSAGE' || one.kind === 'EVENT' || one.kind === 'MOVED_FROM') return [];
        for (const code of one.to.teachers ?? [])
          expect(day.isFree('teacher', code, Number(one.hour)), one.external_id).toBe(true);
        for (const code of one.to.bookables ?? [])
          expect(day.isFree('room', code, Number(one.hour)), one.external_id).toBe(true);
        return [...(one.to.teachers ?? []), ...(one.to.bookables ?? [])].map((code) => `${one.hour} ${code}`);
      });
      expect(new Set(added).size, date).toBe(added.length);
    }
  });

  it('never put a lesson into a room of the wrong kind', () => {
    const kindOf = new Map(ROOMS.map((room) => [room.code, room.kind]));
    for (const one of year.filter((each) => each.kind !== 'EVENT' && each.kind !== 'MESSAGE')) {
      const lesson = plan.lessons.find((each) => each.external_id === one.lesson);
      const subject = one.to.subject ?? lesson?.subject;
      // A club may meet anywhere, and a replacement lesson stays in the room of the class.
      if (lesson?.course?.startsWith('AG ') || subject === undefined || subject === null) continue;
      for (const code of one.to.bookables ?? []) {
        expect(subjectOf(subject).rooms, one.external_id).toContain(kindOf.get(code));
      }
    }
  });

  it('speak of lessons that are held in that period of that day', () => {
    for (const [date, list] of days) {
      const held = new Set(schoolDayOf(plan, date).occurrences.map((one) => `${one.lesson.external_id} ${one.hour}`));
      for (const one of list.filter((each) => each.lesson !== null && each.kind !== 'MOVED_FROM')) {
        expect(held.has(`${one.lesson} ${one.hour}`), one.external_id).toBe(true);
      }
    }
  });

  it('exist for the second school as well', () => {
    const second = demo2School(new Date('2026-11-18T07:40:00Z'));
    expect(demoSubstitutions(second.plan, '2026-11-16', '2026-11-20', 'kreide').length).toBeGreaterThan(20);
  });
});
