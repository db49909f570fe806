import { type DeskReaders, withSubstitute } from '@kreide/core/features/desk';
import { expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { buildUser } from '../../../../../tests/support/people.ts';
import { writeNotifications } from '../channels/index.ts';

const desk = withDeskSchool();
const { call, idOf, absent, decide, at } = desk;
const readers = async (who = 'admin', date = DAY) =>
  (await call('GET', `/desk/readers?date=${date}`, undefined, who)).body;

/** Opens the newest message of somebody. */
async function open(who: string): Promise<void> {
  const token = desk.tokens[who] ?? '';
  const { body } = await desk.server.request('GET', '/v1/channels/personal-channel', { token });
  const path = `/v1/channels/chats/${body.data.chat_id}/messages`;
  const list = (await desk.server.request('GET', path, { token })).body.data;
  const { uuid } = list.find((one: { content_rendered: string }) => one.content_rendered.includes('23. November'));
  const answer = await desk.server.request('PUT', `/v1/notifications/${uuid}/seen`, { token });
  expect(answer.status, answer.text).toBeLessThan(300);
}

it('who has read a change: its teachers by name, families as numbers where they are not few, for the desk alone [D-8.10]', async () => {
  const { kysely } = desk.server.test.database;
  const { school } = desk;
  const kaya = await idOf('Ky');
  const { id: user_id } = await buildUser(kysely, school.id, 'kaya', 'TEACHER');
  await kysely.updateTable('teachers').set({ user_id }).where('id', '=', kaya).execute();
  const lesson = at(await absent('Bg'), '2', '10b');
  expect((await decide([withSubstitute(lesson, kaya)])).status).toBe(200);
  // Nobody reads what is a draft.
  expect((await readers()).data).toEqual([]);
  expect((await desk.publish()).status).toBe(200);
  await jobsDone(desk.server);
  const states = ({ teachers }: DeskReaders) => teachers.map(({ teacher, state }) => `${teacher.shortcut} ${state}`);
  const [before] = (await readers()).data;
  expect(states(before)).toEqual(['Bg TOLD', 'Ky TOLD']);
  // One pupil and a parent: whoever reads a number of them reads a name.
  expect([before.pupils, before.parents]).toEqual([null, null]);
  await open('teacher');
  const [after] = (await readers()).data;
  expect(states(after)).toEqual(['Bg READ', 'Ky TOLD']);
  // Of five or more it is a number: the messages of this change reach four more pupils of the class.
  const { substitution_ids } = await kysely
    .selectFrom('desk_decisions')
    .select('substitution_ids')
    .executeTakeFirstOrThrow();
  const [target_id = 0] = substitution_ids;
  const told_of = `lesson:${target_id}` as const;
  const text = { content: 'Ky', target_type: 'lesson' as const, target_id, named_id: null, told_of };
  const tell = (ids: readonly number[]) =>
    writeNotifications(
      kysely,
      school.id,
      [{ ...text, target_snapshot: { name: 'MA', by: null } }],
      ids.map((id) => ({ user_id: id, text: 0, actions: [] })),
      desk.server.clock.now(),
    );
  const build = async (name: string, role: 'STUDENT' | 'PARENT') => (await buildUser(kysely, school.id, name, role)).id;
  await tell(await Promise.all(['p1', 'p2', 'p3'].map((name) => build(name, 'STUDENT'))));
  expect((await readers()).data[0].pupils).toBeNull();
  await tell([await build('p4', 'STUDENT')]);
  // Its two teachers are no parents.
  await tell(await Promise.all(['e1', 'e2', 'e3', 'e4'].map((name) => build(name, 'PARENT'))));
  await open('ada');
  const [whole] = (await readers()).data;
  expect([whole.pupils, whole.parents]).toEqual([
    { told: 5, read: 1 },
    { told: 5, read: 0 },
  ]);
  // Whoever has a second text of it has not read it all.
  await tell([school.users.ada, school.users.teacher]);
  const [twice] = (await readers()).data;
  expect([twice.pupils, states(twice)]).toEqual([{ told: 5, read: 0 }, ['Bg TOLD', 'Ky TOLD']]);
  // What is in force stays there while the next is a draft, on its own day alone.
  const times = { target_time_begins_at: '08:50', target_time_ends_at: '09:35' };
  const moved = { kind: 'MOVED' as const, is_draft: true, target_date: '2026-11-24', target_hour: '2', ...times };
  await kysely.updateTable('desk_decisions').set(moved).execute();
  expect((await readers()).data).toHaveLength(1);
  expect((await readers('admin', '2026-11-24')).data).toEqual([]);
  expect((await readers('teacher')).error.code).toBe('forbidden');
});
