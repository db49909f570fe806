import type { CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { SOURCES } from '../../support/people-directory.ts';

/** Made from nothing, while something may have been saved: 409 then, and 200 the first time. */
const body = { sources: [SOURCES.teachers], updated_at: null };

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
};

describeContract('data-sync', calls);
