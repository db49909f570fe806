import { randomUUID } from 'node:crypto';
import { signFileAddress, toFileKey } from '../../../packages/server/src/kernel/files/index.ts';
import { buildChannel } from '../../support/channels.ts';
import { type BuiltEntry, buildEntry } from '../../support/clouds.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { TEST_SECRET } from '../../support/server.ts';

const PARTS = ['own', 'mine', 'member', 'oneway', 'protected', 'handin', 'former', 'stranger', 'other_school'] as const;
type Part = (typeof PARTS)[number];

interface Built {
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
async function build(asking: Asking, part: Part, isHandIn = part === 'handin'): Promise<Built> {
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
function on<Args extends object>(make: (of: Built) => Args) {
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

/** The caller’s own cloud with a file of another school. */
async function foreignFile(asking: Asking) {
  const { id, file } = await build(asking, 'own');
  if (asking.here === asking.there) return { id, uuid: file.uuid };
  return { id, uuid: (await build(asking, 'other_school')).file.uuid };
}

/** What was handed in in a folder. */
async function handIns(asking: Asking, part: Part) {
  const { id, folder } = await build(asking, part, true);
  return { params: { id, uuid: folder.uuid } };
}

/** A hand-in folder with a pupil of its channel, and what they were given back. */
async function returned(asking: Asking, part: Part) {
  const { id, folder } = await build(asking, part, true);
  const db = asking.server.test.database.kysely;
  const { school, people } = part === 'other_school' ? asking.there : asking.here;
  const place = { school_id: school.id, channel_id: Number(id), user_id: people.student.id };
  const member = { method: 'added', joined_at: '2026-11-01T08:00:00Z' } as const;
  if (part !== 'former' && part !== 'stranger')
    await db
      .insertInto('channel_members')
      .values({ ...place, ...member })
      .onConflict((one) => one.doNothing())
      .execute();
  const { uuid: return_uuid } = await db
    .insertInto('cloud_returns')
    .values({
      school_id: school.id,
      folder_id: folder.id,
      user_id: people.student.id,
      returned_at: '2026-11-02T08:00:00Z',
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { id, uuid: folder.uuid, return_uuid, user_id: people.student.id };
}

/** The caller’s own channel, with an object of another school where there is one. */
async function withForeign(asking: Asking, what: 'uuid' | 'return_uuid' | 'user_id') {
  const own = await returned(asking, 'own');
  if (asking.here === asking.there) return own;
  return { ...own, [what]: (await returned(asking, 'other_school'))[what] };
}

type Returned = Awaited<ReturnType<typeof returned>>;
const giving = ({ id, uuid, user_id }: Returned) => ({
  params: { id, uuid },
  body: { user_id: `${user_id}`, remark: 'Schön geschrieben' },
  files: [],
});
const taking = ({ id, uuid, return_uuid }: Returned) => ({ params: { id, uuid, return_uuid } });
/** The calls of an endpoint on what was given back, with each relation to its channel. */
function onReturned<Args extends object>(make: (of: Returned) => Args) {
  const of = (part: Part) => async (asking: Asking) => make(await returned(asking, part));
  return {
    own: of('own'),
    member: of('handin'),
    former: of('former'),
    stranger: of('stranger'),
    other_school: of('other_school'),
    other_school_file: async (asking: Asking) => make(await withForeign(asking, 'uuid')),
  };
}

const LETTER = { name: 'Elternbrief.txt', content: new Blob(['Liebe Eltern']) };

/** The address of a folder’s ZIP, made for somebody; nothing is in it. */
async function signed(asking: Asking, part: Part) {
  const { target: folder } = await build(asking, part);
  const name = `${folder.name}.zip`;
  const audience = `user:${personOf(asking.here, asking.column).id}` as const;
  const address = signFileAddress(
    toFileKey(TEST_SECRET),
    { uuid: folder.uuid, name, audience },
    asking.server.clock.now(),
  );
  const query = Object.fromEntries(new URL(address, asking.server.url).searchParams);
  return { params: { uuid: folder.uuid, name }, query };
}

const calls: CallsOf<'cloud'> = {
  listOwn: { sample: () => ({ query: { page: '1', search: 'chor' } }) },
  getUsage: {
    ...on(({ id }) => ({ query: { channel_id: id } })),
    sample: () => ({ query: { channel_id: '999999' } }),
  },
  get: on(({ id }) => ({ params: { id } })),
  list: {
    ...on(({ id, folder }) => ({ params: { id }, query: { parent: folder.uuid } })),
    sample: () => ({
      params: { id: '999999' },
      query: {
        path: '/Noten',
        parent: randomUUID(),
        orderBy: 'size',
        orderDir: 'desc',
        file_type: 'folder',
        page: '1',
        search: 'lied',
      } as const,
    }),
  },
  getFile: {
    ...on(({ id, file }) => ({ params: { id, uuid: file.uuid } })),
    other_school_file: async (asking) => ({ params: await foreignFile(asking) }),
  },
  listHandIns: {
    ...on(({ id, folder }) => ({ params: { id, uuid: folder.uuid } })),
    own: (asking) => handIns(asking, 'own'),
    other_school: (asking) => handIns(asking, 'other_school'),
    other_school_file: async (asking) => {
      const own = await handIns(asking, 'own');
      if (asking.here === asking.there) return own;
      const foreign = await handIns(asking, 'other_school');
      return { params: { ...foreign.params, id: own.params.id } };
    },
  },
  upload: {
    ...on(({ id, target }) => ({ params: { id }, body: { parent: target.uuid }, files: [LETTER] })),
    sample: () => ({
      params: { id: '999999' },
      body: { parent: randomUUID(), alt_names: ['Der Chor'] },
      files: [LETTER],
    }),
  },
  createDirectory: {
    ...on(({ id, target }) => ({ params: { id }, body: { parent: target.uuid, name: 'Neu' } })),
    restricted_own: async (asking) => {
      const { id } = await build(asking, 'own');
      return { params: { id }, body: { parent: null, name: 'Neu', is_protected_folder: true } };
    },
    restricted_member: async (asking) => {
      const { id } = await build(asking, 'member');
      return { params: { id }, body: { parent: null, name: 'Neu', is_protected_folder: true } };
    },
    sample: () => ({
      params: { id: '999999' },
      body: {
        parent: randomUUID(),
        name: 'Neu',
        is_protected_folder: true,
        upload_limited_at: '2026-12-18T07:00:00.000Z',
      },
    }),
  },
  rename: on(({ id }) => ({ params: { id }, body: { path: '/Noten/Lied.txt', new_path: 'Kanon.txt' } })),
  remove: on(({ id, file }) => ({ params: { id }, body: { files: [file.uuid] } })),
  move: {
    ...on(({ id, file, target }) => ({ params: { id }, body: { files_uuid: [file.uuid], parent: target.uuid } })),
    other_school_file: async (asking) => {
      const { id, uuid } = await foreignFile(asking);
      return { params: { id }, body: { files_uuid: [uuid], parent: null } };
    },
  },
  updateFile: {
    ...on(({ id, file }) => ({ params: { id, uuid: file.uuid }, body: { alt_name: 'Der Chor' } })),
    other_school_file: async (asking) => ({ params: await foreignFile(asking), body: { alt_name: 'Der Chor' } }),
    restricted_own: async (asking) => {
      const { id, folder } = await build(asking, 'own');
      return { params: { id, uuid: folder.uuid }, body: { is_protected_folder: true } };
    },
    restricted_mine: async (asking) => {
      const { id, folder } = await build(asking, 'mine');
      return { params: { id, uuid: folder.uuid }, body: { is_protected_folder: true } };
    },
    sample: () => ({
      params: { id: '999999', uuid: randomUUID() },
      body: { alt_name: 'Der Chor', is_protected_folder: true, upload_limited_at: '2026-12-18T07:00:00.000Z' },
    }),
  },
  listReturns: {
    ...onReturned(({ id, uuid }) => ({ params: { id, uuid } })),
    sample: () => ({ params: { id: '999999', uuid: randomUUID() } }),
  },
  giveBack: {
    ...onReturned(giving),
    other_school_user: async (asking) => giving(await withForeign(asking, 'user_id')),
    sample: () => ({
      params: { id: '999999', uuid: randomUUID() },
      body: { user_id: '999999', remark: 'Schön geschrieben' },
      files: [LETTER],
    }),
  },
  takeBack: {
    ...onReturned(taking),
    other_school_return: async (asking) => taking(await withForeign(asking, 'return_uuid')),
    sample: () => ({ params: { id: '999999', uuid: randomUUID(), return_uuid: randomUUID() } }),
  },
  archive: {
    sample: () => ({
      params: { uuid: randomUUID(), name: 'Noten.zip' },
      query: { audience: 'user:1', expires: '1795000000', signature: 'x' },
    }),
    signed_member: (asking) => signed(asking, 'member'),
    signed_former: (asking) => signed(asking, 'former'),
    unsigned: async (asking) => ({ params: (await signed(asking, 'member')).params }),
    other_school: async (asking) => ({ ...(await signed(asking, 'other_school')) }),
  },
};

describeContract('cloud', calls);
