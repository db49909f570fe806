import { buildClassChannel } from '../../support/content-moves.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';

const NOBODY = 999_999_999;
type Part = 'own' | 'other' | 'other_school';

const poolOf = ({ server }: Asking) => server.test.database.pool;

/** A class that the caller leads, one that somebody else does, or one of another school. */
async function build(asking: Asking, part: Part): Promise<number> {
  const { school, people } = part === 'other_school' ? asking.there : asking.here;
  const leads = part === 'own' ? [personOf(asking.here, asking.column).id] : [people.other.id];
  return (await buildClassChannel(poolOf(asking), school.id, { leads })).id;
}

const at = (part: Part) => async (asking: Asking) => ({ params: { id: `${await build(asking, part)}` } });
const one = {
  sample: () => ({ params: { id: `${NOBODY}` } }),
  own: at('own'),
  other: at('other'),
  other_school: at('other_school'),
};

/** A class that has ended: its content can be archived. */
async function ended(asking: Asking, part: Part) {
  const id = await build(asking, part);
  await poolOf(asking).query(`update channels set ended_at = '2026-08-01' where id = $1`, [id]);
  return { params: { id: `${id}` } };
}

const bodyOf = (old_channel_id: number, new_channel_id: number) => ({
  old_channel_id,
  new_channel_id,
  chat: true,
  cloud: true,
  is_shown_to_newcomers: true,
});
const moveOf = async (asking: Asking, old: Part, fresh: Part) => ({
  body: bodyOf(await build(asking, old), await build(asking, fresh)),
});
const WANTED = { chat: 'true', cloud: 'true' } as const;
const previewOf = async (asking: Asking, old: Part, fresh: Part) => ({
  query: {
    old_channel_id: `${await build(asking, old)}`,
    new_channel_id: `${await build(asking, fresh)}`,
    ...WANTED,
  },
});

/** A move between two channels that is done. */
async function done(asking: Asking, part: Part): Promise<{ params: { moveId: string } }> {
  const { school } = part === 'other_school' ? asking.there : asking.here;
  const [old, fresh] = [await build(asking, part), await build(asking, part)];
  const { rows } = await poolOf(asking).query(
    `insert into content_moves (school_id, old_channel_id, new_channel_id, school_year_id, has_chat, has_cloud,
        is_shown_to_newcomers, state, created_at, undo_until)
      values ($1, $2, $3, $4, false, true, true, 'DONE', now(), '2100-01-01') returning id`,
    [school.id, old, fresh, school.yearId],
  );
  return { params: { moveId: `${rows[0].id}` } };
}

const calls: CallsOf<'content-move'> = {
  available: { sample: () => ({}) },
  get: one,
  listRelated: one,
  listSingle: one,
  startEmpty: one,
  archive: {
    sample: () => ({ params: { id: `${NOBODY}` } }),
    own: (asking) => ended(asking, 'own'),
    other: (asking) => ended(asking, 'other'),
    other_school: (asking) => ended(asking, 'other_school'),
  },
  preview: {
    sample: () => ({
      query: { old_channel_id: `${NOBODY}`, new_channel_id: `${NOBODY}`, chat: 'true', cloud: 'true' },
    }),
    own: (asking) => previewOf(asking, 'own', 'own'),
    other: (asking) => previewOf(asking, 'other', 'own'),
    other_school: (asking) => previewOf(asking, 'other_school', 'own'),
    other_school_new: (asking) => previewOf(asking, 'own', 'other_school'),
  },
  move: {
    sample: () => ({ body: bodyOf(NOBODY, NOBODY) }),
    own: (asking) => moveOf(asking, 'own', 'own'),
    other: (asking) => moveOf(asking, 'other', 'own'),
    other_new: (asking) => moveOf(asking, 'own', 'other'),
    other_school: (asking) => moveOf(asking, 'other_school', 'own'),
    other_school_new: (asking) => moveOf(asking, 'own', 'other_school'),
  },
  undo: {
    sample: () => ({ params: { moveId: `${NOBODY}` } }),
    own: (asking) => done(asking, 'own'),
    other: (asking) => done(asking, 'other'),
    other_school: (asking) => done(asking, 'other_school'),
  },
};

describeContract('content-move', calls);
