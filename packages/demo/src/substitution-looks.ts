import type { ParsedPlan, SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import { weekdayOf } from '@kreide/core/kernel';
import type { SchoolYear } from './calendar.ts';
import { ROOMS, timeOf } from './house.ts';
import type { Random } from './random.ts';
import type { Occurrence, SchoolDay } from './school-day.ts';
import { messagesFor, TEXTS } from './substitution-texts.ts';

/** Everything that a substitution plan can show: the six kinds, the three changes, self-study, and a hidden one. */
export const LOOKS = [
  'teacher',
  'cancelled',
  'room',
  'move',
  'message',
  'self',
  'subject',
  'event',
  'additional',
  'hidden',
] as const;
export type Look = (typeof LOOKS)[number];

const SILENT: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };
const WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'];

/** The state of a day while its changes are made. */
export interface Context {
  plan: ParsedPlan;
  year: SchoolYear;
  day: SchoolDay;
  random: Random;
  touched: Set<Occurrence>;
  absent: Set<string>;
  records: SubstitutionRecord[];
}

type Draft = Partial<SubstitutionRecord> & { look: string; at: number };

function sideOf({ lesson, teacher, room }: Occurrence): SubstitutionSide {
  return { subject: lesson.subject, grades: lesson.grades, teachers: [teacher], bookables: [room] };
}

function add(context: Context, { look, at, ...rest }: Draft): void {
  const hour = String(at);
  const about = rest.lesson ?? rest.to?.grades?.[0] ?? '';
  context.records.push({
    external_id: `${context.day.date} ${hour} ${look} ${about}`,
    date: context.day.date,
    hour,
    ...timeOf(hour),
    kind: null,
    lesson: null,
    from: SILENT,
    to: SILENT,
    comment: null,
    is_hidden: false,
    counterpart: null,
    moved_comment: null,
    ...rest,
  });
}

const slotName = (date: string, hour: number) => `${WEEKDAYS[weekdayOf(date) - 1]} ${hour}. Stunde`;

/** Both ends of a move; each is written on its own day. */
export function moveEnd(
  context: Context,
  occurrence: Occurrence,
  end: 'to' | 'from',
  other: { date: string; hour: number },
  at: number,
): void {
  const name = slotName(other.date, other.hour);
  const kind = end === 'to' ? 'MOVED_TO' : 'MOVED_FROM';
  const [own, peer] = end === 'to' ? ['move-to', 'move-from'] : ['move-from', 'move-to'];
  const external_id = `${other.date} ${other.hour} ${peer} ${occurrence.lesson.external_id}`;
  const hour = String(other.hour);
  context.touched.add(occurrence);
  add(context, {
    look: own,
    at,
    kind,
    lesson: occurrence.lesson.external_id,
    from: sideOf(occurrence),
    to: end === 'to' ? SILENT : sideOf(occurrence),
    counterpart: { date: other.date, hour, ...timeOf(hour), external_id },
    moved_comment: end === 'to' ? `verlegt auf ${name}` : `verlegt von ${name}`,
  });
}

/** A lesson for exactly one whole grade. */
export const isWholeGrade = ({ lesson }: Occurrence) => lesson.course === null && lesson.grades.length === 1;

/** Unchanged lessons of the day, single ones first. */
function candidates(context: Context, fits: (one: Occurrence) => boolean): Occurrence[] {
  const { day, touched, random } = context;
  const open = random.shuffled(day.occurrences.filter((one) => !touched.has(one) && fits(one)));
  return open.sort((a, b) => Number(a.isDouble) - Number(b.isDouble));
}

function substituteFor(context: Context, occurrence: Occurrence): string | null {
  const { plan, day, random, absent } = context;
  const near = new Set(
    plan.lessons
      .filter(({ grades }) => grades.some((g) => occurrence.lesson.grades.includes(g)))
      .flatMap((l) => l.teachers),
  );
  const free = random
    .shuffled(plan.teachers)
    .filter(({ code }) => day.isFree('teacher', code, occurrence.hour) && !absent.has(code));
  return (free.find(({ code }) => near.has(code)) ?? free[0])?.code ?? null;
}

function freeRoom(context: Context, like: string, hour: number): string | null {
  const kind = ROOMS.find((room) => room.code === like)?.kind;
  const rooms = context.random.shuffled(ROOMS.filter((room) => room.kind === kind));
  return rooms.find((room) => context.day.isFree('room', room.code, hour))?.code ?? null;
}

/** Changes one matching lesson; false when there is none. */
export type Maker = (context: Context, fits: (one: Occurrence) => boolean) => boolean;

/** Changes one lesson that fits; `to` and texts come from the look. */
function change(
  look: string,
  build: (context: Context, one: Occurrence) => Partial<SubstitutionRecord> | null,
  rank: (one: Occurrence) => number = () => 0,
): Maker {
  return (context, fits) => {
    for (const one of candidates(context, fits).sort((a, b) => rank(a) - rank(b))) {
      const rest = build(context, one);
      if (rest === null) continue;
      context.touched.add(one);
      add(context, { look, at: one.hour, lesson: one.lesson.external_id, from: sideOf(one), ...rest });
      const { teachers, bookables } = rest.to ?? SILENT;
      for (const code of teachers ?? []) context.day.occupy('teacher', code, one.hour);
      for (const code of bookables ?? []) context.day.occupy('room', code, one.hour);
      return true;
    }
    return false;
  };
}

/** A later lesson of the grade replaces a cancelled one, so that the class can go home earlier. */
function moveForward(context: Context, fits: (one: Occurrence) => boolean): boolean {
  const { day, touched, random } = context;
  for (const late of candidates(context, (one) => fits(one) && isWholeGrade(one) && one.hour >= 4 && !one.isDouble)) {
    const grade = late.lesson.grades[0] as string;
    const gaps = day.occurrences.filter(
      (one) =>
        isWholeGrade(one) &&
        one.lesson.grades[0] === grade &&
        one.hour < late.hour &&
        !one.isDouble &&
        !touched.has(one),
    );
    const gap = random
      .shuffled(gaps)
      .find((one) => day.isFree('teacher', late.teacher, one.hour) && one.lesson !== late.lesson);
    // Classroom lessons stay in the classroom; sport or chemistry needs a free room of its kind in the new period.
    const room =
      gap === undefined || gap.room === late.room ? (gap?.room ?? null) : freeRoom(context, late.room, gap.hour);
    if (gap === undefined || room === null) continue;
    touched.add(gap);
    context.absent.add(gap.teacher);
    day.occupy('teacher', late.teacher, gap.hour);
    day.occupy('room', room, gap.hour);
    add(context, {
      look: 'cancelled',
      at: gap.hour,
      kind: 'CANCLED',
      lesson: gap.lesson.external_id,
      from: sideOf(gap),
    });
    moveEnd(context, late, 'to', { date: day.date, hour: gap.hour }, late.hour);
    moveEnd(context, { ...late, room }, 'from', { date: day.date, hour: late.hour }, gap.hour);
    return true;
  }
  return false;
}

function additional(context: Context, fits: (one: Occurrence) => boolean): boolean {
  const { day, random } = context;
  for (const one of random.shuffled(
    day.occurrences.filter((each) => isWholeGrade(each) && fits(each) && !each.lesson.course),
  )) {
    const { lesson, teacher } = one;
    const grade = lesson.grades[0] as string;
    const hour = [7, 8, 9].find((at) => day.isFree('grade', grade, at) && day.isFree('teacher', teacher, at));
    const room = hour === undefined ? null : freeRoom(context, one.room, hour);
    if (hour === undefined || room === null) continue;
    day.occupy('grade', grade, hour);
    day.occupy('teacher', teacher, hour);
    day.occupy('room', room, hour);
    const to = { subject: lesson.subject, grades: lesson.grades, teachers: [teacher], bookables: [room] };
    add(context, { look: 'additional', at: hour, kind: 'ADDITIONAL', to, comment: random.pick(TEXTS.additional) });
    return true;
  }
  return false;
}

/** How each look is made. */
export const MAKERS: Readonly<Record<Look, Maker>> = {
  // Planners cancel at the edges of a day, so that nobody has to wait in between.
  cancelled: change(
    'cancelled',
    ({ random }) => ({ kind: 'CANCLED', comment: random.pick(TEXTS.cancelled) }),
    ({ hour, isDouble }) => (hour === 1 || hour >= 6 ? 0 : 1) + (isDouble ? 1 : 0),
  ),
  hidden: change('hidden', ({ random }) => ({ kind: 'CANCLED', is_hidden: true, comment: random.pick(TEXTS.hidden) })),
  teacher: change('teacher', (context, one) => {
    const substitute = substituteFor(context, one);
    if (substitute === null) return null;
    return { to: { ...SILENT, teachers: [substitute] }, comment: context.random.pick(TEXTS.teacher) };
  }),
  room: change('room', (context, one) => {
    const room = freeRoom(context, one.room, one.hour);
    return room === null ? null : { to: { ...SILENT, bookables: [room] }, comment: context.random.pick(TEXTS.room) };
  }),
  subject: change('subject', (context, one) => {
    const { plan, day, random } = context;
    const others = plan.lessons.filter(
      (lesson) =>
        lesson.course === null &&
        lesson.grades[0] === one.lesson.grades[0] &&
        lesson.subject !== one.lesson.subject &&
        lesson.teachers.every((code) => day.isFree('teacher', code, one.hour) && !context.absent.has(code)),
    );
    if (others.length === 0 || !isWholeGrade(one)) return null;
    const other = random.pick(others);
    return { to: { ...SILENT, subject: other.subject, teachers: other.teachers }, comment: random.pick(TEXTS.subject) };
  }),
  self: change('self', ({ random }) => ({ to: { ...SILENT, teachers: [] }, comment: random.pick(TEXTS.self) })),
  event: change('event', (context, one) => {
    if (!isWholeGrade(one)) return null;
    const room = context.day.isFree('room', 'AULA', one.hour) ? 'AULA' : one.room;
    const to = { subject: null, grades: one.lesson.grades, teachers: [one.teacher], bookables: [room] };
    return { kind: 'EVENT', to, comment: context.random.pick(TEXTS.event) };
  }),
  message: change('message', ({ random }, one) => ({
    kind: 'MESSAGE',
    to: sideOf(one),
    comment: random.pick(messagesFor(one.lesson.subject)),
  })),
  move: moveForward,
  additional,
};
