import { randomUUID } from 'node:crypto';
import { signFileAddress, toFileKey } from '../../../packages/server/src/kernel/files/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { buildFile } from '../../support/files.ts';
import { TEST_SECRET } from '../../support/server.ts';
import { type Built, build, on, onUploads, type Part } from './clouds.ts';

/** The caller’s own cloud with a file of another school. */
async function foreignFile(asking: Asking) {
  const { id, file } = await build(asking, 'own');
  if (asking.here === asking.there) return { id, uuid: file.uuid };
  return { id, uuid: (await build(asking, 'other_school')).file.uuid };
}

/** The caller’s own file, said to be, or to lie where, something of another school is. */
async function ownFile<Query>(asking: Asking, queryOf: (of: Built) => Query) {
  const own = await build(asking, 'own');
  const named = asking.here === asking.there ? own : await build(asking, 'other_school');
  return { params: { id: own.id, uuid: own.file.uuid }, query: queryOf(named) };
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

/** A cloud in whose bin a file lies: deleted by whoever brought it. */
async function binned(asking: Asking, part: Part) {
  const built = await build(asking, part);
  const db = asking.server.test.database.kysely;
  await db
    .updateTable('cloud_files')
    .set((eb) => ({ deleted_at: '2026-11-18T08:00:00Z', deleted_by: eb.ref('user_id'), bin_id: eb.ref('id') }))
    .where('id', '=', built.file.id)
    .execute();
  return { id: built.id, uuid: built.file.uuid };
}

/** The calls of an endpoint on the bin of a cloud with each relation to it. */
function onBin<Args extends object>(make: (of: { id: string; uuid: string }) => Args) {
  const of = (part: Part) => async (asking: Asking) => make(await binned(asking, part));
  return {
    sample: () => make({ id: '999999', uuid: randomUUID() }),
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

/** A file with a former content. */
async function versioned(asking: Asking, part: Part) {
  const { id, file } = await build(asking, part);
  const db = asking.server.test.database.kysely;
  const { school } = part === 'other_school' ? asking.there : asking.here;
  const { id: file_id } = await buildFile(db, school.id, { name: file.name, reserved: 'cloud_file' });
  const { uuid: version_uuid } = await db
    .insertInto('cloud_versions')
    .values({
      school_id: school.id,
      cloud_file_id: file.id,
      file_id,
      written_at: '2026-11-02T08:00:00Z',
      replaced_at: '2026-11-18T08:00:00Z',
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { id, uuid: file.uuid, version_uuid };
}

/** The calls of an endpoint on what a file was before, with each relation to its cloud. */
function onVersions<Args extends object>(make: (of: Awaited<ReturnType<typeof versioned>>) => Args) {
  const of = (part: Part) => async (asking: Asking) => make(await versioned(asking, part));
  const foreign = (what: 'uuid' | 'version_uuid') => async (asking: Asking) => {
    const own = await versioned(asking, 'own');
    if (asking.here === asking.there) return make(own);
    return make({ ...own, [what]: (await versioned(asking, 'other_school'))[what] });
  };
  return {
    sample: () => make({ id: '999999', uuid: randomUUID(), version_uuid: randomUUID() }),
    own: of('own'),
    mine: of('mine'),
    member: of('member'),
    oneway: of('oneway'),
    protected: of('protected'),
    handin: of('handin'),
    former: of('former'),
    stranger: of('stranger'),
    other_school: of('other_school'),
    other_school_file: foreign('uuid'),
    other_school_version: foreign('version_uuid'),
  };
}

const calls: CallsOf<'cloud'> = {
  listBin: {
    ...onBin(({ id }) => ({ params: { id } })),
    sample: () => ({ params: { id: '999999' }, query: { page: '1' } }),
  },
  restore: onBin(({ id, uuid }) => ({ params: { id }, body: { files: [uuid] } })),
  purge: onBin(({ id, uuid }) => ({ params: { id }, body: { files: [uuid] } })),
  emptyBin: onBin(({ id }) => ({ params: { id } })),
  listVersions: (({ other_school_version: _, ...made }) => made)(
    onVersions(({ id, uuid }) => ({ params: { id, uuid } })),
  ),
  restoreVersion: onVersions((params) => ({ params })),
  removeVersion: onVersions((params) => ({ params })),
  listOwn: { sample: () => ({ query: { page: '1', search: 'chor', group: 'groups' } as const }) },
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
    sample: () => ({
      params: { id: '999999', uuid: randomUUID() },
      query: { id: '999999', source_id: '999999' },
    }),
    other_school_file: async (asking) => ({ params: await foreignFile(asking) }),
    other_school_id: async (asking) => ownFile(asking, ({ file }) => ({ id: `${file.id}` })),
    other_school_source: async (asking) => ownFile(asking, ({ folder }) => ({ source_id: `${folder.id}` })),
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
      body: { parent: randomUUID(), has_push: 'true', is_replacing: 'true', alt_names: ['Der Chor'] },
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
        allowed_extensions: ['pdf'],
        description: 'Ein Bild',
      },
    }),
  },
  getOffice: { sample: () => ({}) },
  beginUpload: on(({ id, folder }) => ({
    params: { id },
    body: { parent: folder.uuid, name: 'Film.mp4', size: 12 },
  })),
  getUpload: onUploads(({ id, upload_uuid }) => ({ params: { id, upload_uuid } })),
  finishUpload: onUploads(({ id, upload_uuid }) => ({
    params: { id, upload_uuid },
    body: {
      parent: null,
      alt_name: 'Der Hof',
      has_push: false,
      is_replacing: false,
      pieces: 'c2b7df6201fdd3362399091f0a29550df3505b6a'.padEnd(64, '0'),
    },
  })),
  discardUpload: onUploads(({ id, upload_uuid }) => ({ params: { id, upload_uuid } })),
  getStorage: { sample: () => ({}) },
  // More than the server allows is refused.
  setStorage: { sample: () => ({ body: { person_limit: 9e15 } }) },
  listStorage: { sample: () => ({ query: { page: '1', search: 'ada' } }) },
  // No office server is set here: who could begin a document is told so, and nobody shares one.
  create: {
    ...on(({ id, target }) => ({ params: { id }, body: { parent: target.uuid, name: 'Plan', type: 'doc' as const } })),
    sample: () => ({ params: { id: '999999' }, body: { parent: randomUUID(), name: 'Plan', type: 'doc' } }),
  },
  change: {
    ...on(({ id, file }) => ({ params: { id, uuid: file.uuid }, body: { is_collaborative: true } })),
    other_school_file: async (asking) => ({ params: await foreignFile(asking), body: { is_collaborative: true } }),
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
      body: {
        alt_name: 'Der Chor',
        is_protected_folder: true,
        upload_limited_at: '2026-12-18T07:00:00.000Z',
        allowed_extensions: ['pdf'],
        description: 'Ein Bild',
      },
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
