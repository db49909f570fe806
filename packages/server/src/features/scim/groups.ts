import { appendAudit } from '../../kernel/data/audit.ts';
import {
  createUnits,
  endUnits,
  forgetExternalKeys,
  gradesOf,
  listExternalKeys,
  listInUse,
  saveExternalKeys,
  setGrades,
  takeUnitIds,
  updateUnits,
} from '../structure/index.ts';
import { listProvisioned, type ProvisionedRow } from '../users/index.ts';
import type { Asking, Changing, Hearers } from './asking.ts';
import type { Class, ClassDraft } from './group-resource.ts';
import { SOURCE } from './people.ts';
import { invalidValue, ScimError, taken } from './protocol.ts';

/** Keys of classes are good for every school year. */
const ALWAYS = 0;

/** The classes in use with their pupils; only that with this id where one is named. */
export async function listClasses(asking: Asking, only: number | null = null): Promise<Class[]> {
  const { db, school_id, today } = asking;
  const grades = (await listInUse(gradesOf(db, school_id))).filter(({ id }) => only === null || id === only);
  if (grades.length === 0) return [];
  const keys = await listExternalKeys(db, school_id, ALWAYS, SOURCE);
  const keyOf = new Map(
    keys.flatMap(({ entity, external_key, entity_id }) =>
      entity === 'grade' ? [[entity_id, external_key] as const] : [],
    ),
  );
  const people = await listProvisioned(db, school_id, only === null ? {} : { grade_id: only }, today);
  const pupils = Map.groupBy(people, ({ grade_id }) => grade_id);
  return grades.map(({ id, shortcut, source }) => ({
    id,
    shortcut,
    external_id: keyOf.get(id) ?? null,
    is_own: source === SOURCE,
    members: (pupils.get(id) ?? []).map((row) => ({
      id: row.id,
      uuid: row.uuid,
      name: `${row.firstname} ${row.lastname}`,
    })),
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

/** A short name stands for one class. */
async function refuseName({ db, school_id }: Changing, shortcut: string, self: number | null): Promise<void> {
  const others = await listInUse(gradesOf(db, school_id));
  if (others.some((other) => other.id !== self && sameName(other.shortcut, shortcut)))
    throw taken(`displayName: there is a class "${shortcut}".`);
}

async function setKey(changing: Changing, id: number, former: string | null, key: string | null): Promise<void> {
  const { db, school_id } = changing;
  if (former === key) return;
  const keys = await listExternalKeys(db, school_id, ALWAYS, SOURCE);
  const holder = keys.find(({ entity, external_key }) => entity === 'grade' && external_key === key);
  const inUse = await listInUse(gradesOf(db, school_id));
  if (holder && holder.entity_id !== id && inUse.some((grade) => grade.id === holder.entity_id))
    throw taken(`externalId: "${key}" is the key of another class.`);
  const of = { school_id, source: SOURCE };
  if (former !== null) await forgetExternalKeys(db, of, [{ entity: 'grade', external_key: former }]);
  if (key !== null)
    await saveExternalKeys(db, [{ entity: 'grade', external_key: key, entity_id: id }], {
      ...of,
      school_year_id: ALWAYS,
    });
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
  if (other) throw invalidValue(`members: ${other.uuid} is no pupil. Only pupils are in a class.`);
  return rows;
}

/** These and nobody else are in the class from today on; who comes from another one leaves that. */
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
  changing.after(() => hearers.planChanged(school_id));
}

async function recordClass(changing: Changing, before: Class | null, after: Class | null): Promise<void> {
  const values = (one: Class | null) => one && { name: one.shortcut, external_id: one.external_id };
  const after_ = values(after);
  const isSame = JSON.stringify(values(before)) === JSON.stringify(after_);
  if (isSame) return;
  await appendAudit(changing.db, [
    {
      ...causeOf(changing),
      action: 'scim:audit.class',
      entity: 'grades',
      id: (after ?? before)?.id ?? null,
      before: values(before),
      after: after_ && { ...after_, source: changing.token },
    },
  ]);
}

async function reload(changing: Changing, id: number): Promise<Class> {
  const [found] = await listClasses(changing, id);
  if (!found) throw new ScimError(404, 'This class is no longer there.');
  return found;
}

export async function createClass(changing: Changing, hearers: Hearers, draft: ClassDraft): Promise<Class> {
  const { db, school_id } = changing;
  const { shortcut, external_id = null, members = [] } = draft;
  if (shortcut === undefined) throw invalidValue('displayName is missing.');
  await refuseName(changing, shortcut, null);
  const [id = 0] = await takeUnitIds(db, 'grade', 1);
  await createUnits(db, 'grade', [{ id, shortcut, name: shortcut }], { school_id, source: SOURCE });
  await setKey(changing, id, null, external_id);
  const made = await reload(changing, id);
  await setMembers(changing, hearers, made, members);
  const after = members.length > 0 ? await reload(changing, id) : made;
  await recordClass(changing, null, after);
  changing.after(() => hearers.planChanged(school_id));
  return after;
}

export async function changeClass(
  changing: Changing,
  hearers: Hearers,
  group: Class,
  draft: ClassDraft,
): Promise<Class> {
  const { db, school_id } = changing;
  const { shortcut = group.shortcut, external_id = group.external_id, members } = draft;
  const isRenamed = shortcut !== group.shortcut;
  if (isRenamed) {
    if (!group.is_own)
      throw new ScimError(
        400,
        `displayName: the class "${group.shortcut}" comes from the timetable. It is renamed there.`,
        'mutability',
      );
    await refuseName(changing, shortcut, group.id);
    await updateUnits(
      db,
      'grade',
      [{ id: group.id, shortcut, name: shortcut, ended_at: null } as { id: number }],
      school_id,
    );
    changing.after(() => hearers.planChanged(school_id));
  }
  await setKey(changing, group.id, group.external_id, external_id);
  if (members !== undefined) await setMembers(changing, hearers, group, members);
  const after = await reload(changing, group.id);
  await recordClass(changing, group, after);
  return after;
}

/** A class that a service has brought ends; those of the timetable stay. */
export async function removeClass(changing: Changing, hearers: Hearers, group: Class): Promise<void> {
  const { db, school_id, now } = changing;
  if (!group.is_own)
    throw new ScimError(403, `The class "${group.shortcut}" comes from the timetable: no service removes it.`);
  await setMembers(changing, hearers, group, []);
  await setKey(changing, group.id, group.external_id, null);
  await endUnits(db, 'grade', [group.id], school_id, now);
  await recordClass(changing, group, null);
  changing.after(() => hearers.planChanged(school_id));
}
