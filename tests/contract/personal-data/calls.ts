import { join } from 'node:path';
import { Readable } from 'node:stream';
import { retentionOf } from '@kreide/core/features/personal-data';
import { createLocalStore } from '../../../packages/server/src/kernel/files/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import type { BuiltUser } from '../../support/people.ts';
import { PASSWORD } from '../../support/people.ts';

const SELF = { params: { id: 'self' } };
const RIGHT = { body: { current_password: PASSWORD } };
const WRONG = { body: { current_password: 'not this one' } };
const PERIODS = retentionOf({});
const toParams = ({ id }: BuiltUser) => ({ params: { id: `${id}` } });

/** Nobody has asked for an archive yet. */
async function anew<Call>({ server }: Asking, call: Call): Promise<Call> {
  await server.test.database.kysely.deleteFrom('personal_archives').execute();
  return call;
}

/** An archive about somebody that is ready. */
async function ready({ server }: Asking, school_id: number, about: BuiltUser, by: number) {
  const at = server.clock.now();
  const { id, file_uuid } = await server.test.database.kysely
    .insertInto('personal_archives')
    .values({
      school_id,
      user_id: about.id,
      created_by: by,
      state: 'READY',
      size: 3,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + 60_000).toISOString(),
    })
    .returning(['id', 'file_uuid'])
    .executeTakeFirstOrThrow();
  const store = await createLocalStore(join(server.dataFolder, 'files'), at);
  await store.put(file_uuid, Readable.from([Buffer.from('zip')]), 10);
  return { params: { id: `${about.id}`, archive_id: `${id}` } };
}

const calls: CallsOf<'personal-data'> = {
  listArchives: {
    sample: () => SELF,
    other: ({ here }) => toParams(here.people.other),
    other_school: ({ there }) => toParams(there.people.student),
  },
  createArchive: {
    sample: () => ({ ...SELF, ...WRONG }),
    'password:wrong': () => ({ ...SELF, ...WRONG }),
    'password:right': (asking) => anew(asking, { ...SELF, ...RIGHT }),
    other: (asking) => anew(asking, { ...toParams(asking.here.people.other), ...RIGHT }),
    other_school: ({ there }) => ({ ...toParams(there.people.student), ...RIGHT }),
  },
  downloadArchive: {
    sample: () => ({ params: { id: 'self', archive_id: '999999999' } }),
    'archive:own': (asking) => {
      const own = personOf(asking.here, asking.column);
      return ready(asking, asking.here.school.id, own, own.id);
    },
    'archive:by_caller': (asking) =>
      ready(asking, asking.here.school.id, asking.here.people.other, personOf(asking.here, asking.column).id),
    'archive:by_other': (asking) =>
      ready(asking, asking.here.school.id, asking.here.people.other, asking.here.people.other.id),
    'archive:other_school': async (asking) => {
      const { student } = asking.there.people;
      const { params } = await ready(asking, asking.there.school.id, student, student.id);
      return { params: { ...params, id: 'self' } };
    },
    other_school: (asking) => {
      const { student } = asking.there.people;
      return ready(asking, asking.there.school.id, student, student.id);
    },
  },
  getRetention: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  updateRetention: {
    sample: () => ({ params: { id: '999999999' }, body: PERIODS }),
    own: ({ here }) => ({ params: { id: `${here.school.id}` }, body: PERIODS }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: PERIODS }),
  },
};

describeContract('personal-data', calls);
