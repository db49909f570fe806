import { hash } from 'node:crypto';
import { parseType } from '@kreide/core/features/user-import';
import { isDate, USER_TYPES, type UserType } from '@kreide/core/kernel';
import { email as isEmail } from '@kreide/core/validation';
import { toGroupId, toGroupName } from './group-names.ts';
import {
  hasSchema,
  invalidValue,
  isObject,
  type Json,
  KREIDE_SCHEMA,
  type Resource,
  read,
  ScimError,
  toBoolean,
  toWord,
  USER_SCHEMA,
} from './protocol.ts';

/** Somebody as a service sees them. */
export interface Person {
  readonly id: number;
  readonly uuid: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly type: string;
  /** Administrators are seen and never touched. */
  readonly is_admin: boolean;
  readonly is_active: boolean;
  readonly birth_date: string | null;
  readonly school_number: string | null;
  readonly grade: { readonly id: number; readonly shortcut: string } | null;
  /** Courses that they take. */
  readonly courses: readonly { readonly id: number; readonly shortcut: string }[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** What a service wants somebody to be; undefined: it says nothing of that, and it stays. */
export interface Draft {
  readonly user_name: string | undefined;
  readonly external_id: string | null | undefined;
  readonly firstname: string | undefined;
  readonly lastname: string | undefined;
  readonly email: string | null | undefined;
  readonly phone: string | null | undefined;
  readonly is_active: boolean | undefined;
  readonly type: UserType | undefined;
  readonly birth_date: string | null | undefined;
  readonly school_number: string | null | undefined;
}

/** Weak: two resources of the same version say the same (RFC 7644 §3.14). */
export const versionOf = (resource: Json): string => `W/"${hash('sha256', JSON.stringify(resource)).slice(0, 24)}"`;

const present = (of: Json): Json =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null && value !== undefined));

export function toUserResource(person: Person, base: string): Resource {
  const { uuid, firstname, lastname, grade, courses } = person;
  const groups = [
    ...(grade === null ? [] : [{ kind: 'grade' as const, ...grade }]),
    ...courses.map((course) => ({ kind: 'course' as const, ...course })),
  ];
  const type = person.is_admin ? 'ADMIN' : person.type;
  const location = `${base}/Users/${uuid}`;
  const resource = present({
    schemas: [USER_SCHEMA, KREIDE_SCHEMA],
    id: uuid,
    externalId: person.external_id,
    userName: person.user_name,
    name: { formatted: `${firstname} ${lastname}`, familyName: lastname, givenName: firstname },
    displayName: `${firstname} ${lastname}`,
    active: person.is_active,
    userType: type,
    emails: person.email === null ? null : [{ value: person.email, type: 'work', primary: true }],
    phoneNumbers: person.phone === null ? null : [{ value: person.phone, type: 'work' }],
    roles: [{ value: type, primary: true }],
    groups:
      groups.length === 0
        ? null
        : groups.map((group) => ({
            value: toGroupId(group),
            $ref: `${base}/Groups/${toGroupId(group)}`,
            display: toGroupName(group),
            type: 'direct',
          })),
    [KREIDE_SCHEMA]: present({
      role: type,
      birthDate: person.birth_date,
      schoolNumber: person.school_number,
    }),
  });
  const meta = {
    resourceType: 'User',
    created: person.created_at,
    lastModified: person.updated_at,
    location,
    version: versionOf({ ...resource, lastModified: person.updated_at }),
  };
  return { ...resource, meta } as unknown as Resource;
}

/** A line of text without control characters; null where there is none, undefined where nothing is said. */
function lineOf(of: Json, name: string, maximum: number, label = name): string | null | undefined {
  const value = read(of, name);
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string' && typeof value !== 'number') throw invalidValue(`${label} must be a text.`);
  const text = String(value).trim();
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw invalidValue(`${label} contains a control character.`);
  if (text.length > maximum) throw invalidValue(`${label} is longer than ${maximum} characters.`);
  return text === '' ? null : text;
}

/** The value that counts of an attribute with several: that for work, else the primary, else the first. */
function chosenOf(of: Json, name: string): string | null | undefined {
  const value = read(of, name);
  if (value === undefined || value === null) return value;
  const list = (Array.isArray(value) ? value : [value]).map((each) => (isObject(each) ? each : { value: each }));
  const isWork = (each: Json) => toWord(read(each, 'type')) === 'work';
  const isPrimary = (each: Json) => toBoolean(read(each, 'primary')) === true;
  const chosen =
    list.find((each) => isWork(each) && isPrimary(each)) ?? list.find(isWork) ?? list.find(isPrimary) ?? list[0];
  return chosen === undefined ? null : (lineOf(chosen, 'value', 254, `${name}.value`) ?? null);
}

/** OFFICE is how services call those of the office. */
function toRole(text: string, label: string): UserType {
  const word = text.trim().toUpperCase();
  if (/^(ADMIN|SCHULADMIN|GLOBAL ?ADMIN|SUPER)/.test(word))
    throw invalidValue(`${label}: no service makes administrators. The school makes them itself.`);
  if (word === 'OFFICE') return 'EMPLOYEE';
  const type = USER_TYPES.find((each) => each === word) ?? parseType(text);
  if (type === null || type === undefined)
    throw invalidValue(`${label}: "${text.slice(0, 60)}" is no role. Roles are STUDENT, TEACHER, PARENT and OFFICE.`);
  return type;
}

/** Entra writes a role as JSON within a text. */
function roleText(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const value = JSON.parse(text) as unknown;
    const named = isObject(value) ? (read(value, 'value') ?? read(value, 'displayName')) : null;
    return typeof named === 'string' ? named : text;
  } catch {
    return text;
  }
}

/** The role by the extension, else by `roles`, else by `userType`. */
function roleOf(of: Json, extension: Json): UserType | undefined {
  const own = lineOf(extension, 'role', 60, 'role');
  if (own) return toRole(own, 'role');
  const among = chosenOf(of, 'roles');
  if (among) return toRole(roleText(among), 'roles');
  const kind = lineOf(of, 'userType', 60);
  return kind ? toRole(kind, 'userType') : undefined;
}

const NAME_MAXIMUM = 100;

/** What a body says of somebody; 400 with the attribute and what is wrong with it. What the school does not know is passed over. */
export function parseUser(body: unknown): Draft {
  if (!isObject(body)) throw new ScimError(400, 'The body must be an object.', 'invalidSyntax');
  if (!hasSchema(body, USER_SCHEMA)) throw new ScimError(400, `schemas must contain ${USER_SCHEMA}.`, 'invalidSyntax');
  const name = read(body, 'name') ?? {};
  if (!isObject(name)) throw invalidValue('name must be an object.');
  const extension = read(body, KREIDE_SCHEMA) ?? {};
  if (!isObject(extension)) throw invalidValue(`${KREIDE_SCHEMA} must be an object.`);
  const active = read(body, 'active');
  const is_active = toBoolean(active);
  if (active !== undefined && active !== null && is_active === undefined)
    throw invalidValue('active must be true or false.');
  const email = chosenOf(body, 'emails');
  if (email && !isEmail(email)) throw invalidValue(`emails.value: "${email.slice(0, 100)}" is no e-mail address.`);
  const birth_date = lineOf(extension, 'birthDate', 10, 'birthDate');
  if (birth_date && !(isDate(birth_date) && /^(19|20|21)/.test(birth_date)))
    throw invalidValue('birthDate must be a day as 2015-08-31.');
  const user_name = lineOf(body, 'userName', 200);
  if (user_name === null) throw invalidValue('userName is empty.');
  const [firstname, lastname] = [
    lineOf(name, 'givenName', NAME_MAXIMUM, 'name.givenName'),
    lineOf(name, 'familyName', NAME_MAXIMUM, 'name.familyName'),
  ];
  if (firstname === null) throw invalidValue('name.givenName is empty.');
  if (lastname === null) throw invalidValue('name.familyName is empty.');
  return {
    user_name,
    external_id: lineOf(body, 'externalId', 200),
    firstname,
    lastname,
    email,
    phone:
      chosenOf(body, 'phoneNumbers')?.slice(0, 60) ?? (read(body, 'phoneNumbers') === undefined ? undefined : null),
    is_active,
    type: roleOf(body, extension),
    birth_date,
    school_number: lineOf(extension, 'schoolNumber', 100, 'schoolNumber'),
  };
}

/**
 * The same of a resource that was changed in part: an attribute that is gone was removed. Of one that was changed in one place, such as
 * `userType`, the other places say what was before.
 */
export function parsePatched(patched: Json, former: Resource): Draft {
  const list = (of: Json, name: string) => JSON.stringify(read(of, name) ?? null);
  const changed: Record<string, unknown> = { ...patched };
  const isChanged = (name: string) => list(patched, name) !== list(former, name);
  const extension = read(patched, KREIDE_SCHEMA);
  const formerExtension = read(former, KREIDE_SCHEMA) as Json;
  const inner: Record<string, unknown> = isObject(extension) ? { ...extension } : {};
  if (list(inner, 'role') === list(formerExtension, 'role')) delete inner.role;
  if (!isChanged('roles')) delete changed.roles;
  if (!isChanged('userType')) delete changed.userType;
  for (const name of ['birthDate', 'schoolNumber']) if (read(inner, name) === undefined) inner[name] = null;
  changed[KREIDE_SCHEMA] = inner;
  for (const name of ['userName', 'name'])
    if (read(patched, name) === undefined) throw invalidValue(`${name} cannot be removed.`);
  for (const name of ['externalId', 'emails', 'phoneNumbers', 'name', 'userName']) {
    // What was not touched is not judged anew.
    if (!isChanged(name)) delete changed[name];
    else if (read(patched, name) === undefined) changed[name] = null;
  }
  const name = read(patched, 'name');
  for (const part of ['givenName', 'familyName'])
    if (isObject(name) && read(name, part) === undefined) throw invalidValue(`name.${part} cannot be removed.`);
  return parseUser(changed);
}
