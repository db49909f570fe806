import { randomUUID } from 'node:crypto';
import { buildChannel } from '../../support/channels.ts';
import { type BuiltEntry, buildEntry } from '../../support/clouds.ts';
import type { Asking } from '../../support/contract/calls.ts';
import { personOf } from '../../support/contract/world.ts';
import { buildPartial } from '../../support/partial.ts';

const PARTS = ['own', 'mine', 'member', 'oneway', 'protected', 'handin', 'former', 'stranger', 'other_school'] as const;
export type Part = (typeof PARTS)[number];

export interface Built {
  id: string;
  /** A file in a folder, the folder, and another one. */
  file: BuiltEntry;
  folder: BuiltEntry;
  target: BuiltEntry;
}

/**
 * A cloud, and who the caller is to it: its administrator; a member with files of their own, and with files of others; a
 * member where only administrators write, where the folders are
 * protected, and where something is handed in; in it no more; nobody; of another school.
 */
export async function build(asking: Asking, part: Part, isHandIn = part === 'handin'): Promise<Built> {
  const me = personOf(asking.here, asking.column).id;
  const other = asking.here.people.other.id;
  const db = asking.server.test.database.kysely;
  const { school, people: foreign } = part === 'other_school' ? asking.there : asking.here;
  const people = {
    own: { admins: [me, other] },
    mine: { admins: [other], members: [me] },
    member: { admins: [other], members: [me] },
    oneway: { admins: [other], members: [me] },
    protected: { admins: [other], members: [me] },
    handin: { admins: [other], members: [me] },
    former: { admins: [other], former: [me] },
    stranger: { admins: [other] },
    other_school: { admins: [foreign.teacher.id] },
  }[part];
  const { id } = await buildChannel(db, school.id, people, { is_twoway: part !== 'oneway' });
  const user_id =
    part === 'other_school' ? foreign.teacher.id : ['own', 'member', 'handin'].includes(part) ? other : me;
  const is_protected_folder = part === 'protected';
  const upload_limited_at = isHandIn ? '2099-12-18T07:00:00Z' : null;
  const closing = { is_protected_folder, upload_limited_at };
  const folder = await buildEntry(db, school.id, id, 'Noten', { isFolder: true, user_id, ...closing });
  const target = await buildEntry(db, school.id, id, 'Archiv', { isFolder: true, user_id, ...closing });
  const file = await buildEntry(db, school.id, id, 'Lied.txt', { user_id, parent_id: folder.id });
  return { id: `${id}`, file, folder, target };
}

/** The calls of an endpoint on a cloud with each relation to it. */
export function on<Args extends object>(make: (of: Built) => Args) {
  const nobody = () => ({ id: 0, uuid: randomUUID(), name: 'Lied.txt' });
  const of = (part: Part) => async (asking: Asking) => make(await build(asking, part));
  return {
    sample: () => make({ id: '999999', file: nobody(), folder: nobody(), target: nobody() }),
    own: of('own'),
    mine: of('mine'),
    member: of('member'),
    oneway: of('oneway'),
    protected: of('protected'),
    handin: of('handin'),
    former: of('former'),
    stranger: of('stranger'),
    other_school: of('other_school'),
  };
}

/** An upload of the caller of which nothing has come yet, into a cloud with each relation to them; and one of another school. */
export function onUploads<Args extends object>(make: (of: { id: string; upload_uuid: string }) => Args) {
  const into = (part: Part) => async (asking: Asking) => {
    const { id } = await build(asking, part);
    const me = personOf(asking.here, asking.column).id;
    const { school, people } = part === 'other_school' ? asking.there : asking.here;
    const user_id = part === 'other_school' ? people.teacher.id : me;
    return make({
      id,
      upload_uuid: await buildPartial(asking.server, { school_id: school.id, user_id, room: `cloud:${id}` }),
    });
  };
  return {
    sample: () => make({ id: '999999', upload_uuid: randomUUID() }),
    own: into('own'),
    mine: into('mine'),
    member: into('member'),
    oneway: into('oneway'),
    former: into('former'),
    stranger: into('stranger'),
    other_school: into('other_school'),
    async other_school_upload(asking: Asking) {
      const { id } = await build(asking, 'own');
      const { school, people } = asking.there;
      const values = { school_id: school.id, user_id: people.teacher.id, room: `cloud:${id}` };
      return make({ id, upload_uuid: await buildPartial(asking.server, values) });
    },
    async other(asking: Asking) {
      const { id } = await build(asking, 'own');
      const user_id = asking.here.people.other.id;
      return make({
        id,
        upload_uuid: await buildPartial(asking.server, {
          school_id: asking.here.school.id,
          user_id,
          room: `cloud:${id}`,
        }),
      });
    },
  };
}
