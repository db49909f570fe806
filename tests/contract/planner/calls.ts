import { randomUUID } from 'node:crypto';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildVersion } from '../../support/planner.ts';

const NOBODY = randomUUID();
const copy_data_from_version = null;

/** A version of this school; made by the administrator, who has moved its lesson. */
async function made({ server, here, there }: Asking, at: 'here' | 'there' = 'here') {
  const { school, people } = at === 'here' ? here : there;
  const { kysely } = server.test.database;
  const version = await buildVersion(kysely, school, { created_by: people.admin.id });
  return { ...version, school };
}

/** A push of its lesson, which is taken out of the week. */
const toPush = ({ uuid, lesson_id }: { uuid: string; lesson_id: number }) => ({
  body: { version_uuid: uuid, edits: [{ lesson_id, version: 1, place: null }] },
});

const toPublication = ({ uuid }: { uuid: string }, in_force: string | null = null) => ({
  body: { version_uuid: uuid, revision: 0, in_force, from: '2026-11-23' },
});

async function inForceOf(asking: Asking): Promise<string | null> {
  const { kysely } = asking.server.test.database;
  const plan = await kysely
    .selectFrom('school_years')
    .innerJoin('plan_versions', 'plan_versions.id', 'school_years.published_version_id')
    .select('plan_versions.uuid')
    .where('school_years.id', '=', asking.here.school.yearId)
    .executeTakeFirst();
  return plan?.uuid ?? null;
}

const calls: CallsOf<'planner'> = {
  listVersions: { sample: () => ({}) },
  createVersion: {
    // Refused: nobody has this school year.
    sample: () => ({ body: { school_year_id: 999_999_999, note: 'Neue Halle', copy_data_from_version: NOBODY } }),
    own: ({ here }) => ({ body: { school_year_id: here.school.yearId, note: '', copy_data_from_version } }),
    other_school: ({ there }) => ({ body: { school_year_id: there.school.yearId, note: '', copy_data_from_version } }),
    other_school_copy: async (asking) => ({
      body: {
        school_year_id: asking.here.school.yearId,
        note: '',
        copy_data_from_version: (await made(asking, 'there')).uuid,
      },
    }),
  },
  getVersion: {
    sample: () => ({ params: { id: '999999999' } }),
    own: async (asking) => ({ params: { id: `${(await made(asking)).id}` } }),
    other_school: async (asking) => ({ params: { id: `${(await made(asking, 'there')).id}` } }),
  },
  getCurrent: {
    sample: () => ({ query: { version_uuid: NOBODY } }),
    own: async (asking) => ({ query: { version_uuid: (await made(asking)).uuid } }),
    other_school: async (asking) => ({ query: { version_uuid: (await made(asking, 'there')).uuid } }),
  },
  push: {
    sample: () => toPush({ uuid: NOBODY, lesson_id: 999_999_999 }),
    own: async (asking) => toPush(await made(asking)),
    other_school: async (asking) => toPush(await made(asking, 'there')),
  },
  pop: {
    sample: () => ({ body: { version_uuid: NOBODY } }),
    own: async (asking) => {
      const version = await made(asking);
      const token = await asking.adminToken();
      await asking.server.request('POST', '/v1/timetables/push', { token, ...toPush(version) });
      return { body: { version_uuid: version.uuid } };
    },
    other_school: async (asking) => ({ body: { version_uuid: (await made(asking, 'there')).uuid } }),
  },
  publish: {
    sample: () => toPublication({ uuid: NOBODY }),
    own: async (asking) => toPublication(await made(asking), await inForceOf(asking)),
    other_school: async (asking) => toPublication(await made(asking, 'there')),
  },
};

describeContract('planner', calls);
