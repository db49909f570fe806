import { foldName, isCompatibleFirstname } from './fold.ts';
import type { ImportType } from './records.ts';

/** The fields by which people are compared, on both sides. */
export interface Comparable {
  readonly type: ImportType;
  /** Of the source that the file comes from. */
  readonly external_id: string | null;
  readonly lastname: string;
  readonly firstname: string;
  readonly birth_date: string | null;
  /** What else tells namesakes apart: the class of a pupil, the short name of a teacher, address and children of a parent. */
  readonly groups: readonly string[];
}
export interface Incoming extends Comparable {
  readonly key: string;
}
export interface Known extends Comparable {
  readonly id: number;
}

/** How certain a match was made, the surest first. */
export const MATCHED_BY = ['decision', 'external_id', 'name_birth_date', 'first_name_part', 'name_group'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** Why somebody may be the same person; texts below `candidates`. */
export const CANDIDATE_REASONS = [
  'reused_id',
  'other_id',
  'namesakes',
  'swapped_names',
  'renamed',
  'no_birth_date',
  'twin_or_renamed',
  'other_birth_date',
] as const;
export type CandidateReason = (typeof CANDIDATE_REASONS)[number];

/** Most people who are shown as possibly the same. */
const CANDIDATES = 10;

/** Somebody at the school who may be the person of the file. */
export interface Candidate {
  readonly id: number;
  /** 0 to 1. */
  readonly score: number;
  readonly reason: CandidateReason;
}

export type Match =
  | { readonly is: 'matched'; readonly id: number; readonly by: MatchedBy }
  | { readonly is: 'new' }
  /** Nobody is merged before a person has said who it is. */
  | { readonly is: 'ambiguous'; readonly candidates: readonly Candidate[] };

/** What somebody decided about people of the file, by key: who it is; null: nobody whom the school knows. */
export type Decisions = ReadonlyMap<string, number | null>;

interface Folded<T extends Comparable> {
  readonly of: T;
  readonly last: string;
  readonly first: string;
  readonly full: string;
}

const fold = <T extends Comparable>(of: T): Folded<T> => {
  const [last, first] = [foldName(of.lastname), foldName(of.firstname)];
  return { of, last, first, full: `${of.type}|${last}|${first}` };
};

/** Groups by every key that an item has. */
function indexBy<T>(items: Iterable<T>, keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const index = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const found = index.get(key);
      if (found) found.push(item);
      else index.set(key, [item]);
    }
  }
  return index;
}

const differ = (one: string | null, other: string | null) => one !== null && other !== null && one !== other;
const same = (one: string | null, other: string | null) => one !== null && one === other;

/**
 * Does an equal id stand for the same person? Two of last name, first name and birth date have to agree; without birth dates
 * the first name, because lists that number their rows give the id of one sibling to the next.
 */
function provesId(one: Folded<Comparable>, other: Folded<Comparable>): boolean {
  const isFirst = isCompatibleFirstname(one.of.firstname, other.of.firstname);
  const hasBoth = one.of.birth_date !== null && other.of.birth_date !== null;
  if (!hasBoth) return isFirst;
  return [one.last === other.last, isFirst, same(one.of.birth_date, other.of.birth_date)].filter(Boolean).length >= 2;
}

/**
 * Who of the file is who at the school. Certain are, in this order: a decision, an id whose name or birth date agrees, name
 * and birth date, the same with a part of the first name, name and class (or address) without a namesake. Each only
 * when it is unique on both sides. All else is for a person to say. Nobody is matched twice; the order of neither side
 * matters; never throws.
 */
export function matchPeople(
  incoming: readonly Incoming[],
  known: readonly Known[],
  decisions: Decisions = new Map(),
): Map<string, Match> {
  const people = incoming.map(fold).toSorted((a, b) => (a.of.key < b.of.key ? -1 : 1));
  const school = known.map(fold).toSorted((a, b) => a.of.id - b.of.id);
  const matches = new Map<string, Match>();
  const open = new Set(people);
  const free = new Set(school);
  const doubts = new Map<string, Candidate[]>();
  const doubt = (one: Folded<Incoming>, other: Folded<Known>, score: number, reason: CandidateReason) => {
    const found = doubts.get(one.of.key) ?? [];
    if (!found.some(({ id }) => id === other.of.id)) found.push({ id: other.of.id, score, reason });
    doubts.set(one.of.key, found);
  };
  const match = (one: Folded<Incoming>, other: Folded<Known>, by: MatchedBy) => {
    matches.set(one.of.key, { is: 'matched', id: other.of.id, by });
    open.delete(one);
    free.delete(other);
  };

  decide(people, school, decisions, match, (one) => {
    matches.set(one.of.key, { is: 'new' });
    open.delete(one);
  });

  const [namesHere, namesThere] = [indexBy(people, ({ full }) => [full]), indexBy(school, ({ full }) => [full])];
  const bornAs = ({ of, full }: Folded<Comparable>) => (of.birth_date === null ? [] : [`${full}|${of.birth_date}`]);
  const idOf = ({ of }: Folded<Comparable>) => (of.external_id === null ? [] : [`${of.type}|${of.external_id}`]);
  const schoolByBorn = indexBy(free, bornAs);
  const peopleById = indexBy(open, idOf);
  for (const [id, [other, ...rest]] of indexBy(free, idOf)) {
    const named = peopleById.get(id) ?? [];
    const [one] = named;
    if (!one || !other || named.length > 1 || rest.length > 0) continue;
    const elsewhere = bornAs(one).flatMap((key) => schoolByBorn.get(key) ?? []);
    // Whose name is not the same, and whose birth date proves nothing, is no one else by name either.
    const isRenamed = one.full !== other.full && !same(one.of.birth_date, other.of.birth_date);
    const isContradicted =
      (elsewhere.length > 0 && !elsewhere.includes(other)) ||
      (isRenamed && (namesThere.has(one.full) || namesHere.has(other.full)));
    if (provesId(one, other) && !isContradicted) match(one, other, 'external_id');
    else doubt(one, other, 0.5, 'reused_id');
  }

  /** Pairs of the rest that are alike in `keysOf`, and alone in it on both sides. */
  const pair = (
    keysOf: (side: Folded<Comparable>) => readonly string[],
    by: MatchedBy,
    score: number,
    accept: (one: Folded<Incoming>, other: Folded<Known>) => CandidateReason | null,
  ) => {
    const [left, right] = [indexBy(open, keysOf), indexBy(free, keysOf)];
    const pairs: [Folded<Incoming>, Folded<Known>][] = [];
    for (const [key, ones] of left) {
      const others = right.get(key) ?? [];
      for (const one of ones) {
        const isAlone = ones.length === 1 && others.length === 1;
        for (const other of others.slice(0, CANDIDATES)) {
          const isAlike = isCompatibleFirstname(one.of.firstname, other.of.firstname);
          const reason = isAlone ? accept(one, other) : isAlike ? 'namesakes' : 'twin_or_renamed';
          if (reason) doubt(one, other, score, reason);
          else pairs.push([one, other]);
        }
      }
    }
    // Found by several groups: the same pair twice is one pair, two pairs of one person are none.
    const partners = indexBy(pairs, ([one, other]) => [`<${one.of.key}`, `>${other.of.id}`]);
    for (const [one, other] of pairs) {
      if (doubts.has(one.of.key) || !open.has(one) || !free.has(other)) continue;
      const around = [...(partners.get(`<${one.of.key}`) ?? []), ...(partners.get(`>${other.of.id}`) ?? [])];
      if (around.every(([left, right]) => left === one && right === other)) match(one, other, by);
      else doubt(one, other, score, 'namesakes');
    }
  };
  const idsDiffer = (one: Folded<Incoming>, other: Folded<Known>) =>
    differ(one.of.external_id, other.of.external_id) ? 'other_id' : null;

  pair(bornAs, 'name_birth_date', 0.95, idsDiffer);
  pair(
    ({ of, last }) => (of.birth_date === null ? [] : [`${of.type}|${last}|${of.birth_date}`]),
    'first_name_part',
    0.9,
    (one, other) =>
      isCompatibleFirstname(one.of.firstname, other.of.firstname) ? idsDiffer(one, other) : 'twin_or_renamed',
  );
  pair(
    ({ of, full }) => of.groups.map((group) => `${full}|${group}`),
    'name_group',
    0.85,
    (one, other) => {
      if (differ(one.of.birth_date, other.of.birth_date)) return 'other_birth_date';
      const isLonely = namesHere.get(one.full)?.length === 1 && namesThere.get(one.full)?.length === 1;
      return one.of.type === 'STUDENT' && !isLonely ? 'namesakes' : idsDiffer(one, other);
    },
  );
  propose(open, free, doubt);
  // A person who is matched by now is no candidate any more.
  const left = new Set([...free].map(({ of }) => of.id));
  for (const one of open) {
    const candidates = (doubts.get(one.of.key) ?? [])
      .filter(({ id }) => left.has(id))
      .toSorted((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, CANDIDATES);
    matches.set(one.of.key, candidates.length > 0 ? { is: 'ambiguous', candidates } : { is: 'new' });
  }
  return matches;
}

/** Carries decisions out; one about somebody who is taken already, or of another kind, counts for nothing. */
function decide(
  people: readonly Folded<Incoming>[],
  school: readonly Folded<Known>[],
  decisions: Decisions,
  match: (one: Folded<Incoming>, other: Folded<Known>, by: MatchedBy) => void,
  add: (one: Folded<Incoming>) => void,
): void {
  if (decisions.size === 0) return;
  const byId = new Map(school.map((other) => [other.of.id, other]));
  const byKey = new Map(people.map((one) => [one.of.key, one]));
  const taken = new Set<number>();
  // In the order of the keys: which of two decisions about one person counts does not depend on the file.
  for (const [key, id] of [...decisions].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const one = byKey.get(key);
    const other = id === null ? undefined : byId.get(id);
    if (!one) continue;
    if (id === null) add(one);
    else if (other && other.of.type === one.of.type && !taken.has(id)) {
      taken.add(id);
      match(one, other, 'decision');
    }
  }
}

/** Weaker likeness of those who are left, to be shown side by side. */
function propose(
  open: ReadonlySet<Folded<Incoming>>,
  free: ReadonlySet<Folded<Known>>,
  doubt: (one: Folded<Incoming>, other: Folded<Known>, score: number, reason: CandidateReason) => void,
): void {
  const born = ({ of }: Folded<Comparable>) => (of.birth_date === null ? [] : [`${of.type}|${of.birth_date}`]);
  const byBorn = indexBy(free, born);
  const byName = indexBy(free, ({ full }) => [full]);
  for (const one of open) {
    for (const other of born(one)
      .flatMap((key) => byBorn.get(key) ?? [])
      .slice(0, CANDIDATES * 10)) {
      const isSwapped = one.last === other.first && one.first === other.last;
      const isFirst = isCompatibleFirstname(one.of.firstname, other.of.firstname);
      const isLast = one.last === other.last;
      const inGroup = one.of.groups.some((group) => other.of.groups.includes(group));
      if (isFirst && isLast) doubt(one, other, 0.9, 'namesakes');
      else if (isSwapped) doubt(one, other, 0.85, 'swapped_names');
      else if (isFirst) doubt(one, other, inGroup ? 0.8 : 0.5, 'renamed');
      else if (isLast) doubt(one, other, inGroup ? 0.6 : 0.5, 'twin_or_renamed');
    }
    for (const other of (byName.get(one.full) ?? []).slice(0, CANDIDATES)) {
      const inGroup = one.of.groups.some((group) => other.of.groups.includes(group));
      if (!differ(one.of.birth_date, other.of.birth_date)) doubt(one, other, inGroup ? 0.8 : 0.6, 'no_birth_date');
      else if (inGroup) doubt(one, other, 0.4, 'other_birth_date');
    }
  }
}
