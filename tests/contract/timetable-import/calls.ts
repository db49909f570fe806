import type { ReadingAnswer } from '../../../packages/core/src/features/timetable-import/index.ts';
import { accessFile } from '../../support/access-file.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { PLAN_HEAD, publishUpload, uploadPlan } from '../../support/imports.ts';
import { PASSWORD } from '../../support/people.ts';

let made = 0;
/** A plan that no call has published yet. */
const nextRows = () => {
  made += 1;
  return [PLAN_HEAD, `1;9z;Xy;DE;r${made};1;1`];
};
const ROWS = nextRows();
const GRID = JSON.stringify([{ hour: '1', begins_at: '08:00', ends_at: '08:45' }]);
const NOBODY = { uuid: '00000000-0000-4000-8000-00000000000f' };

/** A class that the school does not have. */
const NEW_CLASS = { entity: 'grade' as const, external_key: 'New', entity_id: null };

/** Nothing is asked there: the server may not reach it. */
const UNTIS = { address: 'https://127.0.0.1', school_name: 'amsel', username: 'plan', password: 'secret' };
/** Of a connection that there was not: it is refused, and nothing is saved. */
const UNTIS_TIMES = { interval_minutes: 60, is_on: true, publishes: true, updated_at: '2020-01-01T00:00:00Z' };

/** A school with a connection, which is looked at when somebody asks for it. */
async function connected(server: Asking['server'], school_id: number) {
  const account = { address: UNTIS.address, school_name: UNTIS.school_name, username: UNTIS.username };
  await server.test.database.kysely
    .insertInto('webuntis_connections')
    .values({
      school_id,
      ...account,
      sealed_password: Buffer.alloc(40),
      interval_minutes: 60,
      is_on: false,
      publishes: false,
      updated_at: '2026-11-01T00:00:00Z',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { id: `${school_id}` };
}

/** A fresh upload in the state that the administrator's call needs; the others may not, so any upload of the school serves. */
async function ownUpload({ server, here, column, adminToken }: Asking, state: 'READY' | 'PUBLISHED') {
  if (column !== 'admin') return { uuid: here.upload, revision: 0 };
  const upload = await uploadPlan(server, await adminToken(), nextRows());
  if (state === 'PUBLISHED') await publishUpload(server, await adminToken(), upload);
  return { uuid: upload.uuid, revision: upload.changes?.revision ?? 0 };
}

/** How a database with one table is meant. */
const READING: ReadingAnswer = {
  kind: 'table',
  table: 'Plan',
  monday: 1,
  columns: { classes: 'Klasse', subject: 'Fach', weekday: 'Tag', period: 'Stunde' },
};

async function askingUpload(server: Asking['server'], token: string): Promise<string> {
  const rows = [['5a', 'D', 1, 1]];
  const bytes = accessFile([{ name: 'Plan', columns: ['Klasse', 'Fach', 'Tag', 'Stunde'], rows }]);
  return (await uploadPlan(server, token, bytes, { name: 'time.mdb' })).uuid;
}

const toParams = ({ uuid }: { uuid: string }) => ({ uuid });

const calls: CallsOf<'timetable-import'> = {
  sources: { sample: () => ({ query: { search: 'asc' } }) },
  create: {
    sample: () => ({
      body: {
        source: 'csv',
        school_year: '2026 / 2027',
        grid: GRID,
        anchor: '2026-08-03',
        do_not_print: 'true',
        reading: JSON.stringify(READING),
      },
      files: [{ name: 'plan.csv', content: new Blob([`${ROWS.join('\n')}\n`]) }],
    }),
  },
  get: {
    sample: () => ({ params: NOBODY }),
    own: ({ here }) => ({ params: { uuid: here.upload } }),
    other_school: ({ there }) => ({ params: { uuid: there.upload } }),
  },
  changes: {
    sample: () => ({ params: NOBODY }),
    own: ({ here }) => ({ params: { uuid: here.upload } }),
    other_school: ({ there }) => ({ params: { uuid: there.upload } }),
  },
  listCodes: {
    sample: () => ({ params: NOBODY }),
    own: async (asking) => ({ params: toParams(await ownUpload(asking, 'READY')) }),
    other_school: ({ there }) => ({ params: { uuid: there.upload } }),
  },
  chooseCodes: {
    sample: () => ({ params: NOBODY, body: { choices: [NEW_CLASS] } }),
    own: async ({ server, here, column, adminToken }) => {
      const mayAsk = column === 'admin';
      const rows = [PLAN_HEAD, '1;New;Xy;DE;r1;1;1'];
      const uuid = mayAsk ? (await uploadPlan(server, await adminToken(), rows)).uuid : here.upload;
      return { params: { uuid }, body: { choices: [NEW_CLASS] } };
    },
    other_school: ({ there }) => ({ params: { uuid: there.upload }, body: { choices: [NEW_CLASS] } }),
  },
  getReading: {
    sample: () => ({ params: NOBODY }),
    own: ({ here }) => ({ params: { uuid: here.upload } }),
    other_school: ({ there }) => ({ params: { uuid: there.upload } }),
  },
  chooseReading: {
    sample: () => ({ params: NOBODY, body: { answer: READING } }),
    own: async ({ server, here, column, adminToken }) => {
      const uuid = column === 'admin' ? await askingUpload(server, await adminToken()) : here.upload;
      return { params: { uuid }, body: { answer: READING } };
    },
    other_school: ({ there }) => ({ params: { uuid: there.upload }, body: { answer: READING } }),
  },
  status: { sample: () => ({}) },
  list: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, query: { page: '1', order: 'at' } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  publish: {
    sample: () => ({ params: NOBODY, body: { replace: false, revision: 0 } }),
    own: async (asking) => {
      const { uuid, revision } = await ownUpload(asking, 'READY');
      return { params: { uuid }, body: { replace: true, revision } };
    },
    other_school: ({ there }) => ({ params: { uuid: there.upload }, body: { replace: true, revision: 0 } }),
  },
  discard: {
    sample: () => ({ params: NOBODY }),
    own: async (asking) => ({ params: toParams(await ownUpload(asking, 'READY')) }),
    other_school: ({ there }) => ({ params: { uuid: there.upload } }),
  },
  undo: {
    sample: () => ({ params: NOBODY }),
    own: async (asking) => ({ params: toParams(await ownUpload(asking, 'PUBLISHED')) }),
    other_school: ({ there }) => ({ params: { uuid: there.upload } }),
  },
  getSource: { sample: () => ({ params: { source_id: 'asc' } }) },
  setSource: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { source: 'untis' } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { source: 'untis' } }),
  },
  createCredentials: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { password: PASSWORD } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { password: PASSWORD } }),
  },
  login: {
    sample: () => {
      made += 1;
      return { body: { slink: 'nowhere', username: `nobody${made}`, password: 'aaaaa-aaaaa-aaaaa-aaaaa' } };
    },
  },
  getWebUntis: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  setWebUntis: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { ...UNTIS, ...UNTIS_TIMES } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { ...UNTIS, ...UNTIS_TIMES } }),
  },
  removeWebUntis: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    own: async ({ server, here }) => ({ params: await connected(server, here.school.id) }),
    other_school: async ({ server, there }) => ({ params: await connected(server, there.school.id) }),
  },
  checkWebUntis: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { account: UNTIS } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { account: UNTIS } }),
  },
  fetchWebUntis: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` }, body: {} }),
    own: async ({ server, here }) => ({ params: await connected(server, here.school.id), body: {} }),
    other_school: async ({ server, there }) => ({ params: await connected(server, there.school.id), body: {} }),
  },
  syncSchool: { sample: () => ({ body: {} }) },
  resetHashes: { sample: () => ({ body: {} }) },
  reprocess: {
    sample: () => ({ body: NOBODY }),
    own: async (asking) => ({ body: toParams(await ownUpload(asking, 'READY')) }),
    other_school: ({ there }) => ({ body: { uuid: there.upload } }),
  },
};

describeContract('timetable-import', calls);
