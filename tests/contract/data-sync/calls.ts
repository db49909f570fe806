import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { SOURCES } from '../../support/people-directory.ts';

/** Made from nothing, while something may have been saved: 409 then, and 200 the first time. */
const body = { sources: [SOURCES.teachers], updated_at: null };

const PAIRS = { name: 'pairs.csv', content: new Blob(['[connect];[account];[entry]\r\nx;nobody;1\r\n']) };

const calls: CallsOf<'data-sync'> = {
  getSources: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  saveSources: {
    sample: ({ here }) => ({
      params: { id: `${here.school.id}` },
      body: { ...body, updated_at: '2020-01-01T00:00:00.000Z' },
    }),
    own: async ({ server, here }) => {
      await server.test.database.kysely
        .deleteFrom('data_sync_sources')
        .where('school_id', '=', here.school.id)
        .execute();
      return { params: { id: `${here.school.id}` }, body };
    },
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body }),
  },
  syncAll: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  syncTeachers: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  generatePairs: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  importPairs: {
    sample: ({ here }) => ({
      params: { id: `${here.school.id}` },
      body: { is_dry_run: 'true' as const },
      files: [PAIRS],
    }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: {}, files: [PAIRS] }),
  },
  undoPairs: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: async ({ server, there }) => {
      const { id: school_id } = there.school;
      const at = '2026-01-05T09:00:00.000Z';
      const { id: user_id } = await server.test.database.kysely
        .selectFrom('users')
        .select('id')
        .where('school_id', '=', school_id)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      await server.test.database.kysely
        .insertInto('auth_driver_people')
        .values({ school_id, user_id, subject: 'somebody', created_at: at, used_at: at, paired_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { params: { id: `${school_id}` } };
    },
  },
  syncConnector: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { is_dry_run: false } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { is_dry_run: true } }),
  },
  setNightly: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { is_on: true } }),
    off: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { is_on: false } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { is_on: true } }),
  },
  listConnectorRuns: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, query: { page: '1' } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, query: {} }),
  },
  setReadingNights: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { is_on: true } }),
    off: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { is_on: false } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { is_on: true } }),
  },
  listReadings: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, query: { page: '1' } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, query: {} }),
  },
};

describeContract('data-sync', calls);
