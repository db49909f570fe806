import { makeLetterKeys } from '../../../packages/server/src/features/registration/index.ts';
import { createSeal } from '../../../packages/server/src/kernel/config/seal.ts';
import { toJsonText } from '../../../packages/server/src/kernel/data/json.ts';
import { pendingIn } from '../../support/activation.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { type Importing, savePeople, uploadPeople } from '../../support/people-imports.ts';
import { TEST_SECRET } from '../../support/server.ts';

const NOBODY = '999999999';
const LIST = 'Nachname;Vorname;Klasse\nNeu;Nika;5x\n';
const importing = async ({ server, here, adminToken }: Asking): Promise<Importing> => ({
  server,
  token: await adminToken(),
  schoolId: here.school.id,
});

/** A plan that waits for somebody's word; only the administrator's call needs it. */
async function plan(asking: Asking) {
  if (asking.column !== 'admin') return { revision: '', key: 'x' };
  const { revision } = await uploadPeople(await importing(asking), ['Nachname;Vorname;Klasse', 'Neu;Nika;5x']);
  return { revision: revision ?? '', key: 'STUDENT:neu|nika:' };
}

/** A plan from which the child of the school is missing. */
async function planWithout(asking: Asking) {
  if (asking.column !== 'admin') return;
  const { shortcut } = await asking.server.test.database.kysely
    .selectFrom('grades')
    .select('shortcut')
    .where('id', '=', asking.here.grade)
    .executeTakeFirstOrThrow();
  await uploadPeople(await importing(asking), ['Nachname;Vorname;Klasse', `Neu;Nika;${shortcut}`]);
}

/** A plan in which the only person whom the school knows by an id has another one. */
async function planRenumbered(asking: Asking) {
  if (asking.column !== 'admin') return;
  const list = (id: string) => ['ID;Nachname;Vorname;Geburtsdatum;Klasse', `${id};Nummer;Nele;01.02.2015;7q`];
  await savePeople(await importing(asking), await uploadPeople(await importing(asking), list('1')));
  await uploadPeople(await importing(asking), list('2'));
}

/** Somebody new for every call that makes people. */
let made = 0;
const list = () => {
  made += 1;
  return { people: [{ type: 'STUDENT' as const, lastname: `Neu${made}`, firstname: 'Nika' }], language: 'de' as const };
};

/** A list with letters whose people were made. */
async function lettersOf(asking: Asking, school: FullSchool): Promise<string> {
  const { server } = asking;
  const { kysely } = server.test.database;
  const at = server.clock.now().toISOString();
  const { id, uuid } = await kysely
    .insertInto('user_imports')
    .values({
      school_id: school.school.id,
      source: 'list',
      state: 'SAVED',
      kind: 'generated',
      letters: toJsonText({ language: 'de', days: null }),
      created_at: at,
      saved_at: at,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const person = await pendingIn(server, school.school.id, 'STUDENT');
  await makeLetterKeys(
    kysely,
    { secret: TEST_SECRET, seal: createSeal(TEST_SECRET) },
    [{ user_id: person.id, language: 'de' }],
    { school_id: school.school.id, uuid, by: null, days: null, now: server.clock.now() },
  );
  return `${id}`;
}

/** A comparison that has just begun. */
async function compare(asking: Asking) {
  if (asking.column !== 'admin') return;
  const path = `/v1/schools/${asking.here.school.id}/csv-users/comparison`;
  await asking.server.request('POST', path, { token: await asking.adminToken(), body: { type: 'csv' } });
}

/** The number of an import that a school has saved. */
const savedBy = (asking: Asking, school: FullSchool) => runOf(asking, school, 'SAVED');
/** The number of an import whose saving stands still: it has no job. */
const stalledAt = (asking: Asking, school: FullSchool) => runOf(asking, school, 'SAVING');

/** The number of an import of which was tried out what taking it back would do. */
async function triedBy(asking: Asking, school: FullSchool): Promise<string> {
  const id = await savedBy(asking, school);
  const trial = { trial_progress: 100, trial: toJsonText([]) };
  await asking.server.test.database.kysely
    .updateTable('user_imports')
    .set(trial)
    .where('id', '=', Number(id))
    .execute();
  return id;
}

async function runOf({ server }: Asking, { school }: FullSchool, state: 'SAVED' | 'SAVING'): Promise<string> {
  const at = server.clock.now().toISOString();
  const { id } = await server.test.database.kysely
    .insertInto('user_imports')
    .values({ school_id: school.id, source: 'list', state, created_at: at, saved_at: state === 'SAVED' ? at : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `${id}`;
}

const idOf = ({ school }: FullSchool) => ({ id: `${school.id}` });
/** Calls about an import that was made by `make`: one's own, one of another school, and one of it under one's own address. */
const ofRun = (make: (asking: Asking, school: FullSchool) => Promise<string>) => ({
  sample: () => ({ params: { id: NOBODY, bulkId: NOBODY } }),
  own: async (asking: Asking) => ({ params: { ...idOf(asking.here), bulkId: await make(asking, asking.here) } }),
  other_school: async (asking: Asking) => ({
    params: { ...idOf(asking.there), bulkId: await make(asking, asking.there) },
  }),
  other_school_run: async (asking: Asking) => ({
    params: { ...idOf(asking.here), bulkId: await make(asking, asking.there) },
  }),
});
const own = ({ here }: Asking) => ({ params: idOf(here) });
const other_school = ({ there }: Asking) => ({ params: idOf(there) });
const files = () => [{ name: 'people.csv', content: new Blob([LIST]) }];
const fields = {
  source: 'list',
  type: 'STUDENT',
  date_order: 'dmy',
  preset: 'lusd',
  columns: '{"Nachname":"lastname"}',
  comparison: 'true',
} as const;
const SAVED = { revision: '', archive_missing: false, many_missing: false };

const calls: CallsOf<'user-import'> = {
  create: {
    sample: ({ here }) => ({ params: idOf(here), body: fields, files: files() }),
    own: ({ here }) => ({ params: idOf(here), body: { source: 'list' }, files: files() }),
    other_school: ({ there }) => ({ params: idOf(there), body: {}, files: files() }),
  },
  status: { sample: own, other_school },
  discard: {
    sample: () => ({ params: { id: NOBODY } }),
    own: async (asking) => {
      await plan(asking);
      return own(asking);
    },
    other_school,
  },
  search: {
    sample: ({ here }) => ({ params: idOf(here), query: { page: '1', search: 'neu', kind: 'new' } }),
    own: async (asking) => {
      await plan(asking);
      return own(asking);
    },
    other_school,
  },
  listRejected: {
    sample: own,
    own: async (asking) => {
      await plan(asking);
      return own(asking);
    },
    other_school,
  },
  unmatched: {
    sample: ({ here }) => ({ params: idOf(here), query: { page: '1', search: 'neu' } }),
    own: async (asking) => {
      await plan(asking);
      return own(asking);
    },
    other_school,
  },
  matchingUsers: {
    sample: ({ here }) => ({ params: idOf(here), query: { page: '1', search: 'neu', automatched: 'true' } }),
    own: async (asking) => {
      await plan(asking);
      return own(asking);
    },
    other_school,
  },
  merge: {
    sample: () => ({ params: { id: NOBODY, userId: NOBODY }, body: { key: 'x' } }),
    own: async (asking) => {
      const { key } = await plan(asking);
      return { params: { ...idOf(asking.here), userId: `${asking.here.people.child.id}` }, body: { key } };
    },
    other_school: async (asking) => {
      const { key } = await plan(asking);
      return { params: { ...idOf(asking.here), userId: `${asking.there.people.child.id}` }, body: { key } };
    },
  },
  importUsers: {
    sample: () => ({ params: { id: NOBODY }, body: { keys: ['x'] } }),
    own: async (asking) => ({ params: idOf(asking.here), body: { keys: [(await plan(asking)).key] } }),
    other_school: ({ there }) => ({ params: idOf(there), body: { keys: ['x'] } }),
  },
  keep: {
    sample: () => ({ params: { id: NOBODY }, body: { user_ids: [Number(NOBODY)], is_kept: true } }),
    own: async (asking) => {
      await planWithout(asking);
      return { params: idOf(asking.here), body: { user_ids: [asking.here.people.child.id], is_kept: true } };
    },
    other_school_person: async (asking) => {
      await planWithout(asking);
      return { params: idOf(asking.here), body: { user_ids: [asking.there.people.child.id], is_kept: true } };
    },
    other_school: async (asking) => {
      await planWithout(asking);
      return { params: idOf(asking.there), body: { user_ids: [asking.there.people.child.id], is_kept: true } };
    },
  },
  compare: {
    sample: () => ({ params: { id: NOBODY }, body: { type: 'csv' } }),
    own: ({ here }) => ({ params: idOf(here), body: { type: 'csv' } }),
    other_school: ({ there }) => ({ params: idOf(there), body: { type: 'csv' } }),
  },
  comparisonSources: {
    sample: () => ({ params: { id: NOBODY } }),
    own: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  readDirectory: {
    sample: () => ({ params: { id: NOBODY } }),
    own: (asking) => compare(asking).then(() => ({ params: idOf(asking.here) })),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  enterStep: {
    sample: () => ({ params: { id: NOBODY }, body: { step: 'summary' } }),
    own: async (asking) => {
      await compare(asking);
      return { params: idOf(asking.here), body: { step: 'remove-duplicated-users' } };
    },
    other_school: ({ there }) => ({ params: idOf(there), body: { step: 'remove-duplicated-users' } }),
  },
  keepParents: {
    sample: () => ({ params: { id: NOBODY }, body: { is_kept: true } }),
    own: async (asking) => {
      await plan(asking);
      return { params: idOf(asking.here), body: { is_kept: false } };
    },
    other_school: ({ there }) => ({ params: idOf(there), body: { is_kept: false } }),
  },
  takeNewIds: {
    sample: () => ({ params: { id: NOBODY }, body: { is_taken: true } }),
    own: async (asking) => {
      await planRenumbered(asking);
      return { params: idOf(asking.here), body: { is_taken: true } };
    },
    other_school: ({ there }) => ({ params: idOf(there), body: { is_taken: true } }),
  },
  removeUser: {
    sample: () => ({ params: { id: NOBODY, userId: NOBODY } }),
    own: async (asking) => {
      await plan(asking);
      return { params: { ...idOf(asking.here), userId: `${asking.here.people.child.id}` } };
    },
    other_school: async (asking) => {
      await plan(asking);
      return { params: { ...idOf(asking.here), userId: `${asking.there.people.child.id}` } };
    },
  },
  settleUsers: {
    sample: () => ({ params: { id: NOBODY }, body: { user_ids: [Number(NOBODY)] } }),
    own: async (asking) => {
      await plan(asking);
      return { params: idOf(asking.here), body: { user_ids: [asking.here.people.child.id] } };
    },
    other_school_person: async (asking) => {
      await plan(asking);
      return { params: idOf(asking.here), body: { user_ids: [asking.there.people.child.id] } };
    },
    other_school: ({ there }) => ({ params: idOf(there), body: { user_ids: [there.people.child.id] } }),
  },
  duplicatedUsers: {
    sample: ({ here }) => ({ params: idOf(here), query: { page: '1', search: 'neu' } }),
    other_school,
  },
  extractTimetableEntities: {
    sample: () => ({ params: { id: NOBODY } }),
    own: async (asking) => {
      await plan(asking);
      return own(asking);
    },
    other_school,
  },
  publishTimetableEntities: {
    sample: () => ({ params: { id: NOBODY }, body: { grades: ['5x'], teachers: [] } }),
    own: async (asking) => {
      await plan(asking);
      return { params: idOf(asking.here), body: { grades: ['5x'], teachers: [] } };
    },
    other_school: ({ there }) => ({ params: idOf(there), body: { grades: ['5x'], teachers: [] } }),
  },
  save: {
    sample: () => ({ params: { id: NOBODY }, body: SAVED }),
    own: async (asking) => ({
      params: idOf(asking.here),
      body: { ...SAVED, revision: (await plan(asking)).revision },
    }),
    other_school: ({ there }) => ({ params: idOf(there), body: SAVED }),
  },
  readUsers: {
    sample: ({ here }) => ({ params: idOf(here), body: fields, files: files() }),
    other_school: ({ there }) => ({ params: idOf(there), body: {}, files: files() }),
  },
  makeUsers: {
    sample: () => ({
      params: { id: NOBODY },
      body: {
        people: [
          {
            key: 'x',
            type: 'PARENT',
            lastname: 'Neu',
            firstname: 'Nika',
            class: null,
            language: 'tr',
            external_id: null,
            birth_date: null,
            sex: 'FEMALE',
            email: null,
            phone: null,
            shortcut: null,
            absent_children: [{ external_id: '7', lastname: 'Neu', firstname: 'Kim', class: '5a' }],
            children: [{ key: 'y', relation: 'MOTHER' }],
          },
        ],
        language: 'de',
        days: 30,
        dry_run: true,
      },
    }),
    own: ({ here }) => ({ params: idOf(here), body: { ...list(), dry_run: false } }),
    other_school: ({ there }) => ({ params: idOf(there), body: { ...list(), dry_run: false } }),
  },
  downloadUsers: {
    sample: () => ({ params: { id: NOBODY }, query: { bulk_id: NOBODY, format: 'pdf' } }),
    own: async (asking) => ({
      params: idOf(asking.here),
      query: { bulk_id: await lettersOf(asking, asking.here), format: 'pdf' },
    }),
    other_school: async (asking) => ({
      params: idOf(asking.there),
      query: { bulk_id: await lettersOf(asking, asking.there), format: 'pdf' },
    }),
    other_school_run: async (asking) => ({
      params: idOf(asking.here),
      query: { bulk_id: await lettersOf(asking, asking.there), format: 'pdf' },
    }),
  },
  listLetters: {
    sample: () => ({ params: { id: NOBODY, bulkId: NOBODY }, query: { class: '5a' } }),
    own: async (asking) => ({
      params: { ...idOf(asking.here), bulkId: await lettersOf(asking, asking.here) },
      query: {},
    }),
    other_school: async (asking) => ({
      params: { ...idOf(asking.there), bulkId: await lettersOf(asking, asking.there) },
      query: {},
    }),
    other_school_run: async (asking) => ({
      params: { ...idOf(asking.here), bulkId: await lettersOf(asking, asking.there) },
      query: {},
    }),
  },
  listBulks: {
    sample: ({ here }) => ({ params: idOf(here), query: { page: '1', order: 'at', kind: 'import' } }),
    other_school,
  },
  getBulk: {
    sample: () => ({ params: { id: NOBODY, bulkId: NOBODY } }),
    own: async (asking) => ({ params: { ...idOf(asking.here), bulkId: await savedBy(asking, asking.here) } }),
    other_school: async (asking) => ({
      params: { ...idOf(asking.there), bulkId: await savedBy(asking, asking.there) },
    }),
    other_school_run: async (asking) => ({
      params: { ...idOf(asking.here), bulkId: await savedBy(asking, asking.there) },
    }),
  },
  resumeBulk: {
    sample: () => ({ params: { id: NOBODY, bulkId: NOBODY } }),
    own: async (asking) => ({ params: { ...idOf(asking.here), bulkId: await stalledAt(asking, asking.here) } }),
    other_school: async (asking) => ({
      params: { ...idOf(asking.there), bulkId: await stalledAt(asking, asking.there) },
    }),
    other_school_run: async (asking) => ({
      params: { ...idOf(asking.here), bulkId: await stalledAt(asking, asking.there) },
    }),
  },
  tryRevertBulk: ofRun(savedBy),
  previewRevertBulk: ofRun(triedBy),
  revertBulk: ofRun(savedBy),
};

describeContract('user-import', calls);
