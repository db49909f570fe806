import { COURSE, type GroupKind, toGroupId, toGroupName } from './group-names.ts';
import {
  GROUP_SCHEMA,
  hasSchema,
  invalidValue,
  isObject,
  type Json,
  type Resource,
  read,
  ScimError,
  toWord,
} from './protocol.ts';
import { versionOf } from './user-resource.ts';

/** A class or a course as a service sees it. */
export interface Class {
  readonly kind: GroupKind;
  readonly id: number;
  readonly shortcut: string;
  readonly external_id: string | null;
  /** Brought by a service: the others belong to the plans and the people who write them. */
  readonly is_own: boolean;
  readonly members: readonly { readonly id: number; readonly uuid: string; readonly name: string }[];
}

export interface ClassDraft {
  /** Undefined: nothing is said of it. */
  readonly kind: GroupKind | undefined;
  readonly shortcut: string | undefined;
  readonly external_id: string | null | undefined;
  /** The uuids of pupils; undefined: the same as before. */
  readonly members: readonly string[] | undefined;
}

export function toGroupResource(group: Class, base: string): Resource {
  const { external_id, members } = group;
  const id = toGroupId(group);
  const resource = {
    schemas: [GROUP_SCHEMA],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    displayName: toGroupName(group),
    members: members.map(({ uuid, name }) => ({
      value: uuid,
      $ref: `${base}/Users/${uuid}`,
      display: name,
      type: 'User',
    })),
  };
  const location = `${base}/Groups/${id}`;
  return { ...resource, meta: { resourceType: 'Group', location, version: versionOf(resource) } };
}

/** Characters of the short name of a class or course. */
const NAME_MAXIMUM = 60;

function membersOf(body: Json): string[] | undefined {
  const members = read(body, 'members');
  if (members === undefined) return undefined;
  if (members === null) return [];
  if (!Array.isArray(members)) throw invalidValue('members must be a list.');
  return [
    ...new Set(
      members.map((each) => {
        const value = isObject(each) ? read(each, 'value') : each;
        if (typeof value !== 'string') throw invalidValue('members.value must be the id of a person.');
        if (isObject(each) && toWord(read(each, 'type')) === 'group')
          throw invalidValue('members: a group contains people, and no other groups.');
        return value.toLowerCase();
      }),
    ),
  ];
}

export function parseGroup(body: unknown): ClassDraft {
  if (!isObject(body)) throw new ScimError(400, 'The body must be an object.', 'invalidSyntax');
  if (!hasSchema(body, GROUP_SCHEMA))
    throw new ScimError(400, `schemas must contain ${GROUP_SCHEMA}.`, 'invalidSyntax');
  const text = (name: string, maximum: number) => {
    const value = read(body, name);
    if (value === undefined || value === null) return value;
    if (typeof value !== 'string') throw invalidValue(`${name} must be a text.`);
    if (/[\p{Cc}\p{Cs}]/u.test(value)) throw invalidValue(`${name} contains a control character.`);
    if (value.trim().length > maximum) throw invalidValue(`${name} is longer than ${maximum} characters.`);
    return value.trim() === '' ? null : value.trim();
  };
  const name = text('displayName', COURSE.length + NAME_MAXIMUM);
  const isCourse = name?.toLowerCase().startsWith(COURSE) === true;
  const shortcut = isCourse ? name?.slice(COURSE.length).trim() : name;
  if (shortcut === null || shortcut === '') throw invalidValue('displayName is empty.');
  if (shortcut && shortcut.length > NAME_MAXIMUM)
    throw invalidValue(`displayName is longer than ${NAME_MAXIMUM} characters.`);
  const kind = name === undefined || name === null ? undefined : isCourse ? 'course' : 'grade';
  return { kind, shortcut, external_id: text('externalId', 200), members: membersOf(body) };
}
