import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuiltChannel } from '../../../../../tests/support/channels.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import { buildFile } from '../../../../../tests/support/files.ts';
import { stayAlive } from '../../../../../tests/support/jobs.ts';
import { buildMoveSchool, type MovePerson, type MoveSchool } from '../../../../../tests/support/move-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { stepIn } from './moving.ts';

let server: TestServer;
let at: MoveSchool;
let schools = 0;
let letGo: () => void;
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  letGo = await stayAlive(server.test.database.pool, 'test');
});
afterAll(() => {
  letGo();
  return server.stop();
});
beforeEach(async () => {
  schools += 1;
  at = await buildMoveSchool(server, `fink-${schools}`);
  // Its job takes no step by itself.
  await at.run(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ($1, now(), 'test')`,
    [`content-move:${at.school.id}`],
  );
});
/** Lets the job take all its steps, here. */
async function finish(id: number): Promise<void> {
  const key = { school_id: at.school.id, id };
  const step = () =>
    db()
      .transaction()
      .execute((trx) => stepIn(trx, key, server.clock.now()));
  while (await step());
}
const reads = async (name: MovePerson, unit: BuiltChannel): Promise<string[]> =>
  (await at.messages(name, unit)).map(({ content }: { content: string }) => content);
const preview = async (rest = '') => {
  const query = `old_channel_id=${at.old.id}&new_channel_id=${at.fresh.id}${rest}`;
  return (await at.ask('klein', 'GET', `content-move/preview?${query}`)).body.data;
};
/** Lets somebody see a chat from another message on. */
const see = (unit: BuiltChannel, name: MovePerson, from: number) =>
  at.run('update channel_members set visible_from_seq = $3 where channel_id = $1 and user_id = $2', [
    unit.id,
    at.ids[name],
    from,
  ]);
const OLD = [1, 2, 3, 4, 5, 6].map((at) => `alt ${at}`);

describe('content that moves stays with those who know it', () => {
  it('what fits exactly fits, with what is there and what the chat carries', async () => {
    const fill = (size: number) => at.run('update clouds set size = $2 where channel_id = $1', [at.fresh.id, size]);
    const cloud = '&chat=0&cloud=1';
    await fill(2_000_000_000 - 24);
    expect(await preview(cloud)).toMatchObject({ size: 24, is_fitting: true });
    await fill(2_000_000_000 - 23);
    expect((await preview(cloud)).is_fitting).toBe(false);
    const { id } = await buildFile(db(), at.school.id, { size: 1000 });
    await at.run('update messages set file_id = $2 where chat_id = $1 and seq = 2', [at.old.chat_id, id]);
    expect(await preview('&chat=1&cloud=0')).toMatchObject({ size: 1000, is_fitting: false });
    // What was written and came when the year began is of the new year; what is in the bin does not come along.
    await at.run(`update messages set created_at = '2026-07-31T22:00:00Z' where chat_id = $1 and seq = 6`, [
      at.old.chat_id,
    ]);
    await at.run(`update cloud_files set created_at = '2026-07-31T22:00:00Z' where name = 'hof.jpg'`);
    expect(await preview()).toMatchObject({ messages_count: 5, files_count: 1 });
    await at.run('update cloud_files set deleted_at = now() where channel_id = $1', [at.old.id]);
    expect((await preview()).files_count).toBe(0);
  });

  it('who left before it was there, who had not looked after it and what was cleared: nobody sees more than before', async () => {
    const left = (name: MovePerson, day: string) =>
      at.run('update channel_members set left_at = $3 where channel_id = $1 and user_id = $2', [
        at.old.id,
        at.ids[name],
        day,
      ]);
    // Saw all of the chat, and one file less.
    await at.run(`update cloud_files set created_at = '2026-07-20' where channel_id = $1 and name = 'plan.pdf'`, [
      at.old.id,
    ]);
    expect((await preview()).newcomers_count).toBe(2);
    await left('ada', '2026-07-10');
    expect((await preview()).newcomers_count).toBe(3);
    await at.run(
      'update channel_members set left_at = now(), is_admin = false where channel_id = $1 and user_id = $2',
      [at.fresh.id, at.ids.cleo],
    );
    await left('ada', '2026-08-01');
    expect((await preview()).confirm).toEqual({ chat: false, cloud: false });
    // Would see here what others have handed in.
    const look = (is: boolean) =>
      at.run('update channel_members set is_admin = $3 where channel_id = $1 and user_id = $2', [
        at.fresh.id,
        at.ids.ben,
        is,
      ]);
    await look(true);
    expect((await preview()).confirm.cloud).toBe(true);
    await look(false);
    // Nothing but what comes would hide the beginning from her, who does not know all of it.
    await left('ada', '2026-06-04T12:00:00Z');
    await see(at.fresh, 'ada', 0);
    expect((await preview()).confirm.chat).toBe(true);
    expect((await at.move('klein')).body.error?.issues[0].rule).toBe('confirm');
    await see(at.fresh, 'ada', 2);
    await at.run('update channel_members set visible_from_seq = greatest(visible_from_seq, 2) where channel_id = $1', [
      at.old.id,
    ]);
    await see(at.fresh, 'klein', 0);
    const { body } = await at.move('klein');
    await finish(body.data.move.id);
    expect(await reads('ada', at.fresh)).toEqual(['Hallo 6a']);
    expect(await reads('klein', at.fresh)).toEqual([...OLD.slice(2), 'Hallo 6a']);
  });

  it('what people have done meanwhile stays: cleared, come back, pinned; and on the way back nobody sees half of it', async () => {
    const changeOf = async ({ chat_id }: BuiltChannel) =>
      (await at.run('select change_seq from chats where id = $1', [chat_id]))[0].change_seq;
    const firstChange = async ({ chat_id }: BuiltChannel) =>
      (
        await at.run(`select min(change_seq) as first from messages where chat_id = $1 and content like 'alt %'`, [
          chat_id,
        ])
      )[0].first;
    const { body } = await at.move('klein');
    const { id } = body.data.move;
    await see(at.fresh, 'ben', 9);
    await at.run('update chats set pinned_seq = 9 where id = $1', [at.fresh.chat_id]);
    const known = await changeOf(at.fresh);
    await finish(id);
    expect(await reads('ben', at.fresh)).toEqual([]);
    expect((await at.run('select pinned_seq from chats where id = $1', [at.fresh.chat_id]))[0].pinned_seq).toBe(9);
    // A device that asks what has changed is told of what has come.
    expect(await firstChange(at.fresh)).toBeGreaterThan(known);
    await at.run(
      'update channel_members set left_at = null, visible_from_seq = 7 where channel_id = $1 and user_id = $2',
      [at.old.id, at.ids.dora],
    );
    await at.ask('klein', 'PUT', `content-move/${id}/undo`);
    expect(await reads('ada', at.fresh)).toEqual(['Hallo 6a']);
    await see(at.fresh, 'klein', 9);
    const before = await changeOf(at.old);
    await finish(id);
    expect([await reads('klein', at.fresh), await reads('dora', at.old)]).toEqual([[], []]);
    expect(await firstChange(at.old)).toBeGreaterThan(before);
  });

  it('what was reported stays with its message, there and back', async () => {
    for (const number of [4, 5, 6, 7, 8, 9])
      await at.say(at.fresh, 'ada', `neu ${number}`, `2026-09-0${number}T08:00:00Z`);
    const report = (unit: BuiltChannel, name: MovePerson, seq: number) =>
      at.run(
        `insert into message_reports (school_id, channel_id, chat_id, seq, author_id, reporter_id, reason, snapshot, created_at)
          values ($1, $2, $3, $4, $5, $6, 'RUDE', '{}', now())`,
        [at.school.id, unit.id, unit.chat_id, seq, at.ids.klein, at.ids[name]],
      );
    // As far from each other as they all go, in both orders.
    for (const seq of [3, 9]) await report(at.fresh, 'cleo', seq);
    for (const seq of [9, 3]) await report(at.fresh, 'ben', seq);
    await report(at.old, 'ben', 5);
    const reported = async () =>
      (
        await at.run(
          `select m.content || case when c.channel_id = r.channel_id then '' else ' elsewhere' end as of
            from message_reports r left join messages m on m.school_id = r.school_id and m.chat_id = r.chat_id and m.seq = r.seq
            left join chats c on c.id = r.chat_id where r.school_id = $1 order by r.id`,
          [at.school.id],
        )
      ).map(({ of }) => of);
    const all = ['Hallo 6a', 'neu 9', 'neu 9', 'Hallo 6a', 'alt 5'];
    const { status, body } = await at.move('klein');
    expect(status).toBe(200);
    await finish(body.data.move.id);
    expect(await reported()).toEqual(all);
    expect((await at.ask('klein', 'PUT', `content-move/${body.data.move.id}/undo`)).status).toBe(200);
    await finish(body.data.move.id);
    expect(await reported()).toEqual(all);
  });

  it('what lies in the bin goes along with its folder, and by itself from the top, there and back; its bytes count', async () => {
    const put = (where: string, values: readonly unknown[]) =>
      at.run(
        `update cloud_files set deleted_at = '2026-11-10T08:00:00Z', deleted_by = $1, bin_id = id, user_id = $1
          where channel_id = $2 and ${where}`,
        [at.ids.klein, at.old.id, ...values],
      );
    const gone = { created_at: '2026-06-04T08:00:00Z' };
    const old = await buildEntry(db(), at.school.id, at.old.id, 'alt.pdf', gone);
    const late = await buildEntry(db(), at.school.id, at.old.id, 'spaet.pdf', { created_at: '2026-09-04T08:00:00Z' });
    await put('(id = $3 or id = $4 or name = $5)', [old.id, late.id, 'hof.jpg']);
    await at.run('update clouds set size = 24, files_count = 2 where channel_id = $1', [at.old.id]);
    expect(await preview('&chat=0&cloud=1')).toMatchObject({ files_count: 1, size: 12 * 3 });
    const { body } = await at.move('klein', { chat: false, cloud: true, is_shown_to_newcomers: true });
    const { id } = body.data.move;
    await finish(id);
    const binOf = async (unit: BuiltChannel) =>
      (
        await at.run('select name from cloud_files where channel_id = $1 and bin_id is not null order by name', [
          unit.id,
        ])
      ).map(({ name }: { name: string }) => name);
    const files = async (unit: BuiltChannel) =>
      at.run('select size, files_count, folders_count from clouds where channel_id = $1', [unit.id]);
    expect([await binOf(at.old), await binOf(at.fresh)]).toEqual([['spaet.pdf'], ['alt.pdf', 'hof.jpg']]);
    expect(await files(at.fresh)).toEqual([{ size: 24, files_count: 2, folders_count: 1 }]);
    expect((await at.ask('klein', 'GET', `cloud/${at.fresh.id}/bin`)).body.data).toHaveLength(2);
    const [photo] = await at.run(`select uuid from cloud_files where school_id = $1 and name = 'hof.jpg'`, [
      at.school.id,
    ]);
    const back = await at.ask('klein', 'PUT', `cloud/${at.fresh.id}/bin/restore`, { files: [photo.uuid] });
    expect(back.body.data).toMatchObject([{ meta: { absolute_path: '/Fotos/hof.jpg' } }]);
    expect((await at.ask('klein', 'PUT', `content-move/${id}/undo`)).status).toBe(200);
    await finish(id);
    expect([await binOf(at.old), await binOf(at.fresh)]).toEqual([['alt.pdf', 'spaet.pdf'], []]);
    expect(await files(at.old)).toEqual([{ size: 36, files_count: 3, folders_count: 1 }]);
    expect(await files(at.fresh)).toEqual([{ size: 12, files_count: 1, folders_count: 0 }]);
  });
});
