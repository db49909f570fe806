import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildLink } from '../../support/links.ts';
import { TEST_NOW } from '../../support/server.ts';

const NOBODY = { params: { id: '999999' } };
const draft = { title: 'Mensa', address: 'https://mensa.example', about: 'Was es heute gibt' };
const updated_at = new Date(TEST_NOW).toISOString();
const made = ({ server }: Asking, school: { school: { id: number } }, values = {}) =>
  buildLink(server.test.database.kysely, school.school.id, values);

const calls: CallsOf<'links'> = {
  list: { sample: () => ({}) },
  create: {
    // Refused: nothing is made.
    sample: () => ({ body: { ...draft, address: 'ftp://mensa.example' } }),
    own: async (asking) => {
      const { kysely } = asking.server.test.database;
      await kysely.deleteFrom('school_links').where('school_id', '=', asking.here.school.id).execute();
      return { body: draft };
    },
  },
  update: {
    sample: () => ({ ...NOBODY, body: { ...draft, updated_at } }),
    own: async (asking) => {
      const link = await made(asking, asking.here);
      return { params: { id: `${link.id}` }, body: { ...draft, updated_at: link.updated_at } };
    },
    other_school: async (asking) => {
      const link = await made(asking, asking.there);
      return { params: { id: `${link.id}` }, body: { ...draft, updated_at: link.updated_at } };
    },
  },
  remove: {
    sample: () => NOBODY,
    own: async (asking) => ({ params: { id: `${(await made(asking, asking.here)).id}` } }),
    other_school: async (asking) => ({ params: { id: `${(await made(asking, asking.there)).id}` } }),
  },
  restore: {
    sample: () => NOBODY,
    own: async (asking) => {
      const { kysely } = asking.server.test.database;
      await kysely.deleteFrom('school_links').where('school_id', '=', asking.here.school.id).execute();
      return { params: { id: `${(await made(asking, asking.here, { deleted_at: TEST_NOW })).id}` } };
    },
    other_school: async (asking) => ({
      params: { id: `${(await made(asking, asking.there, { deleted_at: TEST_NOW })).id}` },
    }),
  },
  reorder: {
    // Refused: these are not the links of the school.
    sample: () => ({ body: { ids: [999999] } }),
    own: async (asking) => {
      const { kysely } = asking.server.test.database;
      await kysely.deleteFrom('school_links').where('school_id', '=', asking.here.school.id).execute();
      return { body: { ids: [(await made(asking, asking.here)).id] } };
    },
    other_school: async (asking) => ({ body: { ids: [(await made(asking, asking.there)).id] } }),
  },
};

describeContract('links', calls);
