import type { LessonRecord, SourceFile, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { weekdayOf } from '@kreide/core/kernel';
import { weekIndex } from '../calendar.ts';
import { timeOf } from '../house.ts';
import { schoolDayOf } from '../school-day.ts';
import { freeDays, longDate, subjectOrCourse, WEEKDAY_NAMES } from './indiware.ts';
import { compact, type ExportSource, element, german, utf8 } from './source.ts';

/** A line of a class's day: its values and which of them are marked as changed. */
interface Entry {
  grades: readonly string[];
  hour: number;
  subject: string;
  course: string;
  teachers: readonly string[];
  rooms: readonly string[];
  number: string;
  info: string;
  marks: { subject: boolean; teacher: boolean; room: boolean };
}

const UNMARKED = { subject: false, teacher: false, room: false };
const MARKED = { subject: true, teacher: true, room: true };

/** Indiware's notation of `verlegt`: `St.2` on the same day, else `Do (26.11.) St.7`. */
function otherEnd(one: SubstitutionRecord): { sameDay: boolean; slot: string } {
  const { date, hour } = one.counterpart ?? { date: one.date, hour: one.hour };
  const day = `${(WEEKDAY_NAMES[weekdayOf(date) - 1] ?? '').slice(0, 2)} (${german(date).slice(0, 6)}) `;
  return { sameDay: date === one.date, slot: `${date === one.date ? '' : day}St.${hour}` };
}

function joined(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

/** All entries of one day as Indiware writes it; hidden changes are not in the printed plan. */
function entriesOf({ school, substitutions }: ExportSource, date: string): Entry[] {
  const today = substitutions.filter((one) => one.date === date && !one.is_hidden);
  const names = new Map(
    school.teachers.map((one) => [one.code, `${one.sex === 'FEMALE' ? 'Frau' : 'Herr'} ${one.lastname}`]),
  );
  const lessonOf = new Map(school.plan.lessons.map((lesson) => [lesson.external_id, lesson]));
  const label = (lesson: LessonRecord) => `${subjectOrCourse(lesson)} ${names.get(lesson.teachers[0] ?? '') ?? ''}`;
  const plain = (lesson: LessonRecord, hour: number, room: string): Entry => ({
    grades: lesson.grades,
    hour,
    subject: subjectOrCourse(lesson),
    course: lesson.course ?? '',
    teachers: lesson.teachers,
    rooms: [room],
    number: lesson.external_id,
    info: '',
    marks: UNMARKED,
  });

  const changed = (entry: Entry, lesson: LessonRecord, one: SubstitutionRecord): Entry => {
    const gone = { ...entry, subject: '---', teachers: [], rooms: [], marks: MARKED };
    if (one.kind === 'CANCLED') return { ...gone, info: joined(`${label(lesson)} fällt aus`, one.comment) };
    if (one.kind === 'MOVED_TO') {
      const { sameDay, slot } = otherEnd(one);
      return {
        ...gone,
        info: sameDay ? `${label(lesson)} verlegt nach ${slot}` : `${label(lesson)} gehalten am ${slot}`,
      };
    }
    if (one.kind === 'MESSAGE') return { ...entry, info: one.comment ?? '' };
    if (one.kind === 'EVENT') {
      return {
        ...entry,
        rooms: one.to.bookables ?? entry.rooms,
        info: joined(one.comment),
        marks: { ...UNMARKED, room: true },
      };
    }
    if (one.to.teachers?.length === 0) {
      return { ...entry, teachers: [], info: joined('selbst.', one.comment), marks: { ...UNMARKED, teacher: true } };
    }
    if (one.to.subject !== null) {
      const { subject, teachers } = one.to;
      return {
        ...entry,
        subject,
        teachers: teachers ?? [],
        info: joined(`für ${label(lesson)}`, one.comment),
        marks: { ...MARKED, room: false },
      };
    }
    if (one.to.bookables !== null) {
      return {
        ...entry,
        rooms: one.to.bookables,
        info: joined('Raumänderung', one.comment),
        marks: { ...UNMARKED, room: true },
      };
    }
    const teachers = one.to.teachers ?? entry.teachers;
    return {
      ...entry,
      teachers,
      info: joined(`für ${label(lesson)}`, one.comment),
      marks: { ...UNMARKED, teacher: true },
    };
  };

  const regular = schoolDayOf(school.plan, date).occurrences.map(({ lesson, hour, room }): Entry => {
    const one = today.find(
      (each) => each.lesson === lesson.external_id && each.hour === String(hour) && each.kind !== 'MOVED_FROM',
    );
    const entry = plain(lesson, hour, room);
    return one === undefined ? entry : changed(entry, lesson, one);
  });
  const inserted = today.flatMap((one): Entry[] => {
    const hour = Number(one.hour);
    const lesson = lessonOf.get(one.lesson ?? '');
    const rooms = one.to.bookables ?? [];
    if (one.kind === 'MOVED_FROM' && lesson !== undefined) {
      const { sameDay, slot } = otherEnd(one);
      const entry = plain(lesson, hour, rooms[0] ?? '');
      return [{ ...entry, info: sameDay ? `verlegt von ${slot}` : `statt ${slot}`, marks: MARKED }];
    }
    if (one.kind !== 'ADDITIONAL') return [];
    const { subject, grades, teachers } = one.to;
    const info = joined('neu', one.comment);
    return [
      {
        grades: grades ?? [],
        hour,
        subject: subject ?? '',
        course: '',
        teachers: teachers ?? [],
        rooms,
        number: '',
        info,
        marks: MARKED,
      },
    ];
  });
  return [...regular, ...inserted].sort((a, b) => a.hour - b.hour);
}

function standard(entry: Entry): string {
  const { begins_at, ends_at } = timeOf(String(entry.hour));
  const mark = (name: string, isMarked: boolean): Record<string, string> =>
    isMarked ? { [`${name}Ae`]: `${name}Geaendert` } : {};
  return [
    '          <Std>',
    element('St', entry.hour),
    element('Beginn', begins_at),
    element('Ende', ends_at),
    element('Fa', entry.subject, mark('Fa', entry.marks.subject)),
    entry.course === '' ? '' : element('Ku2', entry.course),
    element('Le', entry.teachers.join(' '), mark('Le', entry.marks.teacher)),
    element('Ra', entry.rooms.join(' '), mark('Ra', entry.marks.room)),
    entry.number === '' ? '' : element('Nr', entry.number),
    element('If', entry.info),
    '</Std>\n',
  ].join('');
}

/** The complete plan of one day with changes applied, root `<VpMobil>` (docs/import-formats.md, Indiware day plan). */
export function vpMobilFile(source: ExportSource, date: string): SourceFile {
  const { plan, anchor } = source.school;
  const entries = entriesOf(source, date);
  const hours = plan.times
    .filter((time) => time.type === 'LESSON')
    .map((time) => element('KlSt', time.hour, { ZeitVon: time.begins_at, ZeitBis: time.ends_at }))
    .join('');
  const classes = plan.grades.map(({ code }) => {
    const courses = plan.courses
      .filter((course) => course.grades.includes(code))
      .flatMap((course) =>
        course.teachers.map((teacher) => `<Ku>${element('KKz', course.code, { KLe: teacher })}</Ku>`),
      );
    const units = plan.lessons
      .filter((lesson) => lesson.grades.includes(code))
      .map((lesson) => {
        const group: Record<string, string> = lesson.course === null ? {} : { UeGr: lesson.course };
        const values = { UeLe: lesson.teachers[0] ?? '', UeFa: lesson.subject ?? '', ...group };
        return `<Ue>${element('UeNr', lesson.external_id, values)}</Ue>`;
      });
    const own = entries.filter((entry) => entry.grades.includes(code)).map(standard);
    return [
      `    <Kl>\n      ${element('Kurz', code)}<Hash></Hash>\n      <KlStunden>${hours}</KlStunden>\n`,
      `      <Kurse>${courses.join('')}</Kurse>\n      <Unterricht>${units.join('')}</Unterricht>\n`,
      `      <Pl>\n${own.join('')}      </Pl>\n    </Kl>\n`,
    ].join('');
  });
  const name = `PlanKl${compact(date)}.xml`;
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>\n<VpMobil>\n  <Kopf>',
    element('planart', 'K'),
    element('zeitstempel', `${german(date)}, 06:40`),
    element('DatumPlan', longDate(date)),
    element('datei', name),
    element('nativ', 1),
    element('woche', weekIndex(date, anchor) + 1),
    element('tageprowoche', 5),
    element('schulnummer', ''),
    '</Kopf>\n  <FreieTage>',
    ...freeDays(source.school).map((day) => element('ft', day)),
    '</FreieTage>\n  <Klassen>\n',
    ...classes,
    '  </Klassen>\n  <ZusatzInfo>',
    element('ZiZeile', 'Die Bücherei hat heute bis 15.30 Uhr geöffnet.'),
    '</ZusatzInfo>\n</VpMobil>\n',
  ].join('');
  return utf8(name, text);
}

/** Only the changes, all days of the source in one document, root `<vp>` (docs/import-formats.md, Indiware changes). */
export function vpFile(source: ExportSource): SourceFile {
  const { school, days } = source;
  const parts = days.map((date) => {
    const isChanged = ({ marks, info }: Entry) => marks.subject || marks.teacher || marks.room || info !== '';
    const mark = (name: string, isMarked: boolean): Record<string, string> =>
      isMarked ? { [`${name}geaendert`]: 'ae' } : {};
    const actions = entriesOf(source, date)
      .filter(isChanged)
      .map((entry) => {
        const grades = entry.grades.join(',');
        return [
          '    <aktion>',
          element('klasse', entry.course === '' ? grades : `${grades}/ ${entry.course}`),
          element('stunde', entry.hour),
          element('fach', entry.subject, mark('fa', entry.marks.subject)),
          element('lehrer', entry.teachers.join(','), mark('le', entry.marks.teacher)),
          element('raum', entry.rooms.join(','), mark('ra', entry.marks.room)),
          element('info', entry.info),
          '</aktion>\n',
        ].join('');
      });
    const week = weekIndex(date, school.anchor) === 0 ? 'A' : 'B';
    return [
      '  <kopf>',
      element('datei', `VplanKl${compact(date)}.xml`),
      element('titel', `${longDate(date)} (${week}-Woche)`),
      element('schulname', school.name),
      element('datum', `${german(date)}, 06:40`),
      '<kopfinfo></kopfinfo></kopf>\n  <haupt>\n',
      ...actions,
      '  </haupt>\n',
    ].join('');
  });
  const foot =
    '  <fuss><fusszeile><fussinfo>Änderungen bitte bis zur ersten großen Pause melden.</fussinfo></fusszeile></fuss>\n';
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<vp>\n${parts.join('')}${foot}</vp>\n`;
  return utf8('VplanKl.xml', text);
}
