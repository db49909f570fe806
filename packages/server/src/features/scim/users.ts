import { isUsername, suggestUsername } from '@kreide/core/features/registration';
import { foldName, isCompatibleFirstname } from '@kreide/core/features/user-import';
import { appendAudit } from '../../kernel/data/audit.ts';
import { findIdentified, giveUsername, listBirthDates, SCHOOL_NUMBER, setIdentity } from '../user-import/index.ts';
import { createImported, hasExpired, isNameFree, listTakenNames, lockUsers, updatePerson } from '../users/index.ts';
import type { Changing, Hearers } from './asking.ts';
import { type Found, findPeople, SOURCE } from './people.ts';
import { invalidValue, ScimError, taken } from './protocol.ts';
import { findByUserName, forgetKnown, keepKnown } from './queries.ts';
import type { Draft } from './user-resource.ts';

/** Whoever administers the school is out of reach: an address or a lock set by a service would open or close the school. */
export function refuseAdministrator({ person }: Found): void {
  if (person.is_admin)
    throw new ScimError(403, `${person.user_name} is an administrator: no service makes, changes or disables one.`);
}

async function reload(changing: Changing, id: number): Promise<Found> {
  const [found] = await findPeople(changing, { ids: [id] });
  if (!found) throw new ScimError(404, 'This person is no longer there.');
  return found;
}

/** What the audit log keeps of somebody. */
const toRecorded = ({ row, person }: Found) => ({
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  phone: row.phone,
  is_locked: row.is_locked,
  expire_at: row.expire_at,
  deleted_at: row.deleted_at,
  username: person.user_name,
  external_id: person.external_id,
});

async function recordPerson(changing: Changing, before: Found | null, after: Found): Promise<void> {
  const { db, school_id, now, address, request_id, token } = changing;
  const values = { ...toRecorded(after), source: token };
  await appendAudit(db, [
    {
      school_id,
      now,
      address,
      request_id,
      origin: 'system',
      action: 'scim:audit.person',
      entity: 'users',
      id: after.row.id,
      before: before && toRecorded(before),
      after: values,
    },
  ]);
}

/** A name or an address with which somebody else signs in is taken: names and addresses are one space. */
async function refuseTaken({ db, school_id }: Changing, name: string | null, label: string, self: number | null) {
  if (name !== null && !(await isNameFree(db, school_id, name, self)))
    throw taken(`${label}: another account of the school signs in with "${name}".`);
}

/** Whose name this is at a service; whoever has left the school gives it back. */
async function refuseUserName(changing: Changing, userName: string, self: number | null): Promise<void> {
  const { db, school_id } = changing;
  const id = await findByUserName(db, school_id, userName);
  if (id === null || id === self) return;
  const [other] = await findPeople(changing, { ids: [id] });
  if (other && other.row.deleted_at === null) throw taken(`userName: there is somebody called "${userName}".`);
  await forgetKnown(db, school_id, id);
}

/** A key stands for one person: in this source, and in any other, since people sign in by it. */
async function refuseKey(changing: Changing, key: string | null, source: string, label: string, self: number | null) {
  if (key === null) return;
  const others = (await findIdentified(changing.db, changing.school_id, key, source)).filter((id) => id !== self);
  const found = await findPeople(changing, { ids: others });
  if (found.some(({ row }) => row.deleted_at === null)) throw taken(`${label}: "${key}" is the key of somebody else.`);
}

/** Does an equal key stand for the same person? As in an import: two of last name, first name and birth date, or the whole name. */
function isProven({ person }: Found, draft: Draft, born: string | undefined): boolean {
  const isFirst = isCompatibleFirstname(person.firstname, draft.firstname ?? '');
  const isLast = foldName(person.lastname) === foldName(draft.lastname ?? '');
  const isBorn = born !== undefined && born === draft.birth_date;
  return [isFirst, isLast, isBorn].filter(Boolean).length >= 2;
}

/** Those of them whom no service has brought yet and who are the person for certain. */
async function provenOf({ db, school_id }: Changing, found: readonly Found[], draft: Draft): Promise<Found[]> {
  const free = found.filter(({ known }) => known === null);
  if (free.length === 0) return [];
  const ids = free.map(({ row }) => row.id);
  const born = await listBirthDates(db, school_id, ids);
  return free.filter((each) => isProven(each, draft, born.get(each.row.id)));
}

/**
 * Whom the school has already: by the service's key, then by the school's own number, then by the key of an import; never by an
 * address, which nobody has verified. Null: nobody.
 */
async function findSame(changing: Changing, draft: Draft): Promise<Found | null> {
  const { db, school_id } = changing;
  const look = async (key: string | null | undefined, source: string | null) =>
    key ? findPeople(changing, { ids: await findIdentified(db, school_id, key, source) }) : [];
  const own = await look(draft.external_id, SOURCE);
  const [first] = own.filter(({ row }) => row.deleted_at === null);
  if (first)
    throw taken(`externalId: "${draft.external_id}" is the key of somebody whom a service has brought already.`);
  if (own.length > 0) return own.at(-1) ?? null;
  const numbered = await look(draft.school_number, null);
  const named = await provenOf(changing, numbered, draft);
  if (named.length > 1 || (numbered.length > 0 && named.length === 0))
    throw taken(
      `schoolNumber: "${draft.school_number}" fits nobody for certain. An administrator has to compare them.`,
    );
  const [numberedOne] = named;
  if (numberedOne) return numberedOne;
  // A short key may be that of somebody else in a list: then it proves nothing.
  const keyed = await provenOf(changing, await look(draft.external_id, null), draft);
  return keyed.length === 1 ? (keyed[0] ?? null) : null;
}

/** The account as it will be, without what does not change. */
function toValues({ row, known }: Found, draft: Draft, now: Date) {
  const { firstname, lastname, email, phone, is_active } = draft;
  const isDisabled = known?.is_disabled ?? false;
  // Whom the school itself has locked, no service lets in.
  const is_locked = is_active === false ? true : is_active === true && isDisabled ? false : row.is_locked;
  const returns = row.deleted_at !== null;
  const wanted = {
    firstname: firstname ?? row.firstname,
    lastname: lastname ?? row.lastname,
    email: email === undefined ? row.email : email,
    phone: phone === undefined ? row.phone : phone,
    is_locked,
    // The end that had come with leaving would keep them out all the same.
    ...(returns && { deleted_at: null, read_only_from: null }),
    ...(returns && (row.read_only_from !== null || hasExpired(row, now)) && { expire_at: null }),
  };
  const values = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => row[key as keyof typeof row] !== value),
  ) as Partial<typeof wanted>;
  return { values, is_disabled: is_locked && (isDisabled || !row.is_locked) };
}

/** Brings somebody to what a service says; nothing is written where nothing differs. */
export async function changePerson(changing: Changing, hearers: Hearers, found: Found, draft: Draft): Promise<Found> {
  refuseAdministrator(found);
  const { db, school_id, now } = changing;
  const { row, known, person } = found;
  if (draft.type !== undefined && draft.type !== row.type)
    throw new ScimError(
      400,
      `role: ${person.user_name} is ${row.type} here. What somebody is at the school is not changed by a service.`,
      'mutability',
    );
  const user_name = draft.user_name ?? person.user_name;
  const external_id = draft.external_id === undefined ? person.external_id : draft.external_id;
  const birth_date = draft.birth_date === undefined ? person.birth_date : draft.birth_date;
  const school_number = draft.school_number === undefined ? person.school_number : draft.school_number;
  const { values, is_disabled } = toValues(found, draft, now);
  const isSame =
    known?.user_name === user_name &&
    known.is_disabled === is_disabled &&
    person.external_id === external_id &&
    person.birth_date === birth_date &&
    person.school_number === school_number &&
    Object.keys(values).length === 0;
  if (isSame) return found;
  if (user_name !== person.user_name || known === null) await refuseUserName(changing, user_name, row.id);
  if (user_name !== person.user_name) await refuseTaken(changing, user_name, 'userName', row.id);
  if (values.email !== undefined) await refuseTaken(changing, values.email, 'emails.value', row.id);
  if (row.deleted_at !== null) {
    await refuseTaken(changing, row.username, 'userName', row.id);
    await refuseTaken(changing, row.email, 'emails.value', row.id);
  }
  if (external_id !== person.external_id) await refuseKey(changing, external_id, SOURCE, 'externalId', row.id);
  if (school_number !== person.school_number)
    await refuseKey(changing, school_number, SCHOOL_NUMBER, 'schoolNumber', row.id);
  await lockUsers(db, school_id, [row.id]);
  if (Object.keys(values).length > 0) await updatePerson(db, school_id, row.id, values);
  const of = { school_id, user_id: row.id };
  await keepKnown(db, { ...of, user_name, is_disabled }, now);
  if (person.external_id !== external_id || person.birth_date !== birth_date)
    await setIdentity(db, of, SOURCE, { external_id, birth_date });
  if (person.school_number !== school_number)
    await setIdentity(db, of, SCHOOL_NUMBER, { external_id: school_number, birth_date: null });
  if (values.is_locked) await hearers.sessions.endAll(db, of);
  const after = await reload(changing, row.id);
  await recordPerson(changing, found, after);
  changing.after(() => hearers.sessions.changed(row.id));
  if (row.deleted_at !== null) changing.after(() => hearers.planChanged(school_id));
  return after;
}

/** Makes somebody, or takes over whom the school has already. */
export async function createPerson(changing: Changing, hearers: Hearers, draft: Draft): Promise<Found> {
  const { db, school_id, now } = changing;
  const { user_name, firstname, lastname, type } = draft;
  if (user_name === undefined) throw invalidValue('userName is missing.');
  if (firstname === undefined) throw invalidValue('name.givenName is missing.');
  if (lastname === undefined) throw invalidValue('name.familyName is missing.');
  await refuseUserName(changing, user_name, null);
  const same = await findSame(changing, draft);
  if (same) {
    const { deleted_at, removed_at } = same.row;
    if (deleted_at !== null && removed_at === deleted_at)
      throw taken('This person was deleted by hand. An administrator can bring them back.');
    return changePerson(changing, hearers, same, { ...draft, is_active: draft.is_active ?? true });
  }
  if (type === undefined)
    throw invalidValue('role is missing: send it in the extension of Kreide, in roles or in userType.');
  await refuseTaken(changing, user_name, 'userName', null);
  const email = draft.email ?? null;
  await refuseTaken(changing, email, 'emails.value', null);
  const username = isUsername(user_name)
    ? user_name
    : giveUsername(
        firstname,
        lastname,
        new Set(await listTakenNames(db, school_id, suggestUsername(firstname, lastname).toLowerCase())),
      );
  const account = { firstname, lastname, sex: null, email, phone: draft.phone ?? null, username, type, role: type };
  const [id] = await createImported(db, school_id, [account], now);
  if (id === undefined) throw new ScimError(500, 'Nobody was made.');
  const of = { school_id, user_id: id };
  const is_disabled = draft.is_active === false;
  if (is_disabled) await updatePerson(db, school_id, id, { is_locked: true });
  await keepKnown(db, { ...of, user_name, is_disabled }, now);
  const { external_id = null, birth_date = null, school_number = null } = draft;
  await setIdentity(db, of, SOURCE, { external_id, birth_date });
  await setIdentity(db, of, SCHOOL_NUMBER, { external_id: school_number, birth_date: null });
  const made = await reload(changing, id);
  await recordPerson(changing, null, made);
  return made;
}

/** Somebody has left: the account is archived, as an import archives it, and nobody signs in with it from now on. */
export async function removePerson(changing: Changing, hearers: Hearers, found: Found): Promise<void> {
  refuseAdministrator(found);
  const { db, school_id, now } = changing;
  const { id } = found.row;
  await lockUsers(db, school_id, [id]);
  await updatePerson(db, school_id, id, { deleted_at: now.toISOString() });
  await forgetKnown(db, school_id, id);
  await hearers.sessions.endAll(db, { school_id, user_id: id });
  await recordPerson(changing, found, await reload(changing, id));
  changing.after(() => hearers.sessions.changed(id));
  changing.after(() => hearers.planChanged(school_id));
}
