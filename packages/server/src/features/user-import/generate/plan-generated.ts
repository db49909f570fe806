import {
  type GeneratedPerson,
  outcomeOf,
  type PlannedPerson,
  planPeople,
  type RunCounts,
  toImportPerson,
} from '@kreide/core/features/user-import';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradesOf, listInUse } from '../../structure/index.ts';
import { loadSchool, toNewLine } from '../planning.ts';
import type { StoredOverview } from '../stored.ts';

/** The ids of typed lists belong to nobody in particular. */
export const GENERATED_SOURCE = 'list';

/** What makes two rows the same person: without a birth date or an id nothing else tells namesakes apart. */
const identityOf = ({ type, lastname, firstname, class: grade, birth_date, external_id }: GeneratedPerson) =>
  JSON.stringify([type, lastname.trim().toLowerCase(), firstname.trim().toLowerCase(), grade, birth_date, external_id]);

/** Rows whose key or person stood there before. */
function findRepeated(people: readonly GeneratedPerson[]): Set<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const [position, person] of people.entries()) {
    const names = [identityOf(person), ...(person.key === undefined ? [] : [`key:${person.key}`])];
    if (names.some((name) => seen.has(name))) repeated.add(position);
    for (const name of names) seen.add(name);
  }
  return repeated;
}

/** The only one of the school who has the name of somebody of the list, where nothing but a birth date is missing. */
function namesakeOf({ kind, person, candidates }: PlannedPerson): [string, number][] {
  const [only] = candidates;
  if (kind !== 'ambiguous' || person === null || candidates.length !== 1) return [];
  return only?.reason === 'no_birth_date' ? [[person.key, only.id]] : [];
}

/** Compares a list with the school: who is made, who only gets a code, and who is left out and why. */
export async function planGenerated(db: Kysely<DB>, schoolId: number, people: readonly GeneratedPerson[], now: Date) {
  const school = await loadSchool(db, schoolId, GENERATED_SOURCE, now);
  const classes = (await listInUse(gradesOf(db, schoolId))).map(({ shortcut }) => shortcut);
  const repeated = findRepeated(people);
  const keyOf = (person: GeneratedPerson, position: number) => person.key ?? `#${position}`;
  const compared = people.flatMap((person, position) =>
    repeated.has(position) ? [] : [toImportPerson(person, position, keyOf(person, position))],
  );
  const first = planPeople({ people: compared, school, classes, decisions: new Map() });
  // Typed lists have no birth dates: one person of the same name is that person, and at most gets a new code.
  const decisions = new Map(first.lines.flatMap(namesakeOf));
  const plan = decisions.size > 0 ? planPeople({ people: compared, school, classes, decisions }) : first;
  const lineOf = new Map(plan.lines.flatMap((line) => (line.person ? [[line.person.key, line] as const] : [])));
  const byId = new Map(school.map((person) => [person.id, person]));
  const planned: PlannedPerson[] = [];
  const outcomes = people.map((person, position) => {
    const line = repeated.has(position) ? undefined : lineOf.get(keyOf(person, position));
    const known = byId.get(line?.user_id ?? 0);
    const outcome = repeated.has(position) ? 'repeated' : outcomeOf(line, known);
    // Who waits already stays as the school knows them.
    if (line && outcome === 'new') planned.push(line);
    if (line && outcome === 'waiting') planned.push({ ...line, kind: 'unchanged', changes: [] });
    const { lastname, firstname, class: grade = null } = person;
    return { position, name: `${lastname}, ${firstname}`, class: known?.class ?? grade, outcome };
  });
  const named = new Set(planned.flatMap(({ kind, person }) => (kind === 'new' ? (person?.class ?? []) : [])));
  const counts: RunCounts = { new: 0, changed: 0, unchanged: 0, missing: 0, ambiguous: 0, rejected: 0 };
  for (const { outcome } of outcomes)
    counts[outcome === 'new' || outcome === 'ambiguous' ? outcome : outcome === 'waiting' ? 'unchanged' : 'rejected'] +=
      1;
  const overview: StoredOverview = {
    counts,
    columns: [],
    notes: [],
    many_missing: false,
    classes: [...named].toSorted(),
    new_classes: [...named].filter((name) => !classes.includes(name)).toSorted(),
  };
  return { outcomes, overview, lines: planned.map((line, position) => toNewLine(line, position, byId)) };
}
