import { resolveDayMonth } from './dates.ts';

/** A slot that a text names. */
export interface TextSlot {
  date: string;
  hour: string;
}

/** A lesson that a text names: subject or course, and the teacher as a code or as `Frau X`. */
export interface TextLesson {
  subject: string;
  teacher: string | null;
}

/** What could be parsed from `If` or `info`; the whole text is also kept as the comment. */
export interface ChangeText {
  /**
   * `verlegt nach St.6`, `gehalten am Mo (05.01.) St.5`: the target of this lesson, with the lesson if one is named.
   */
  moved_to: { slot: TextSlot; lesson: TextLesson | null }[];
  /** `verlegt von St.6`, `statt Di (19.12.) St.4`: the origin of this lesson. */
  moved_from: TextSlot | null;
  /** `GEO Frau X fällt aus`. */
  cancelled: TextLesson[];
  /** `für GEO Frau X`. */
  instead_of: TextLesson | null;
  /** `selbst.`: the class works alone. */
  is_self_study: boolean;
  /** `neu`. */
  is_new: boolean;
  /** `Prüfung`. */
  is_exam: boolean;
}

const SLOT = /(?:[A-Za-z]{2}\.?\s*\((\d{1,2})\.(\d{1,2})\.\)\s*)?St\.\s*(\d{1,2})/;
const MOVED_TO = new RegExp(`^(.*?)\\s*(?:verlegt nach|gehalten am)\\s+${SLOT.source}`);
const MOVED_FROM = new RegExp(`^(?:verlegt von|statt)\\s+${SLOT.source}`);

function toSlot(day: string | undefined, month: string | undefined, hour: string, date: string): TextSlot | null {
  const resolved = day && month ? resolveDayMonth(Number(day), Number(month), date) : date;
  return resolved === null ? null : { date: resolved, hour: String(Number(hour)) };
}

/** `GEO Frau X`, `GEO Mül` or `GEO`; null for a blank text. */
export function parseLesson(text: string): TextLesson | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const named = /^(.+?)\s+((?:Frau|Herrn?|Hr\.|Fr\.)\s.+)$/.exec(trimmed);
  if (named) return { subject: named[1]!, teacher: named[2]! };
  const blank = trimmed.lastIndexOf(' ');
  return blank < 0
    ? { subject: trimmed, teacher: null }
    : { subject: trimmed.slice(0, blank).trim(), teacher: trimmed.slice(blank + 1) };
}

/**
 * Parses the patterns of docs/import-formats.md, Indiware texts. Parts are joined with `;`, remarks within a part
 * follow a comma; what does not match stays a free text. `date` is the day of the plan.
 */
export function parseChangeText(text: string, date: string): ChangeText {
  const read: ChangeText = {
    moved_to: [],
    moved_from: null,
    cancelled: [],
    instead_of: null,
    is_self_study: false,
    is_new: false,
    is_exam: false,
  };
  for (const part of text.split(';').map((item) => item.trim())) {
    const from = MOVED_FROM.exec(part);
    const to = MOVED_TO.exec(part);
    const cancelled = /^(.+?)\s+fällt aus/.exec(part);
    const instead = /^für\s+([^,]+)/.exec(part);
    if (from) read.moved_from ??= toSlot(from[1], from[2], from[3]!, date);
    else if (to) {
      const slot = toSlot(to[2], to[3], to[4]!, date);
      if (slot) read.moved_to.push({ slot, lesson: parseLesson(to[1]!) });
    } else if (cancelled) {
      const lesson = parseLesson(cancelled[1]!);
      if (lesson) read.cancelled.push(lesson);
    } else if (instead) read.instead_of ??= parseLesson(instead[1]!);
    if (/^selbst\b/.test(part)) read.is_self_study = true;
    if (/^neu\b/i.test(part)) read.is_new = true;
    if (/^Prüfung/.test(part)) read.is_exam = true;
  }
  return read;
}
