import { appendAudit } from '../../kernel/data/audit.ts';
import {
  coursesOf,
  createUnits,
  deselectCourses,
  endUnits,
  forgetExternalKeys,
  gradesOf,
  listEnrollable,
  listExternalKeys,
  listInUse,
  listTakers,
  saveExternalKeys,
  selectCourses,
  setGrades,
  takeUnitIds,
  updateUnits,
} from '../structure/index.ts';
import { listProvisioned, type ProvisionedRow } from '../users/index.ts';
import type { Asking, Changing, Hearers } from './asking.ts';
import type { GroupKey, GroupKind } from './group-names.ts';
import type { Class, ClassDraft } from './group-resource.ts';
import { SOURCE } from './people.ts';
import { invalidValue, ScimError, taken } from './protocol.ts';

/** Keys of classes and courses are good for every school year. */
const ALWAYS = 0;

type Only = GroupKey | null;

/** The classes in use with their pupils; only that with this id where one is named. */
async function listGrades(asking: Asking, only: Only): Promise<Unkeyed[]> {
  const { db, school_id, today } = asking;
  const grades = (await listInUse(gradesOf(db, school_id))).filter(({ id }) => only === null || id === only.id);
  if (grades.length === 0) return [];
  const people = await listProvisioned(db, school_id, only === null ? {} : { grade_id: only.id }, today);
  const pupils = Map.groupBy(people, ({ grade_id }) => grade_id);
  return grades.map((grade) => ({ ...grade, kind: 'grade' as const, people: pupils.get(grade.id) ?? [] }));
}

/** The courses in use that people are enrolled in, with them. */
async function listCourses(asking: Asking, only: Only): Promise<Unkeyed[]> {
  const { db, school_id, today } = asking;
  const courses = (await listEnrollable(db, school_id, today)).filter(({ id }) => only === null || id === only.id);
  if (courses.length === 0) return [];
  const takers = await listTakers(db, { school_id, course_ids: courses.map(({ id }) => id) }, today);
  const ids = [...new Set(takers.map(({ user_id }) => user_id))];
  const people = ids.length === 0 ? [] : await listProvisioned(db, school_id, { ids }, today);
  const known = new Map(people.filter(({ deleted_at }) => deleted_at === null).map((row) => [row.id, row]));
  const byCourse = Map.groupBy(takers, ({ course_id }) => course_id);
  return courses.map((course) => ({
    ...course,
    kind: 'course' as const,
    people: (byCourse.get(course.id) ?? []).flatMap(({ user_id }) => known.get(user_id) ?? []),
  }));
}

interface Unkeyed extends Pick<Class, 'kind' | 'id' | 'shortcut'> {
  readonly source: string;
  readonly people: readonly ProvisionedRow[];
}

/** The classes and courses in use with their pupils; only that with this id where one is named. */
export async function listGroups(asking: Asking, only: Only = null): Promise<Class[]> {
  const { db, school_id } = asking;
  const groups = [
    ...(only?.kind === 'course' ? [] : await listGrades(asking, only)),
    ...(only?.kind === 'grade' ? [] : await listCourses(asking, only)),
  ];
  if (groups.length === 0) return [];
  const keys = await listExternalKeys(db, school_id, ALWAYS, SOURCE);
  const keyOf = new Map(keys.map(({ entity, external_key, entity_id }) => [`${entity} ${entity_id}`, external_key]));
  return groups.map(({ kind, id, shortcut, source, people }) => ({
    kind,
    id,
    shortcut,
    external_id: keyOf.get(`${kind} ${id}`) ?? null,
    is_own: source === SOURCE,
    members: people.map((row) => ({ id: row.id, uuid: row.uuid, name: `${row.firstname} ${row.lastname}` })),
  }));
}

type Cause = Pick<Changing, 'school_id' | 'now' | 'address' | 'request_id'>;
const causeOf = ({ school_id, now, address, request_id }: Cause) => ({
  school_id,
  now,
  address,
  request_id,
  origin: 'system' as const,
});

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What a group is called in a refusal. */
const WORDS = { grade: 'class', course: 'course' } as const satisfies Record<GroupKind, string>;

const unitsInUse = (
  { db, school_id, today }: Changing,
  kind: GroupKind,
): Promise<{ id: number; shortcut: string }[]> =>
  kind === 'course' ? listEnrollable(db, school_id, today) : listInUse(gradesOf(db, school_id));

/** A short name stands for one class, or one course. */
async function refuseName(changing: Changing, kind: GroupKind, shortcut: string, self: number | null): Promise<void> {
  const others = await unitsInUse(changing, kind);
  if (others.some((other) => other.id !== self && sameName(other.shortcut, shortcut)))
    throw taken(`displayName: there is a ${WORDS[kind]} "${shortcut}".`);
}

async function setKey(
  changing: Changing,
  { kind, id }: GroupKey,
  former: string | null,
  key: string | null,
): Promise<void> {
  const { db, school_id } = changing;
  if (former === key) return;
  const keys = await listExternalKeys(db, school_id, ALWAYS, SOURCE);
  for (const each of ['grade', 'course'] as const) {
    const holder = keys.find(({ entity, external_key }) => entity === each && external_key === key);
    if (!holder || (each === kind && holder.entity_id === id)) continue;
    if ((await unitsInUse(changing, each)).some((unit) => unit.id === holder.entity_id))
      throw taken(`externalId: "${key}" is the key of another group.`);
  }
  const of = { school_id, source: SOURCE };
  if (former !== null) await forgetExternalKeys(db, of, [{ entity: kind, external_key: former }]);
  if (key !== null)
    await saveExternalKeys(db, [{ entity: kind, external_key: key, entity_id: id }], { ...of, school_year_id: ALWAYS });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The pupils with these ids; 400 where one is nobody, or no pupil. */
async function pupilsOf({ db, school_id, today }: Changing, uuids: readonly string[]): Promise<ProvisionedRow[]> {
  const odd = uuids.find((uuid) => !UUID.test(uuid));
  const rows = odd === undefined ? await listProvisioned(db, school_id, { uuids }, today) : [];
  const known = new Set(rows.map(({ uuid }) => uuid));
  const missing = odd ?? uuids.find((uuid) => !known.has(uuid));
  if (missing !== undefined) throw invalidValue(`members: nobody at the school has the id ${missing.slice(0, 100)}.`);
  const other = rows.find(({ type, role }) => type !== 'STUDENT' || role === 'ADMIN');
  if (other) throw invalidValue(`members: ${other.uuid} is no pupil. Only pupils are in a class or a course.`);
  return rows;
}

/** These and nobody else are in the class or course from today on; who comes from another class leaves that. */
async function setMembers(changing: Changing, hearers: Hearers, group: Class, uuids: readonly string[]): Promise<void> {
  const { db, school_id, today, token } = changing;
  const wanted = new Set(uuids);
  const present = new Set(group.members.map(({ uuid }) => uuid));
  const added = await pupilsOf(
    changing,
    uuids.filter((uuid) => !present.has(uuid)),
  );
  const removed = group.members.filter(({ uuid }) => !wanted.has(uuid));
  if (added.length + removed.length === 0) return;
  changing.after(() => hearers.planChanged(school_id));
  if (group.kind === 'course') {
    await enrol(changing, group, { added, removed });
    return;
  }
  const places = [
    ...added.map(({ id, grade_id }) => ({ user_id: id, grade_id: group.id as number | null, former: grade_id })),
    ...removed.map(({ id }) => ({ user_id: id, grade_id: null, former: group.id as number | null })),
  ];
  await setGrades(
    db,
    school_id,
    places.map(({ user_id, grade_id }) => ({ user_id, grade_id })),
    today,
  );
  await appendAudit(
    db,
    places.map(({ user_id, grade_id, former }) => ({
      ...causeOf(changing),
      action: 'scim:audit.place' as const,
      entity: 'users',
      id: user_id,
      before: { grade_id: former },
      after: { grade_id, source: token },
    })),
  );
}

/** The school says it: pupils cannot choose otherwise. */
async function enrol(
  changing: Changing,
  { id: course_id }: Class,
  { added, removed }: { added: readonly { id: number }[]; removed: readonly { id: number }[] },
): Promise<void> {
  const { db, school_id, today, now, token } = changing;
  const decided = { school_id, today, now, is_fixed: true };
  const pairsOf = (people: readonly { id: number }[]) => people.map(({ id }) => ({ user_id: id, course_id }));
  await selectCourses(db, { ...decided, pairs: pairsOf(added) });
  await deselectCourses(db, { ...decided, pairs: pairsOf(removed) });
  await appendAudit(
    db,
    [...added, ...removed].map(({ id }, index) => ({
      ...causeOf(changing),
      action: 'scim:audit.enrolled' as const,
      entity: 'users',
      id,
      before: { course_id: index < added.length ? null : course_id },
      after: { course_id: index < added.length ? course_id : null, source: token },
    })),
  );
}

async function recordClass(changing: Changing, before: Class | null, after: Class | null): Promise<void> {
  const values = (one: Class | null) => one && { name: one.shortcut, external_id: one.external_id };
  const after_ = values(after);
  const isSame = JSON.stringify(values(before)) === JSON.stringify(after_);
  if (isSame) return;
  await appendAudit(changing.db, [
    {
      ...causeOf(changing),
      action: (after ?? before)?.kind === 'course' ? 'scim:audit.course' : 'scim:audit.class',
      entity: (after ?? before)?.kind === 'course' ? 'courses' : 'grades',
      id: (after ?? before)?.id ?? null,
      before: values(before),
      after: after_ && { ...after_, source: changing.token },
    },
  ]);
}

async function reload(changing: Changing, of: GroupKey): Promise<Class> {
  const [found] = await listGroups(changing, of);
  if (!found) throw new ScimError(404, `This ${WORDS[of.kind]} is no longer there.`);
  return found;
}

export async function createGroup(changing: Changing, hearers: Hearers, draft: ClassDraft): Promise<Class> {
  const { db, school_id } = changing;
  const { kind = 'grade', shortcut, external_id = null, members = [] } = draft;
  if (shortcut === undefined) throw invalidValue('displayName is missing.');
  await refuseName(changing, kind, shortcut, null);
  const [id = 0] = await takeUnitIds(db, kind, 1);
  const unit = { id, shortcut, name: shortcut };
  const course = { subject_id: null, grade_ids: [], teacher_ids: [], is_required: false };
  await createUnits(db, kind, [kind === 'course' ? { ...unit, ...course } : unit], { school_id, source: SOURCE });
  await setKey(changing, { kind, id }, null, external_id);
  const made = await reload(changing, { kind, id });
  await setMembers(changing, hearers, made, members);
  const after = members.length > 0 ? await reload(changing, made) : made;
  await recordClass(changing, null, after);
  changing.after(() => hearers.planChanged(school_id));
  return after;
}

async function rename(changing: Changing, { kind, id, shortcut: former, is_own }: Class, shortcut: string) {
  const { db, school_id } = changing;
  if (!is_own)
    throw new ScimError(
      400,
      `displayName: the ${WORDS[kind]} "${former}" comes from the timetable. It is renamed there.`,
      'mutability',
    );
  await refuseName(changing, kind, shortcut, id);
  const named = { id, shortcut, name: shortcut, ended_at: null };
  const [course] = kind === 'course' ? await coursesOf(db, school_id).where('id', '=', id).execute() : [];
  await updateUnits(db, kind, [{ ...course, ...named } as { id: number }], school_id);
}

export async function changeGroup(
  changing: Changing,
  hearers: Hearers,
  group: Class,
  draft: ClassDraft,
): Promise<Class> {
  const { kind = group.kind, shortcut = group.shortcut, external_id = group.external_id, members } = draft;
  if (kind !== group.kind)
    throw new ScimError(400, `displayName: a ${WORDS[group.kind]} does not become a ${WORDS[kind]}.`, 'mutability');
  if (shortcut !== group.shortcut) {
    await rename(changing, group, shortcut);
    changing.after(() => hearers.planChanged(changing.school_id));
  }
  await setKey(changing, group, group.external_id, external_id);
  if (members !== undefined) await setMembers(changing, hearers, group, members);
  const after = await reload(changing, group);
  await recordClass(changing, group, after);
  return after;
}

/** A group that a service has brought ends; those of the timetable stay. */
export async function removeGroup(changing: Changing, hearers: Hearers, group: Class): Promise<void> {
  const { db, school_id, now } = changing;
  const { kind, id, shortcut } = group;
  if (!group.is_own)
    throw new ScimError(403, `The ${WORDS[kind]} "${shortcut}" comes from the timetable: no service removes it.`);
  await setMembers(changing, hearers, group, []);
  await setKey(changing, group, group.external_id, null);
  await endUnits(db, kind, [id], school_id, now);
  await recordClass(changing, group, null);
  changing.after(() => hearers.planChanged(school_id));
}
