import { foldName, hasSpecialLetters } from './fold.ts';
import { type Candidate, type Decisions, type Incoming, type Known, type MatchedBy, matchPeople } from './matching.ts';
import type { ImportPerson, ImportType, RejectedRow } from './records.ts';
import { createRefusedSearch } from './refused.ts';

/** Somebody of the school, archived ones included, as the import compares them. */
export interface SchoolPerson {
  readonly id: number;
  readonly type: ImportType;
  /** Administrators are never archived by an import. */
  readonly is_admin: boolean;
  readonly is_archived: boolean;
  /** A change of the school year has it that they leave: when they are archived is decided already. */
  readonly is_leaving: boolean;
  /** That day has come: they only read. */
  readonly has_left: boolean;
  /** Nobody has used the account yet: the school may still change what its person would otherwise. */
  readonly is_waiting: boolean;
  readonly external_id: string | null;
  readonly lastname: string;
  readonly firstname: string;
  readonly birth_date: string | null;
  readonly sex: string | null;
  readonly class: string | null;
  readonly shortcut: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly children: readonly number[];
}

/** The fields of somebody that the import may change. */
export const CHANGED_FIELDS = [
  'lastname',
  'firstname',
  'external_id',
  'birth_date',
  'sex',
  'class',
  'email',
  'phone',
  'children',
  'archived',
] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

export interface FieldChange {
  readonly field: ChangedField;
  readonly before: string | null;
  readonly after: string | null;
}

export const LINE_KINDS = ['new', 'changed', 'unchanged', 'missing', 'ambiguous', 'rejected'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One person in the plan of an import. */
export interface PlannedPerson {
  readonly kind: Exclude<LineKind, 'rejected'>;
  readonly type: ImportType;
  /** Of the file; null: somebody of the school who is missing there. */
  readonly person: ImportPerson | null;
  /** Of the school; null: somebody new, or not yet known who. */
  readonly user_id: number | null;
  readonly matched_by: MatchedBy | null;
  readonly changes: readonly FieldChange[];
  readonly candidates: readonly Candidate[];
  /** Of parents: children by key of the file, and such as the school knows already. */
  readonly child_ids: readonly number[];
}

export interface PeoplePlan {
  /** Names with letters beyond ASCII lead, then by kind and name. */
  readonly lines: readonly PlannedPerson[];
  /** Parents of children whom nobody knows. */
  readonly unknown_children: readonly ImportPerson[];
  /** Classes of the file that the school does not have. */
  readonly new_classes: readonly string[];
  /** Classes that the file speaks for: whoever of them is not in the file is missing. */
  readonly classes: readonly string[];
  /** More people are missing than usual: archiving them needs a second yes. */
  readonly many_missing: boolean;
}

export interface PlanInput {
  readonly people: readonly ImportPerson[];
  readonly school: readonly SchoolPerson[];
  /** Names of the school's classes. */
  readonly classes: readonly string[];
  readonly decisions: Decisions;
  /** Accounts that are left out: nobody is matched with them, and they are not missing. */
  readonly removed?: ReadonlySet<number>;
  /** Missing people who are not archived all the same. */
  readonly kept?: ReadonlySet<number>;
  /** False: parents are missing when none of their children stays at the school. */
  readonly keeps_parents?: boolean;
  /** The file speaks for every pupil of the school, whatever their class. */
  readonly is_whole?: boolean;
  /** The file tells of changes only: missing are those whom it says to have left, by their ids, and nobody else. */
  readonly delta?: { readonly left_ids: readonly string[] } | null;
  /** Rows that are nobody: who is named there is not missing. */
  readonly rejected?: readonly Pick<RejectedRow, 'reason' | 'cells'>[];
  /** False: accounts of administrators stay as they are, since their key and address open them. */
  readonly changes_admins?: boolean;
}

const NOBODY: ReadonlySet<number> = new Set();

/** Missing more than this share of those whom the file speaks for, or a whole class, is unusual. */
export const MISSING_LIMIT = 0.1;

const childToken = (id: number) => `child:${id}`;
const mailTokens = (email: string | null) => (email === null ? [] : [`mail:${email.toLowerCase()}`]);

function groupsOf(person: Pick<SchoolPerson, 'type' | 'class' | 'shortcut' | 'email'>, children: readonly number[]) {
  if (person.type === 'PARENT') return [...mailTokens(person.email), ...children.map(childToken)];
  if (person.type === 'STUDENT') return person.class === null ? [] : [`class:${person.class}`];
  return [...(person.shortcut === null ? [] : [`code:${person.shortcut}`]), ...mailTokens(person.email)];
}

/**
 * What an import would do, person by person: nothing is merged without certainty, nobody is in it twice, and whoever is
 * missing from the file is told and not touched. Pure: the same people, whatever their order, give the same plan.
 */
export function planPeople({
  people,
  school,
  classes,
  decisions,
  removed = NOBODY,
  kept = NOBODY,
  keeps_parents = true,
  is_whole = false,
  delta = null,
  rejected = [],
  changes_admins = true,
}: PlanInput): PeoplePlan {
  const compared = school.filter(({ id }) => !removed.has(id));
  const toKnown = (person: SchoolPerson): Known => ({ ...person, groups: groupsOf(person, person.children) });
  const isParent = ({ type }: { type: ImportType }) => type === 'PARENT';
  const isOther = (person: { type: ImportType }) => !isParent(person);
  const own = people.filter(isOther);
  const first = matchPeople(
    own.map((person): Incoming => ({ ...person, groups: groupsOf(person, []) })),
    compared.filter(isOther).map(toKnown),
    decisions,
  );
  const idOf = (key: string) => {
    const match = first.get(key);
    return match?.is === 'matched' ? match.id : null;
  };
  const findChild = createSchoolSearch(compared);
  const unknown_children: ImportPerson[] = [];
  const childIds = new Map<string, number[]>();
  const parents = people.filter(isParent).filter((person) => {
    const absent = person.absent_children.map(findChild);
    const ids = [...person.children.map(({ key }) => idOf(key)), ...absent].filter((id) => id !== null);
    childIds.set(
      person.key,
      [...new Set(ids)].toSorted((a, b) => a - b),
    );
    if (!absent.includes(null)) return true;
    unknown_children.push(person);
    return false;
  });
  const second = matchPeople(
    parents.map((person): Incoming => ({ ...person, groups: groupsOf(person, childIds.get(person.key) ?? []) })),
    compared.filter(isParent).map(toKnown),
    decisions,
  );
  const byId = new Map(school.map((person) => [person.id, person]));
  const emails = new Set(
    school.flatMap(({ email, is_archived }) => (email && !is_archived ? [email.toLowerCase()] : [])),
  );
  const lines = [...own, ...parents].map((person): PlannedPerson => {
    const match = first.get(person.key) ?? second.get(person.key) ?? { is: 'new' as const };
    const child_ids = childIds.get(person.key) ?? [];
    const base = { type: person.type, person, child_ids, matched_by: null, candidates: [] };
    if (match.is === 'ambiguous')
      return { ...base, kind: 'ambiguous', user_id: null, changes: [], candidates: match.candidates };
    const known = match.is === 'matched' ? byId.get(match.id) : undefined;
    if (!known) return { ...base, kind: 'new', user_id: null, changes: [] };
    const new_children = person.children.filter(({ key }) => first.get(key)?.is === 'new').length;
    const isOpen = changes_admins || !known.is_admin;
    const changes = isOpen ? changesOf(person, known, { child_ids, new_children, emails }) : [];
    const kind = changes.length > 0 ? 'changed' : 'unchanged';
    const matched_by = match.is === 'matched' ? match.by : null;
    return { ...base, kind, user_id: known.id, matched_by, changes };
  });
  const isRefused = createRefusedSearch(rejected);
  const missing = delta
    ? leftOf(lines, compared, new Set(delta.left_ids))
    : missingOf(lines, own, compared, { is_whole, isRefused });
  const left = keeps_parents ? [] : parentsLeft(lines, missing.lines, { school, compared, kept, isRefused });
  const known = new Set(classes);
  const named = [...new Set(own.flatMap((person) => person.class ?? []))].toSorted();
  return {
    lines: [...lines, ...missing.lines, ...left].toSorted(byInterest(byId)),
    unknown_children,
    new_classes: named.filter((name) => !known.has(name)),
    classes: named,
    many_missing: missing.many,
  };
}

/** Finds a child of an own row of a parent among the school's pupils; null: none, or two alike. */
function createSchoolSearch(school: readonly SchoolPerson[]) {
  const byId = new Map<string, number>();
  const byName = new Map<string, SchoolPerson[]>();
  for (const pupil of school) {
    if (pupil.type !== 'STUDENT' || pupil.is_archived) continue;
    if (pupil.external_id !== null) byId.set(pupil.external_id, pupil.id);
    const name = `${foldName(pupil.lastname)}|${foldName(pupil.firstname)}`;
    byName.set(name, [...(byName.get(name) ?? []), pupil]);
  }
  return (child: ImportPerson['absent_children'][number]): number | null => {
    if (child.external_id !== null) return byId.get(child.external_id) ?? null;
    const named = byName.get(`${foldName(child.lastname)}|${foldName(child.firstname)}`) ?? [];
    const alike = named.length > 1 ? named.filter((pupil) => pupil.class === child.class) : named;
    return alike.length === 1 ? (alike[0]?.id ?? null) : null;
  };
}

/** What the file says otherwise than the school knows it; what it does not say changes nothing. */
function changesOf(
  person: ImportPerson,
  known: SchoolPerson,
  {
    child_ids,
    new_children,
    emails,
  }: { child_ids: readonly number[]; new_children: number; emails: ReadonlySet<string> },
): FieldChange[] {
  const changes: FieldChange[] = [];
  const put = (field: ChangedField, before: string | null, after: string | null) => {
    if (after !== null && before !== after) changes.push({ field, before, after });
  };
  for (const field of ['lastname', 'firstname', 'external_id', 'birth_date', 'class'] as const)
    put(field, known[field], person[field]);
  // What people have entered about themselves stays.
  for (const field of ['sex', 'phone'] as const)
    if (known.is_waiting || known[field] === null) put(field, known[field], person[field]);
  const isFree = person.email !== null && !emails.has(person.email.toLowerCase());
  if (isFree && (known.is_waiting || known.email === null)) put('email', known.email, person.email);
  const added = child_ids.filter((id) => !known.children.includes(id));
  const { length: count } = known.children;
  const after = count + added.length + new_children;
  if (after > count) changes.push({ field: 'children', before: String(count), after: String(after) });
  if (known.is_archived || known.has_left) changes.push({ field: 'archived', before: 'true', after: 'false' });
  return changes;
}

/** Whoever the file names, or may name. */
const namedIn = (lines: readonly PlannedPerson[]) =>
  new Set(lines.flatMap(({ user_id, candidates }) => [user_id, ...candidates.map(({ id }) => id)]));

/** Those whom the file speaks for and does not name: pupils of its classes, staff who came from the same source. */
function missingOf(
  lines: readonly PlannedPerson[],
  people: readonly ImportPerson[],
  school: readonly SchoolPerson[],
  { is_whole, isRefused }: { is_whole: boolean; isRefused: (person: SchoolPerson) => boolean },
) {
  const named = namedIn(lines);
  const classes = new Set(people.flatMap((person) => person.class ?? []));
  const types = new Set(people.map(({ type }) => type));
  const isMeant = (person: SchoolPerson) => {
    if (person.is_archived || person.is_leaving || person.is_admin) return false;
    if (person.type === 'STUDENT')
      return is_whole ? types.has('STUDENT') : person.class !== null && classes.has(person.class);
    return person.type !== 'PARENT' && person.external_id !== null && types.has(person.type);
  };
  const meant = school.filter(isMeant);
  return toMissingOf(
    meant,
    meant.filter((person) => !named.has(person.id) && !isRefused(person)),
  );
}

/** Those whom a file of changes says to have left. */
function leftOf(lines: readonly PlannedPerson[], school: readonly SchoolPerson[], left: ReadonlySet<string>) {
  const named = namedIn(lines);
  const meant = school.filter(
    ({ is_archived, is_leaving, is_admin, external_id }) =>
      !is_archived && !is_leaving && !is_admin && external_id !== null,
  );
  return toMissingOf(
    meant,
    meant.filter(({ id, external_id }) => left.has(external_id ?? '') && !named.has(id)),
  );
}

/** Is it unusual that these are gone of all whom the file speaks for? */
function toMissingOf(meant: readonly SchoolPerson[], gone: readonly SchoolPerson[]) {
  const sizes = new Map<string, number>();
  for (const { class: name } of meant) if (name !== null) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  for (const { class: name } of gone) if (name !== null) sizes.set(name, (sizes.get(name) ?? 0) - 1);
  const isWhole = gone.some(({ class: name }) => name !== null && sizes.get(name) === 0);
  return {
    many: gone.length > 0 && (isWhole || gone.length > meant.length * MISSING_LIMIT),
    lines: gone.map(toMissing),
  };
}

const toMissing = ({ id, type }: SchoolPerson): PlannedPerson => ({
  kind: 'missing',
  type,
  person: null,
  user_id: id,
  matched_by: null,
  changes: [],
  candidates: [],
  child_ids: [],
});

/** Parents of whose children none stays, unless the file names them. */
function parentsLeft(
  lines: readonly PlannedPerson[],
  missing: readonly PlannedPerson[],
  of: {
    readonly school: readonly SchoolPerson[];
    readonly compared: readonly SchoolPerson[];
    readonly kept: ReadonlySet<number>;
    readonly isRefused: (person: SchoolPerson) => boolean;
  },
): PlannedPerson[] {
  const named = namedIn(lines);
  const leaving = new Set(
    missing.flatMap(({ user_id }) => (user_id === null || of.kept.has(user_id) ? [] : [user_id])),
  );
  const staying = new Set(of.school.flatMap(({ id, is_archived }) => (is_archived || leaving.has(id) ? [] : [id])));
  const isLeft = ({ id, type, is_archived, is_admin, children }: SchoolPerson) =>
    type === 'PARENT' &&
    !is_archived &&
    !is_admin &&
    !named.has(id) &&
    children.some((child) => leaving.has(child)) &&
    !children.some((child) => staying.has(child));
  return of.compared.filter((person) => isLeft(person) && !of.isRefused(person)).map(toMissing);
}

const KIND_ORDER: readonly PlannedPerson['kind'][] = ['ambiguous', 'missing', 'new', 'changed', 'unchanged'];

function byInterest(school: ReadonlyMap<number, SchoolPerson>) {
  const nameOf = ({ person, user_id }: PlannedPerson) => {
    const { lastname, firstname } = person ?? school.get(user_id ?? 0) ?? { lastname: '', firstname: '' };
    return `${lastname}|${firstname}`;
  };
  return (one: PlannedPerson, other: PlannedPerson): number => {
    const [a, b] = [nameOf(one), nameOf(other)];
    return (
      Number(hasSpecialLetters(b)) - Number(hasSpecialLetters(a)) ||
      KIND_ORDER.indexOf(one.kind) - KIND_ORDER.indexOf(other.kind) ||
      (a < b ? -1 : a > b ? 1 : (one.user_id ?? 0) - (other.user_id ?? 0)) ||
      ((one.person?.key ?? '') < (other.person?.key ?? '') ? -1 : 1)
    );
  };
}
