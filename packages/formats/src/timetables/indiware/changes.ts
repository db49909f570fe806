import type {
  ParsedPlan,
  ParseOptions,
  SourceFile,
  SubstitutionRecord,
  SubstitutionSide,
} from '@kreide/core/features/timetable-import';
import type { Findings } from '../findings.ts';
import { createFindings, unreadable } from '../findings.ts';
import { warnOfGaps } from '../gaps.ts';
import { createPlan, fillTimes } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { toStableId } from '../stable-id.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { useUnits } from '../used-units.ts';
import type { XmlNode } from '../xml.ts';
import { findChild, findPath, hasLongCode, hasLongText, listChildren, readText } from '../xml-node.ts';
import { splitCourse, splitPeriods } from './codes.ts';
import { parseFileDate, parseLongDate, readFreeDays } from './dates.ts';
import { readExams, toMessage } from './messages.ts';
import { type ChangeText, parseChangeText, type TextLesson } from './texts.ts';

const NOTHING: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };

const listCodes = (value: string): string[] =>
  value
    .split(/[,;]/)
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** `Frau X` is a name and not a code: it stays in the comment. */
function toTeacherCodes(lesson: TextLesson | null): string[] | null {
  return lesson?.teacher && !/^(Frau|Herrn?|Hr\.|Fr\.)\s/.test(lesson.teacher) ? [lesson.teacher] : null;
}

function readFields(action: XmlNode) {
  const text = (name: string) => (readText(action, name) ?? '').trim();
  const isMarked = (name: string) => Object.values(findChild(action, name)?.attributes ?? {}).includes('ae');
  // Teachers' plans have old values in `fach`, `lehrer`, `raum` and new ones in `vfach`, `vlehrer`, `vraum`.
  const hasOld = ['vfach', 'vlehrer', 'vraum'].some((name) => findChild(action, name) !== null);
  const now = (name: string) => text(hasOld ? `v${name}` : name);
  const { classes, course } = splitCourse(text('klasse'));
  const [, absent] = /^\((.+)\)$/.exec(now('lehrer')) ?? [];
  return {
    grades: listCodes(classes),
    course,
    subject: now('fach'),
    teachers: absent === undefined ? listCodes(now('lehrer')) : [],
    absent: absent === undefined ? null : listCodes(absent),
    rooms: listCodes(now('raum')),
    old: hasOld ? { subject: text('fach'), teachers: listCodes(text('lehrer')), rooms: listCodes(text('raum')) } : null,
    is_room_withdrawn: now('raum') === '' && isMarked(hasOld ? 'vraum' : 'raum'),
    info: text('info'),
  };
}

type Fields = ReturnType<typeof readFields>;

/** The lesson before the change: old columns, else according to the text; a teacher in brackets is the absent one. */
function toBefore(fields: Fields, text: ChangeText): SubstitutionSide {
  const named = text.instead_of ?? text.cancelled[0] ?? text.moved_to[0]?.lesson ?? null;
  const { old } = fields;
  return {
    subject: old?.subject || named?.subject || null,
    grades: fields.grades,
    teachers: old && old.teachers.length > 0 ? old.teachers : (fields.absent ?? toTeacherCodes(named)),
    bookables: old && old.rooms.length > 0 ? old.rooms : null,
  };
}

function toChange(fields: Fields, text: ChangeText): Pick<SubstitutionRecord, 'kind' | 'from' | 'to' | 'counterpart'> {
  const from = toBefore(fields, text);
  const to = {
    subject: fields.subject === from.subject ? null : fields.subject || null,
    grades: null,
    teachers: fields.absent || text.is_self_study ? [] : fields.teachers.length > 0 ? fields.teachers : null,
    bookables: fields.is_room_withdrawn ? [] : fields.rooms.length > 0 ? fields.rooms : null,
  };
  const at = (slot: { date: string; hour: string }) => ({ ...slot, begins_at: null, ends_at: null, external_id: null });
  if (/^-{2,}$/.test(fields.subject)) {
    const target = text.moved_to[0]?.slot;
    return { kind: target ? 'MOVED_TO' : 'CANCLED', from, to: NOTHING, counterpart: target ? at(target) : null };
  }
  const whole = { ...to, subject: fields.subject || fields.course, grades: fields.grades };
  if (text.moved_from) return { kind: 'MOVED_FROM', from, to: whole, counterpart: at(text.moved_from) };
  if (text.is_exam) return { kind: 'EVENT', from, to: whole, counterpart: null };
  if (text.is_new) return { kind: 'ADDITIONAL', from: NOTHING, to: whole, counterpart: null };
  return { kind: null, from, to, counterpart: null };
}

/** Fields that contain a text or several codes and may be long. */
const LONG = ['info', 'klasse', 'lehrer', 'raum', 'vlehrer', 'vraum'];

/** One record for each period of an action; null when it was rejected. */
function readAction(action: XmlNode, date: string, file: string, findings: Findings): SubstitutionRecord[] | null {
  const period = readText(action, 'stunde') ?? '';
  const hours = splitPeriods(period);
  if (hours === null) {
    findings.reject(file, { row: action.line, column: 'stunde', value: period }, 'bad_period');
    return null;
  }
  const fields = readFields(action);
  if (hasLongText(action, LONG) || hasLongCode(fields.grades, fields.teachers, fields.rooms)) {
    findings.reject(file, { row: action.line, column: 'aktion', value: readText(action, 'klasse') }, 'too_long');
    return null;
  }
  const change = toChange(fields, parseChangeText(fields.info, date));
  return hours.map((hour) => ({
    external_id: toStableId(
      date,
      hour,
      fields.grades,
      fields.course,
      change.from.subject,
      change.to.subject,
      fields.teachers,
    ),
    date,
    hour,
    begins_at: null,
    ends_at: null,
    lesson: null,
    ...change,
    comment: fields.info || null,
    is_hidden: false,
    moved_comment: null,
  }));
}

/** The document holds several days as siblings (`kopf`, `haupt`, `kopf`, `haupt` …): every `kopf` begins one. */
function splitDays(root: XmlNode, file: SourceFile): { date: string; parts: XmlNode[] }[] {
  const days: { date: string; parts: XmlNode[] }[] = [];
  for (const child of root.children) {
    if (child.name === 'kopf') {
      const date = parseLongDate(readText(child, 'titel') ?? '') ?? parseFileDate(readText(child, 'datei') ?? '');
      const named = date ?? (days.length === 0 ? parseFileDate(file.name) : null);
      if (named === null) throw unreadable(file.name, 'date_missing');
      days.push({ date: named, parts: [] });
    } else days.at(-1)?.parts.push(child);
  }
  return days;
}

function readNotes(part: XmlNode): string[] {
  if (part.name !== 'fuss') return [];
  return listChildren(part, 'fusszeile')
    .map((line) => (readText(line, 'fussinfo') ?? '').trim())
    .filter((line) => line !== '');
}

/**
 * `vp`: changes only, of one or several days (docs/import-formats.md, Indiware changes); the weekly plan stays as it
 * is. The scope runs from the first to the last day of the file. Counts: `substitutions` = accepted `aktion` elements,
 * the others distinct codes.
 */
export function parseChanges(root: XmlNode, file: SourceFile, options: ParseOptions): ParsedPlan {
  const findings = createFindings();
  const days = splitDays(root, file);
  if (days.length === 0) throw unreadable(file.name, 'date_missing');
  let actions = 0;
  const substitutions: SubstitutionRecord[] = [];
  const seen = new Map<string, number>();
  for (const { date, parts } of days) {
    for (const part of parts) {
      const taken = listChildren(part.name === 'haupt' ? part : null, 'aktion').flatMap((action) => {
        const records = readAction(action, date, file.name, findings);
        if (records) actions++;
        return records ?? [];
      });
      const exams = readExams(part.name === 'klausuren' ? part : findPath(part, 'klausuren'), date, []);
      substitutions.push(...taken, ...exams, ...readNotes(part).map((line) => toMessage(date, line)));
    }
  }
  for (const record of substitutions) {
    const times = (seen.get(record.external_id) ?? 0) + 1;
    seen.set(record.external_id, times);
    if (times > 1) record.external_id += `#${times}`;
  }
  const plan = {
    ...createPlan('indiware-vp'),
    times: fillTimes([], options.grid),
    substitutions,
    holidays: readFreeDays(findChild(root, 'freietage')),
  };
  const units = createUnitCollector();
  useUnits(units, plan);
  warnOfGaps(plan, findings);
  const all = units.all();
  const dates = days.map((day) => day.date).sort();
  return {
    ...plan,
    ...all,
    school_year: toPlanYear(null, {}, dates),
    scope: { complete: [], lessons: 'none', substitutions: { from: dates[0]!, to: dates.at(-1)! } },
    counts: {
      lessons: 0,
      placements: 0,
      grades: all.grades.length,
      teachers: all.teachers.length,
      bookables: all.bookables.length,
      subjects: all.subjects.length,
      substitutions: actions,
    },
    warnings: findings.warnings,
    rejected: findings.rejected,
  };
}
