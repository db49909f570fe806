import { randomUUID } from 'node:crypto';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { buildVersion } from '../../support/planner.ts';
import { TEST_NOW } from '../../support/server.ts';
import { basedataCalls } from './basedata-calls.ts';
import { bookletCalls } from './booklet-calls.ts';
import { proposalCalls } from './proposal-calls.ts';
import { railsCalls } from './rails-calls.ts';

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

/** A lesson without its time. */
const toContent = (values: { grade_ids: number[]; subject_id?: number }) => ({
  subject_id: null,
  course_id: null,
  length: 1,
  pattern: { name: 'A', weeks: ['2026-08-03'] },
  teacher_ids: [],
  bookable_ids: [],
  ...values,
});

async function subjectOf({ server, here }: Asking): Promise<number> {
  const { id } = await server.test.database.kysely
    .insertInto('subjects')
    .values({ school_id: here.school.id, shortcut: 'MA', source: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const toNote = ({ id }: { id: number }) => ({ params: { id: `${id}` }, body: { note: 'Halle', former_note: '' } });
const toRemoval = ({ id }: { id: number }) => ({ params: { id: `${id}` }, query: { revision: '0' } });

async function removed(asking: Asking, at: 'here' | 'there' = 'here') {
  const version = await made(asking, at);
  await asking.server.test.database.kysely
    .updateTable('planner_versions')
    .set({ deleted_at: new Date(TEST_NOW).toISOString() })
    .where('id', '=', version.id)
    .execute();
  return version;
}

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
  updateVersion: {
    sample: () => ({ params: { id: '999999999' }, body: { note: 'Neue Halle', former_note: 'Alte Halle' } }),
    own: async (asking) => toNote(await made(asking)),
    other_school: async (asking) => toNote(await made(asking, 'there')),
  },
  removeVersion: {
    sample: () => ({ params: { id: '999999999' }, query: { revision: '0' } }),
    own: async (asking) => toRemoval(await made(asking)),
    other_school: async (asking) => toRemoval(await made(asking, 'there')),
  },
  restoreVersion: {
    sample: () => ({ params: { id: '999999999' } }),
    own: async (asking) => ({ params: { id: `${(await removed(asking)).id}` } }),
    other_school: async (asking) => ({ params: { id: `${(await removed(asking, 'there')).id}` } }),
  },
  getCurrent: {
    sample: () => ({ query: { version_uuid: NOBODY } }),
    own: async (asking) => ({ query: { version_uuid: (await made(asking)).uuid } }),
    other_school: async (asking) => ({ query: { version_uuid: (await made(asking, 'there')).uuid } }),
  },
  push: {
    sample: () => ({
      body: {
        version_uuid: NOBODY,
        edits: [
          {
            lesson_id: 999_999_999,
            version: 1,
            place: { weekday: 1, hour: '1' },
            content: toContent({ grade_ids: [999_999_999] }),
            is_pinned: true,
            is_divisible: true,
          },
        ],
        added: [{ ...toContent({ grade_ids: [999_999_999] }), place: null, copied_lesson_id: 999_999_998 }],
        removed: [{ lesson_id: 999_999_997, version: 1 }],
      },
    }),
    own: async (asking) => toPush(await made(asking)),
    other_school: async (asking) => toPush(await made(asking, 'there')),
    other_school_lesson: async (asking) => {
      const foreign = await made(asking, 'there');
      return toPush(asking.here === asking.there ? foreign : { ...(await made(asking)), lesson_id: foreign.lesson_id });
    },
    other_school_units: async (asking) => {
      const { uuid } = await made(asking);
      const { kysely } = asking.server.test.database;
      const school_id = asking.there.school.id;
      const { id } = await kysely
        .insertInto('grades')
        .values({ school_id, shortcut: '5f', source: 'manual' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const added = [{ ...toContent({ grade_ids: [id], subject_id: await subjectOf(asking) }), place: null }];
      return { body: { version_uuid: uuid, added } };
    },
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
  redo: {
    sample: () => ({ body: { version_uuid: NOBODY } }),
    own: async (asking) => {
      const version = await made(asking);
      const token = await asking.adminToken();
      await asking.server.request('POST', '/v1/timetables/push', { token, ...toPush(version) });
      const body = { version_uuid: version.uuid };
      await asking.server.request('POST', '/v1/timetables/pop', { token, body });
      return { body };
    },
    other_school: async (asking) => ({ body: { version_uuid: (await made(asking, 'there')).uuid } }),
  },
  ...basedataCalls,
  ...bookletCalls,
  ...proposalCalls,
  ...railsCalls,
  publish: {
    sample: () => toPublication({ uuid: NOBODY }),
    own: async (asking) => toPublication(await made(asking), await inForceOf(asking)),
    other_school: async (asking) => toPublication(await made(asking, 'there')),
  },
};

describeContract('planner', calls);
