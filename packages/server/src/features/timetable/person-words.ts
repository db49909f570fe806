import type { PlanSnapshot } from './snapshot.ts';

interface Words {
  /** Last names. */
  readonly names: RegExp | null;
  /** Last names and short names. */
  readonly all: RegExp | null;
}
const known = new WeakMap<PlanSnapshot, Words>();

/** Names of teachers as words of a text; a short name that is also that of a subject or grade is not one. */
function wordsOf(snapshot: PlanSnapshot): Words {
  const kept = known.get(snapshot);
  if (kept) return kept;
  const shared = new Set([...snapshot.subjects.values(), ...snapshot.grades.values()].map(({ shortcut }) => shortcut));
  const teachers = [...snapshot.teachers.values()];
  const names = teachers.flatMap(({ lastname }) => (lastname && lastname.length > 1 ? [lastname] : []));
  const codes = teachers.flatMap(({ shortcut }) => (shortcut.length > 1 && !shared.has(shortcut) ? [shortcut] : []));
  const words = { names: toPattern(names), all: toPattern([...names, ...codes]) };
  known.set(snapshot, words);
  return words;
}

function toPattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/** Does a text name a teacher? By last name, with `codes` also by short name. */
export function namesTeacher(snapshot: PlanSnapshot, text: string, codes: boolean): boolean {
  const pattern = wordsOf(snapshot)[codes ? 'all' : 'names'];
  return pattern !== null && text.search(pattern) >= 0;
}

/** The text without names of teachers: courses are often called by who gives them. */
export function withoutTeachers(snapshot: PlanSnapshot, text: string, codes: boolean): string {
  const pattern = wordsOf(snapshot)[codes ? 'all' : 'names'];
  if (pattern === null || text.search(pattern) < 0) return text;
  return text
    .replace(pattern, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:/_-]+|[\s,;:/_-]+$/g, '');
}
