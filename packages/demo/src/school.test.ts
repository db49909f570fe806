import type { LessonRecord } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { HOURS, ROOMS, subjectOf } from './house.ts';
import { DEMO_GRADE, type DemoSchool, demo2School, demoSchool, SIBLING_GRADE } from './school.ts';

const now = new Date('2026-11-18T07:40:00Z');
const school = demoSchool(now);
const second = demo2School(now);

interface Held {
  lesson: LessonRecord;
  slot: string;
  room: string;
}

/** Every placement once for each week in which it is held: `A/1/3` = week A, Monday, third period. */
function heldIn({ plan }: DemoSchool): Held[] {
  return plan.lessons.flatMap((lesson) =>
    lesson.placements.flatMap(({ weekday, hour, bookables, weeks }) =>
      ['A', 'B']
        .filter((week) => weeks.kind === 'every' || (weeks.kind === 'cycle' && weeks.name === week))
        .map((week) => ({ lesson, slot: `${week}/${weekday}/${hour}`, room: bookables[0] as string })),
    ),
  );
}

function twice(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.filter((key) => seen.size === seen.add(key).size);
}

describe.each([school, second])('the plan of $slink', (one) => {
  const held = heldIn(one);

  it('holds nobody and no room twice in the same period of the same week', () => {
    expect(twice(held.map(({ lesson, slot }) => `${lesson.teachers[0]} ${slot}`))).toEqual([]);
    expect(twice(held.map(({ room, slot }) => `${room} ${slot}`))).toEqual([]);
    expect(
      twice(held.flatMap(({ lesson, slot }) => (lesson.course === null ? [] : [`${lesson.course} ${slot}`]))),
    ).toEqual([]);
  });

  it('never calls a pupil to two lessons at once', () => {
    const clashes = one.pupils.flatMap((pupil) => {
      const courses = new Set(pupil.courses);
      const own = held.filter(
        ({ lesson }) => lesson.grades.includes(pupil.grade) && (lesson.course === null || courses.has(lesson.course)),
      );
      return twice(own.map(({ slot }) => `${pupil.username} ${slot}`));
    });
    expect(clashes).toEqual([]);
  });

  it('leaves grades 5 to 10 without a free period between two lessons', () => {
    for (const { code } of one.plan.grades.filter((grade) => Number.parseInt(grade.code, 10) <= 10)) {
      const own = new Set(held.filter(({ lesson }) => lesson.grades.includes(code)).map(({ slot }) => slot));
      for (const day of ['A/1', 'A/2', 'A/3', 'A/4', 'A/5', 'B/1', 'B/2', 'B/3', 'B/4', 'B/5']) {
        for (let hour = 1; hour <= 6; hour++) expect(own.has(`${day}/${hour}`), `${code} ${day}/${hour}`).toBe(true);
      }
    }
  });

  it('gives every grade 28 to 34 periods a week', () => {
    const clubs = new Set(
      one.plan.courses.filter((course) => course.code.startsWith('AG ')).map((course) => course.code),
    );
    for (const grade of one.plan.grades) {
      for (const week of ['A', 'B']) {
        const own = held.filter(
          ({ lesson, slot }) =>
            lesson.grades.includes(grade.code) && !clubs.has(lesson.course ?? '') && slot.startsWith(week),
        );
        const periods = new Set(own.map(({ slot }) => slot));
        expect(periods.size, grade.code).toBeGreaterThanOrEqual(28);
        expect(periods.size, grade.code).toBeLessThanOrEqual(34);
      }
    }
  });

  it('has rooms that fit the subject and teachers who studied it', () => {
    const kindOf = new Map(ROOMS.map((room) => [room.code, room.kind]));
    for (const { lesson, room } of held) {
      const subject = subjectOf(lesson.subject as string);
      if (!lesson.course?.startsWith('AG '))
        expect(subject.rooms, `${lesson.external_id} in ${room}`).toContain(kindOf.get(room));
      const studied = one.qualifications[lesson.teachers[0] as string] ?? [];
      const needed = subject.qualifications;
      expect(needed.length === 0 || needed.some((code) => studied.includes(code)), lesson.external_id).toBe(true);
    }
  });

  it('refers only to records that it has', () => {
    const { plan } = one;
    const codes = (list: readonly { code: string }[]) => new Set(list.map((entry) => entry.code));
    const [grades, teachers, rooms, subjects, courses] = [
      plan.grades,
      plan.teachers,
      plan.bookables,
      plan.subjects,
      plan.courses,
    ].map(codes);
    for (const lesson of plan.lessons) {
      expect(lesson.grades.every((code) => grades?.has(code))).toBe(true);
      expect(lesson.teachers.every((code) => teachers?.has(code))).toBe(true);
      expect(subjects?.has(lesson.subject as string)).toBe(true);
      expect(lesson.course === null || courses?.has(lesson.course)).toBe(true);
      expect(lesson.placements.every((placement) => placement.bookables.every((code) => rooms?.has(code)))).toBe(true);
      expect(
        lesson.placements.every((placement) => Number(placement.hour) >= 1 && Number(placement.hour) <= HOURS),
      ).toBe(true);
    }
    expect(teachers?.size).toBe(plan.teachers.length);
  });
});

describe('the demo school', () => {
  it('has the promised size', () => {
    expect(school.plan.counts).toMatchObject({
      grades: 24,
      teachers: 60,
      bookables: 50,
      subjects: 30,
      substitutions: 0,
    });
    expect(school.plan.counts.placements).toBeGreaterThan(1050);
    expect(school.plan.counts.placements).toBeLessThan(1150);
    expect(school.pupils).toHaveLength(640);
    expect(school.parents).toHaveLength(900);
  });

  it('has alternating weeks, double lessons, couplings across grades and electives', () => {
    const { lessons } = school.plan;
    expect(
      lessons.filter((lesson) => lesson.placements.some(({ weeks }) => weeks.kind === 'cycle')).length,
    ).toBeGreaterThan(50);
    const double = lessons.filter(({ placements }) =>
      placements.some((a) => placements.some((b) => a.weekday === b.weekday && Number(b.hour) === Number(a.hour) + 1)),
    );
    expect(double.length).toBeGreaterThan(100);
    expect(
      school.couplings.some(
        (group) => group.length === 4 && lessons.find((l) => l.external_id === group[0])?.grades.length === 3,
      ),
    ).toBe(true);
    const upper = school.pupils.filter((pupil) => /^1[123]/.test(pupil.grade));
    const subjectOfCourse = new Map(school.plan.courses.map((course) => [course.code, course.subject]));
    for (const pupil of upper) {
      const chosen = pupil.courses
        .filter((code) => !code.startsWith('AG '))
        .map((code) => String(subjectOfCourse.get(code)));
      expect(chosen.length).toBeGreaterThanOrEqual(11);
      expect(twice(chosen), pupil.username).toEqual([]);
    }
  });

  it('keeps courses at a believable size', () => {
    const sizes = new Map<string, number>();
    for (const pupil of school.pupils) for (const code of pupil.courses) sizes.set(code, (sizes.get(code) ?? 0) + 1);
    for (const course of school.plan.courses) {
      expect(sizes.get(course.code) ?? 0, course.code).toBeGreaterThanOrEqual(4);
      expect(sizes.get(course.code) ?? 0, course.code).toBeLessThanOrEqual(50);
    }
  });

  it('has families whose links hold', () => {
    const pupils = new Map(school.pupils.map((pupil) => [pupil.username, pupil]));
    const children = school.parents.flatMap((parent) => parent.children);
    expect(children.every((child) => pupils.has(child))).toBe(true);
    expect(new Set(children).size).toBe(640);
    expect(children.length / 640).toBeGreaterThan(1.5);
    expect(school.parents.filter((parent) => parent.children.length === 2).length).toBeGreaterThan(150);
    const parent = school.parents.find(({ username }) => username === 'parent');
    expect(parent?.children.map((child) => pupils.get(child)?.grade)).toEqual([DEMO_GRADE, SIBLING_GRADE]);
  });

  it('is the same on every run and in every year, but for the dates', () => {
    expect(JSON.stringify(demoSchool(now))).toBe(JSON.stringify(school));
    const later = demoSchool(new Date('2028-03-01T10:00:00Z'));
    expect(later.plan.lessons).toEqual(school.plan.lessons);
    expect(later.pupils).toEqual(school.pupils);
    expect(later.school_year).toEqual({ begins_at: '2027-08-01', ends_at: '2028-07-15' });
  });
});

describe.each([school, second])('the people of $slink', (one) => {
  it('sign in with names that nobody shares, the four demo names among them', () => {
    const everybody = [one.pupils, one.parents, one.teachers, one.admins].flat();
    const names = everybody.map((person) => person.username);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['admin', 'teacher', 'parent', 'student']));
    expect(names.every((name) => /^[a-z0-9.-]+$/.test(name))).toBe(true);
    expect(one.pupils.find(({ username }) => username === 'student')?.grade).toBe(DEMO_GRADE);
    expect(one.teachers.map((teacher) => teacher.code)).toEqual(one.plan.teachers.map((teacher) => teacher.code));
  });
});

describe('the second school', () => {
  it('shares codes and sign-ins with the first one, but no name of a teacher', () => {
    const codes = (one: DemoSchool) => new Set(one.plan.teachers.map((teacher) => teacher.code));
    expect([...codes(second)].every((code) => codes(school).has(code))).toBe(true);
    expect(second.plan.grades.every((grade) => school.plan.grades.some((other) => other.code === grade.code))).toBe(
      true,
    );
    const names = new Set(school.plan.teachers.map((teacher) => teacher.lastname));
    expect(second.plan.teachers.some((teacher) => names.has(teacher.lastname))).toBe(false);
  });
});
