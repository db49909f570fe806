import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { TEST_NOW } from '../../support/server.ts';

/** A role of the school: one that it has made, or a built-in one. */
export async function putRole({ server }: Pick<Asking, 'server'>, whose: FullSchool, key = 'made-here') {
  const row = await server.test.database.kysely
    .insertInto('roles')
    .values({ school_id: whose.school.id, key, name: 'Made here' })
    .onConflict((conflict) => conflict.columns(['school_id', 'key']).doUpdateSet({ key }))
    .returning(['id', 'updated_at'])
    .executeTakeFirstOrThrow();
  return { params: { id: `${whose.school.id}`, roleId: `${row.id}` }, updated_at: row.updated_at };
}
const roleMadeAt = async (asking: Pick<Asking, 'server'>, whose: FullSchool) =>
  Number((await putRole(asking, whose)).params.roleId);

const NOBODY = { params: { id: '999999999' } };

/** A change of one person of a school that is done: a lock. */
async function putChange({ server }: Pick<Asking, 'server'>, whose: FullSchool) {
  const { kysely } = server.test.database;
  const key = { school_id: whose.school.id };
  const { id } = await kysely
    .insertInto('people_changes')
    .values({ ...key, kind: 'lock', state: 'done', created_by: whose.people.admin.id, created_at: TEST_NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { ...key, change_id: id, user_id: whose.people.other.id, state: 'done' } as const;
  await kysely.insertInto('people_change_entries').values(entry).execute();
  return { params: { id: `${id}` } };
}
const signOut = ({ people }: FullSchool) => ({ body: { kind: 'logout' as const, people: { ids: [people.other.id] } } });
const give = (whose: FullSchool, role_id: number) => ({
  body: { kind: 'add_role' as const, role_id, people: { ids: [whose.people.other.id] } },
});

/** Calls that are about many people. */
export const changeCalls: Pick<
  CallsOf<'users'>,
  'listPeopleChanges' | 'tryPeopleChange' | 'createPeopleChange' | 'getPeopleChange' | 'undoPeopleChange'
> = {
  listPeopleChanges: { sample: () => ({}) },
  tryPeopleChange: {
    sample: ({ here }) => signOut(here),
    other_school_grade: ({ here, there }) => ({
      body: { kind: 'grade', grade_id: there.grade, people: { ids: [here.people.other.id] } },
    }),
    other_school_role: async (asking) => give(asking.here, await roleMadeAt(asking, asking.there)),
  },
  createPeopleChange: {
    sample: ({ here }) => signOut(here),
    other_school: ({ there }) => signOut(there),
    other_school_grade: ({ here, there }) => ({
      body: { kind: 'grade', grade_id: there.grade, people: { ids: [here.people.other.id] } },
    }),
    other_school_role: async (asking) => give(asking.here, await roleMadeAt(asking, asking.there)),
  },
  getPeopleChange: {
    sample: () => NOBODY,
    own: (asking) => putChange(asking, asking.here),
    other_school: (asking) => putChange(asking, asking.there),
  },
  undoPeopleChange: {
    sample: () => NOBODY,
    own: (asking) => putChange(asking, asking.here),
    other_school: (asking) => putChange(asking, asking.there),
  },
};
