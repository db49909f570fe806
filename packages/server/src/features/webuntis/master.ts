import type { Holiday, Period, SchoolYear, SubjectUnit, Unit } from '@kreide/core/features/structure';
import { toDateNumber, toTimeNumber } from './numbers.ts';

/** A teacher's record with the grades that the teacher leads. */
interface Teacher {
  id: number;
  shortcut: string;
  title: string | null;
  firstname: string | null;
  lastname: string | null;
  grade_id: number | null;
  co_grade_id: number | null;
}

const HEX = /^#([0-9a-f]{6})$/i;

export const toUnit = ({ id, shortcut, name }: Unit) => ({
  id,
  name: shortcut,
  longName: name ?? shortcut,
  alternateName: '',
  active: true,
});

/** Colours are sent where the school chose its own. */
export function toSubject({ color, ...unit }: SubjectUnit) {
  const own = HEX.exec(color)?.[1];
  return { ...toUnit(unit), ...(own ? { foreColor: '000000', backColor: own.toLowerCase() } : {}) };
}

/** A class with its class teachers. */
export function toKlasse(grade: Unit, teachers: readonly Teacher[]) {
  const { alternateName: _, ...klasse } = toUnit(grade);
  const first = teachers.find((teacher) => teacher.grade_id === grade.id);
  const second = teachers.find((teacher) => teacher.co_grade_id === grade.id);
  return {
    ...klasse,
    ...(first ? { teacher1: first.id } : {}),
    ...(second ? { teacher2: second.id } : {}),
  };
}

/** What every member sees of a teacher in the app, and no more. */
export const toTeacher = (teacher: Teacher) => ({
  id: teacher.id,
  name: teacher.shortcut,
  foreName: teacher.firstname ?? '',
  longName: teacher.lastname ?? teacher.shortcut,
  title: teacher.title ?? '',
  active: true,
});

export const toStudent = ({ id, firstname, lastname }: { id: number; firstname: string; lastname: string }) => ({
  id,
  key: String(id),
  name: `${firstname} ${lastname}`,
  foreName: firstname,
  longName: lastname,
  gender: '',
});

export const toHoliday = ({ id, name, shortcut, begins_at, ends_at }: Holiday & { id: number }) => ({
  id,
  name: shortcut ?? name,
  longName: name,
  startDate: toDateNumber(begins_at),
  endDate: toDateNumber(ends_at),
});

export const toSchoolyear = ({ id, name, begins_at, ends_at }: SchoolYear) => ({
  id,
  name: name.replaceAll(' ', ''),
  startDate: toDateNumber(begins_at),
  endDate: toDateNumber(ends_at),
});

/**
 * The time grid by weekday (1 = Sunday, 2 = Monday …): the days that the school shows, and others with their own times.
 */
export function toTimegrid(times: readonly Period[], daysToShow: number) {
  const lessons = times.filter(({ type, is_hidden }) => type === 'LESSON' && !is_hidden);
  return [7, 1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    const own = lessons.filter((time) => time.weekday === weekday || (time.weekday === null && weekday <= daysToShow));
    if (own.length === 0) return [];
    const timeUnits = own.map(({ hour, begins_at, ends_at }) => ({
      name: hour,
      startTime: toTimeNumber(begins_at),
      endTime: toTimeNumber(ends_at),
    }));
    return [{ day: (weekday % 7) + 1, timeUnits }];
  });
}

/** Colours of kinds of lessons and changes: schools cannot change them, so they are the same for all. */
export const STATUS_DATA = {
  lstypes: [
    { ls: { foreColor: '000000', backColor: 'ffffff' } },
    { oh: { foreColor: '000000', backColor: 'e6e3e1' } },
    { sb: { foreColor: '000000', backColor: 'c9e7d8' } },
    { bs: { foreColor: '000000', backColor: 'cfd8f3' } },
    { ex: { foreColor: '000000', backColor: 'f6e3a1' } },
  ],
  codes: [
    { cancelled: { foreColor: '000000', backColor: 'e4b4b4' } },
    { irregular: { foreColor: '000000', backColor: 'c8b7e6' } },
  ],
} as const;
