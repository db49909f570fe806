import type { Draft } from './drafts.ts';
import { foldName } from './fold.ts';
import type { ChildReference, ImportPerson, Place, RejectedReason } from './records.ts';

/** The rows of one person. */
interface Group {
  readonly key: string;
  readonly drafts: Draft[];
}

const nameOf = ({ lastname, firstname }: Draft) => `${lastname}|${firstname}`.toLowerCase();
/** Folded: the same person may be spelt in two ways, which is for `matching` to ask about. */
const isSameName = (one: Draft, other: Draft) =>
  foldName(one.lastname) === foldName(other.lastname) && foldName(one.firstname) === foldName(other.firstname);

const whoIs = (draft: Draft) => `${draft.type}:${nameOf(draft)}:${draft.birth_date}`;

/** The key of a person within a file: an id, else the name with details that tell namesakes apart. */
function keyOf(draft: Draft): string {
  const { type, external_id, birth_date, email, phone } = draft;
  if (external_id !== null) return `${type}:id:${external_id}`;
  if (type === 'PARENT') return `${type}:${nameOf(draft)}:${(email ?? phone ?? '').toLowerCase()}`;
  return `${type}:${nameOf(draft)}:${birth_date ?? ''}`;
}

export interface Grouped {
  readonly groups: readonly Group[];
  readonly refused: readonly { readonly draft: Draft; readonly reason: RejectedReason }[];
  /** Rows that said again what another said. */
  readonly repeated: number;
  /** People who stand in two classes; the first is taken. */
  readonly two_classes: readonly string[];
}

/** Puts the rows of each person together; refuses all rows of a name that may be two people. */
export function groupDrafts(drafts: readonly Draft[]): Grouped {
  // One child under two ids: neither is taken before somebody says which is right.
  const ids = new Map<string, Set<string>>();
  for (const draft of drafts) {
    if (draft.external_id === null || draft.birth_date === null) continue;
    const known = ids.get(whoIs(draft)) ?? new Set();
    ids.set(whoIs(draft), known.add(draft.external_id));
  }
  const byKey = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = keyOf(withId(draft, ids));
    const known = byKey.get(key);
    if (known) known.push(draft);
    else byKey.set(key, [draft]);
  }
  const groups: Group[] = [];
  const refused: { draft: Draft; reason: RejectedReason }[] = [];
  const two_classes: string[] = [];
  let repeated = 0;
  for (const [key, members] of byKey) {
    const reason = problemOf(members, ids);
    if (reason) {
      refused.push(...members.map((draft) => ({ draft, reason })));
      continue;
    }
    // Once in each list of a program is no repetition.
    const lists = new Set(members.map(({ place: { file, sheet } }) => `${file}\n${sheet ?? ''}`)).size;
    if (members[0]?.type !== 'PARENT') repeated += members.length - lists;
    const [first] = members;
    if (first && members.some((draft) => draft.class !== null && first.class !== null && draft.class !== first.class))
      two_classes.push(`${first.firstname} ${first.lastname}`);
    groups.push({ key, drafts: members });
  }
  return { groups, refused, repeated, two_classes };
}

/** Of two lists of one program often one alone has the id: name and date of birth join them, unless two have them. */
function withId(draft: Draft, ids: ReadonlyMap<string, ReadonlySet<string>>): Draft {
  if (draft.external_id !== null || draft.birth_date === null || draft.type === 'PARENT') return draft;
  const [id, ...others] = ids.get(whoIs(draft)) ?? [];
  return id === undefined || others.length > 0 ? draft : { ...draft, external_id: id };
}

function problemOf(members: readonly Draft[], ids: ReadonlyMap<string, ReadonlySet<string>>): RejectedReason | null {
  const [first] = members;
  if (!first) return null;
  const who = whoIs(first);
  if ((ids.get(who)?.size ?? 0) > 1) return 'person_with_two_ids';
  if (members.length === 1) return null;
  if (first.type === 'PARENT') {
    return first.external_id !== null && members.some((draft) => !isSameName(draft, first)) ? 'id_of_two_people' : null;
  }
  if (members.some(({ external_id }) => external_id !== null)) {
    const isOther = (draft: Draft) => !isSameName(draft, first) || conflicts(draft.birth_date, first.birth_date);
    if (members.some(isOther)) return 'id_of_two_people';
    // A row without the id that stands in another class may be another child of that name.
    const isApart = (draft: Draft) =>
      draft.external_id === null && members.some((one) => conflicts(draft.class, one.class));
    return members.some(isApart) ? 'person_twice' : null;
  }
  if (members.some((draft) => conflicts(draft.class, first.class))) return 'person_twice';
  // Without a date two rows may be two children, unless they are the same to the letter.
  const isRepeated = (draft: Draft) => draft.row.cells.join('\n') === first.row.cells.join('\n');
  return first.birth_date === null && !members.every(isRepeated) ? 'person_twice' : null;
}

const conflicts = (one: string | null, other: string | null) => one !== null && other !== null && one !== other;

/** The first thing that a row says of a person. */
function firstOf<Key extends keyof Draft>(drafts: readonly Draft[], field: Key): Draft[Key] | null {
  return drafts.find((draft) => draft[field] !== null)?.[field] ?? null;
}

function placesOf(drafts: readonly Draft[]): Place[] {
  const seen = new Map(drafts.map(({ place }) => [`${place.file}\n${place.sheet ?? ''}\n${place.line}`, place]));
  return [...seen.values()];
}

/** The person of a group, with the children that were found for them. */
export function toPerson(
  { key, drafts }: Group,
  children: ImportPerson['children'],
  absent_children: readonly ChildReference[],
): ImportPerson {
  const [first] = drafts as [Draft, ...Draft[]];
  return {
    key,
    type: first.type,
    places: placesOf(drafts),
    lastname: first.lastname,
    firstname: first.firstname,
    external_id: firstOf(drafts, 'external_id'),
    birth_date: firstOf(drafts, 'birth_date'),
    sex: firstOf(drafts, 'sex'),
    class: firstOf(drafts, 'class'),
    shortcut: firstOf(drafts, 'shortcut'),
    email: firstOf(drafts, 'email'),
    phone: firstOf(drafts, 'phone'),
    language: firstOf(drafts, 'language'),
    children,
    absent_children,
  };
}
