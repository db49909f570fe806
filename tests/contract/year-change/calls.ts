import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';

const NOBODY = '999999999';
const idOf = ({ school }: FullSchool) => ({ id: `${school.id}` });
/** Everything but one grade as it is proposed. */
const draftOf = (grade_id: number) => ({ targets: [{ grade_id, to: 'Weiter' }], grace_days: 30, revert_days: 30 });

/** Both schools three weeks before their next year; only the administrator's call needs it. */
async function ending({ server, here, there }: Asking): Promise<void> {
  const { pool } = server.test.database;
  for (const { school } of [here, there]) {
    await pool.query(`update school_years set ends_at = '2026-12-18' where id = $1`, [school.yearId]);
    await pool.query(
      `insert into school_years (school_id, name, begins_at, ends_at)
        select $1, '2027 / 2028', '2027-01-04', '2028-01-14' on conflict (school_id, name) do nothing`,
      [school.id],
    );
    await pool.query('update schools set active_school_year_id = $1 where id = $2', [school.yearId, school.id]);
  }
}

/** The plan that an administrator is shown. */
async function planned(asking: Asking): Promise<string> {
  if (asking.column !== 'admin') return '';
  await ending(asking);
  const { id } = asking.here.school;
  const token = await asking.adminToken();
  const { body } = await asking.server.request('GET', `/v1/schools/${id}/year-change`, { token });
  return body.data.revision;
}

/** A change of a school that moved nobody. */
async function changeOf(asking: Asking, { school }: FullSchool): Promise<string> {
  await ending(asking);
  const { pool } = asking.server.test.database;
  const counts = { moved: 0, repeats: 0, leaves: 0, newcomer: 0, unmoved: 3 };
  const { rows } = await pool.query(
    `insert into year_changes (school_id, from_year_id, to_year_id, moves_on, archived_on, counts, created_at, revert_until)
      select $1, $2, id, begins_at, begins_at, $3, now(), '2100-01-01' from school_years
      where school_id = $1 and name = '2027 / 2028' returning id, to_year_id`,
    [school.id, school.yearId, JSON.stringify(counts)],
  );
  await pool.query('update schools set active_school_year_id = $1 where id = $2', [rows[0].to_year_id, school.id]);
  return `${rows[0].id}`;
}

const calls: CallsOf<'year-change'> = {
  get: {
    sample: () => ({ params: { id: NOBODY } }),
    own: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  listPeople: {
    sample: () => ({ params: { id: NOBODY }, query: { page: '1', search: 'Ada', list: 'moved' } }),
    own: ({ here }) => ({ params: idOf(here) }),
    other_school: ({ there }) => ({ params: idOf(there) }),
  },
  update: {
    sample: () => ({ params: { id: NOBODY }, body: draftOf(Number(NOBODY)) }),
    own: ({ here }) => ({ params: idOf(here), body: draftOf(here.grade) }),
    other_school: ({ there }) => ({ params: idOf(there), body: draftOf(there.grade) }),
    other_school_grade: ({ here, there }) => ({ params: idOf(here), body: draftOf(there.grade) }),
  },
  repeat: {
    sample: () => ({ params: { id: NOBODY, userId: NOBODY }, body: { repeats: true } }),
    own: ({ here }) => ({ params: { ...idOf(here), userId: `${here.people.child.id}` }, body: { repeats: true } }),
    other_school: ({ there }) => ({
      params: { ...idOf(there), userId: `${there.people.child.id}` },
      body: { repeats: true },
    }),
    other_school_person: ({ here, there }) => ({
      params: { ...idOf(here), userId: `${there.people.child.id}` },
      body: { repeats: true },
    }),
  },
  apply: {
    sample: () => ({ body: { revision: 'none' } }),
    own: async (asking) => ({ body: { revision: await planned(asking) } }),
  },
  previewRevert: {
    sample: () => ({ params: { id: NOBODY, changeId: NOBODY } }),
    own: async (asking) => ({ params: { ...idOf(asking.here), changeId: await changeOf(asking, asking.here) } }),
    other_school: async (asking) => ({
      params: { ...idOf(asking.there), changeId: await changeOf(asking, asking.there) },
    }),
    other_school_change: async (asking) => ({
      params: { ...idOf(asking.here), changeId: await changeOf(asking, asking.there) },
    }),
  },
  revert: {
    sample: () => ({ params: { id: NOBODY, changeId: NOBODY } }),
    own: async (asking) => ({ params: { ...idOf(asking.here), changeId: await changeOf(asking, asking.here) } }),
    other_school: async (asking) => ({
      params: { ...idOf(asking.there), changeId: await changeOf(asking, asking.there) },
    }),
    other_school_change: async (asking) => ({
      params: { ...idOf(asking.here), changeId: await changeOf(asking, asking.there) },
    }),
  },
};

describeContract('year-change', calls);
