import type { Translate } from '@kreide/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuiltChannel } from '../../../../../tests/support/channels.ts';
import { passJobWaits, stayAlive } from '../../../../../tests/support/jobs.ts';
import { buildMoveSchool, type MovePerson, type MoveSchool } from '../../../../../tests/support/move-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';
import { lockChannels } from '../channels/index.ts';
import { moveTask, resumeMoves, stepIn } from './moving.ts';
import { eraseMover, lockMove, moveData, pruneMoves } from './queries/moves.ts';

let server: TestServer;
let at: MoveSchool;
let schools = 0;
let letGo: () => void;

/** Jobs of the school wait until a test lets them run: what happens between two steps is seen that way. */
const holdJobs = async () =>
  at.run(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ($1, now(), 'test')`,
    [`content-move:${at.school.id}`],
  );
async function letJobsRun(): Promise<void> {
  await at.run(
    'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where queue_name = $1',
    [`content-move:${at.school.id}`],
  );
  await passJobWaits(server.test.database.pool);
}
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
  await holdJobs();
});
const keyOf = (id: number) => ({ school_id: at.school.id, id });
/** Lets the job take all its steps, here. */
async function finish(id: number): Promise<void> {
  const step = () =>
    db()
      .transaction()
      .execute((trx) => stepIn(trx, keyOf(id), server.clock.now()));
  while (await step());
}
const reads = async (name: MovePerson, unit: BuiltChannel): Promise<string[]> =>
  (await at.messages(name, unit)).map(({ content }: { content: string }) => content);
/** All rows that must never be lost, however far a move is. */
const everything = async () =>
  at.run(
    `select 'm', uuid::text as what, content as of from messages where school_id = $1 and type <> 'NC_EVENT'
      union all select 'r', reaction, (select m.content from messages m where m.school_id = r.school_id and m.chat_id = r.chat_id and m.seq = r.seq) from message_reactions r where school_id = $1
      union all select 'n', user_id::text, (select m.content from messages m where m.school_id = n.school_id and m.chat_id = n.chat_id and m.seq = n.seq) from message_mentions n where school_id = $1
      union all select 'f', uuid::text, file_id::text from cloud_files where school_id = $1 order by 1, 2`,
    [at.school.id],
  );
const state = async () =>
  at.run(
    `select c.channel_id, c.messages_sent, c.pinned_seq, (select json_agg(json_build_array(m.seq, m.content) order by m.seq) from messages m where m.school_id = c.school_id and m.chat_id = c.id) as messages,
      (select json_agg(json_build_array(p.user_id, p.visible_from_seq) order by p.user_id) from channel_members p where p.school_id = c.school_id and p.channel_id = c.channel_id) as places,
      (select json_build_array(l.size, l.files_count, l.folders_count) from clouds l where l.school_id = c.school_id and l.channel_id = c.channel_id) as cloud,
      (select json_agg(json_build_array(f.name, f.name_key, f.parent_id) order by f.id) from cloud_files f where f.school_id = c.school_id and f.channel_id = c.channel_id) as files
     from chats c where c.school_id = $1 and c.channel_id = any($2) order by 1`,
    [at.school.id, [at.old.id, at.fresh.id]],
  );
const OLD = [1, 2, 3, 4, 5, 6].map((at) => `alt ${at}`);

describe('content moves into the new school year', () => {
  it('everybody sees in the new chat what they could see in the old one, before what was written since, and nothing else [C-4.81] [T-4.53] [T-1.07] [C-3.57] [C-7.42]', async () => {
    const { status, body } = await at.move('klein');
    expect([status, body.data?.move?.state]).toEqual([200, 'MOVING']);
    expect(body.data).toMatchObject({
      new_channel: { id: at.fresh.id, meta: { displayname: expect.stringContaining('6a') } },
    });
    await finish(body.data.move.id);
    expect(await reads('ada', at.fresh)).toEqual([...OLD, 'Hallo 6a']);
    expect(await reads('ben', at.fresh)).toEqual([...OLD.slice(2), 'Hallo 6a']);
    expect(await reads('cleo', at.fresh)).toEqual(['Hallo 6a']);
    expect(await reads('klein', at.fresh)).toEqual([...OLD, 'Hallo 6a']);
    expect(await reads('emil', at.old)).toEqual(['Hallo 5a']);
    // Ada had read four of them, Ben all; Klein has written last.
    expect((await at.shown('ada', at.fresh)).meta.last_unread_count).toBe(3);
    expect((await at.shown('ben', at.fresh)).meta.last_unread_count).toBe(1);
    expect((await at.shown('klein', at.fresh)).meta.last_unread_count).toBe(0);
    const [third, fourth, fifth] = await at.messages('ben', at.fresh);
    expect(third.reactions).toHaveLength(1);
    expect(fourth.mentions).toHaveLength(1);
    // What it answers was before Ben's time.
    expect(fifth.reply).toBeNull();
    const [{ pinned_seq }] = (await at.run('select pinned_seq from chats where id = $1', [at.fresh.chat_id])) as [
      { pinned_seq: number },
    ];
    expect(pinned_seq).toBe(5);
    expect(await at.shown('emil', at.old)).toMatchObject({ content_moved_at: expect.any(String) });
  });

  it('whatever ends the job between or within two steps, nothing is lost, and nobody sees half of it; then it goes on', async () => {
    await at.run(
      `insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq, created_at)
      select $1, $2, -n, $3, 'MESSAGE', 'viel ' || n, 1, '2026-06-06T09:00:00Z' from generate_series(1, 1200) n`,
      [at.school.id, at.old.chat_id, at.ids.klein],
    );
    await at.run('update messages set seq = 2007 where chat_id = $1 and seq = 7', [at.old.chat_id]);
    await at.run('update messages set seq = 6 - seq where chat_id = $1 and seq < 0', [at.old.chat_id]);
    await at.run('update chats set messages_sent = 2007 where id = $1', [at.old.chat_id]);
    await at.run('update channel_members set visible_from_seq = 2006 where channel_id = $1 and left_at is null', [
      at.old.id,
    ]);
    const before = await everything();
    const start = await state();
    const { body } = await at.move('klein', { cloud: true, is_shown_to_newcomers: true });
    const { id } = body.data.move;
    let steps = 0;
    for (;;) {
      // The process ends before the step is written.
      await expect(
        db()
          .transaction()
          .execute(async (trx) => {
            await stepIn(trx, keyOf(id), server.clock.now());
            throw new Error('killed');
          }),
      ).rejects.toThrow('killed');
      expect(await everything()).toEqual(before);
      const [{ state: now }] = (await at.run('select state from content_moves where id = $1', [id])) as [
        { state: string },
      ];
      if (now !== 'MOVING') break;
      expect([await reads('ada', at.fresh), await reads('emil', at.old)]).toEqual([['Hallo 6a'], ['Hallo 5a']]);
      await db()
        .transaction()
        .execute((trx) => stepIn(trx, keyOf(id), server.clock.now()));
      steps += 1;
    }
    expect(steps).toBeGreaterThan(4);
    const undone = await at.ask('klein', 'PUT', `content-move/${id}/undo`);
    expect(undone.status).toBe(200);
    // Its job is gone, as after an outage that outlasted all attempts: whoever looks for what stands still orders it again.
    await at.run('delete from graphile_worker._private_jobs where locked_by is null');
    const { kysely } = server.server.database;
    const context = { now: () => server.clock.now(), log: silentLog, signal: new AbortController().signal };
    const { look } = resumeMoves(kysely, moveTask({ kysely, clock: server.clock }));
    await look.run({}, { ...context, attempt: 1, isLastAttempt: false });
    await letJobsRun();
    await expect
      .poll(async () => (await at.run('select state from content_moves where id = $1', [id]))[0]?.state, {
        timeout: 30_000,
      })
      .toBe('UNDONE');
    expect(await everything()).toEqual(before);
    expect(await state()).toEqual(start);
  });

  it('taken back within thirty days it is as before, with what has happened since, and not later', async () => {
    const { body } = await at.move('klein', { cloud: true, is_shown_to_newcomers: true });
    const { id } = body.data.move;
    expect((await at.ask('klein', 'PUT', `content-move/${id}/undo`)).body.error?.code).toBe('content_moving');
    await finish(id);
    await at.say(at.fresh, 'ada', 'Danach', '2026-11-18T09:00:00Z');
    await at.run(
      `update messages set reply_uuid = (select uuid from messages where chat_id = $1 and content = 'alt 1')
        where chat_id = $1 and content = 'Danach'`,
      [at.fresh.chat_id],
    );
    const answered = async () => (await at.messages('ada', at.fresh)).at(-1).reply;
    expect((await answered()).excerpt).toBe('alt 1');
    // A file has got another name there.
    await at.run(
      `update cloud_files set name = 'Bilder', name_key = 'bilder' where channel_id = $1 and name = 'Fotos'`,
      [at.fresh.id],
    );
    // Not at the last instant either.
    server.clock.advance(30 * 86_400_000);
    at.signOut();
    expect((await at.ask('klein', 'GET', `${at.fresh.id}/content-move`)).body.data.move.can.undo).toBe(0);
    expect((await at.ask('klein', 'PUT', `content-move/${id}/undo`)).body.error?.code).toBe('content_move_over');
    server.clock.advance(-30 * 86_400_000);
    expect(await pruneMoves(server.server.database.kysely, server.clock.now())).toBe(0);
    at.signOut();
    expect((await at.ask('klein', 'PUT', `content-move/${id}/undo`)).status).toBe(200);
    await finish(id);
    expect(await reads('ada', at.fresh)).toEqual(['Hallo 6a', 'Danach']);
    expect(await reads('cleo', at.fresh)).toEqual(['Hallo 6a', 'Danach']);
    // What it answers stands where not everybody here may read.
    expect(await answered()).toBeNull();
    expect(await at.files('klein', at.fresh)).toEqual(['plan.pdf']);
    expect(await at.files('emil', at.old)).toEqual(['Bilder', 'neu.pdf', 'plan.pdf']);
    expect(await at.shown('emil', at.old)).toMatchObject({ content_moved_at: null });
  });

  it('how people had the channels is forgotten when nothing can be taken back any more', async () => {
    const { body } = await at.move('klein');
    const later = new Date(server.clock.now().getTime() + 31 * 86_400_000);
    // One that stands still needs it to come to its end.
    await pruneMoves(server.server.database.kysely, later);
    const places = 'select json_array_length(new_places::json) as places from content_moves where id = $1';
    expect((await at.run(places, [body.data.move.id]))[0].places).toBeGreaterThan(0);
    await finish(body.data.move.id);
    const by = (name: MovePerson) => ({ school_id: at.school.id, user_id: at.ids[name] });
    await eraseMover(db(), by('ada'));
    const t = (() => '') as unknown as Translate;
    const made = async (name: MovePerson) => (await moveData.content_moves?.(db(), by(name), t))?.length;
    expect([await made('klein'), await made('ada')]).toEqual([1, 0]);
    expect(await pruneMoves(server.server.database.kysely, later)).toBeGreaterThan(0);
    const kept = await at.run('select old_places, new_places from content_moves where id = $1', [body.data.move.id]);
    expect(kept).toEqual([{ old_places: [], new_places: [] }]);
  });

  it('files move with their folders, what came since stays, and who could not see them sees them only when the mover says so', async () => {
    const refused = await at.move('klein', { chat: false, cloud: true });
    expect([refused.status, refused.body.error.issues[0]]).toMatchObject([
      422,
      { path: 'body.is_shown_to_newcomers', rule: 'confirm' },
    ]);
    const query = `old_channel_id=${at.old.id}&new_channel_id=${at.fresh.id}`;
    const { body } = await at.ask('klein', 'GET', `content-move/preview?${query}`);
    expect(body.data).toMatchObject({
      files_count: 2,
      messages_count: 6,
      is_fitting: true,
      newcomers_count: 2,
      leaving_count: 2,
      confirm: { chat: false, cloud: true },
    });
    const done = await at.move('klein', { chat: false, cloud: true, is_shown_to_newcomers: true });
    await finish(done.body.data.move.id);
    expect(await at.files('cleo', at.fresh)).toEqual(['Fotos', 'plan (2).pdf', 'plan.pdf']);
    expect(await at.files('emil', at.old)).toEqual(['neu.pdf']);
    expect(await reads('ada', at.fresh)).toEqual(['Hallo 6a']);
    const sizes = await at.run(
      'select files_count, folders_count, size from clouds where channel_id = any($1) order by channel_id',
      [[at.old.id, at.fresh.id]],
    );
    expect(sizes).toEqual([
      { files_count: 1, folders_count: 0, size: 12 },
      { files_count: 3, folders_count: 1, size: 36 },
    ]);
  });

  it('who leads a class now does not show themselves what it wrote before they came', async () => {
    const mine = await at.buildUnit('7c', { neu: { admin: true } });
    const body = { old_channel_id: at.old.id, new_channel_id: mine.id, chat: true, cloud: false };
    const shown = { ...body, is_shown_to_newcomers: true };
    const refused = await at.ask('neu', 'POST', 'content-move/move', shown);
    expect([refused.status, refused.body.error?.issues[0].rule]).toEqual([422, 'unseen']);
    const { id } = (await at.ask('neu', 'POST', 'content-move/move', body)).body.data.move;
    await finish(id);
    expect(await reads('neu', mine)).toEqual([]);
  });

  it('a step waits for a call that holds both channels, and neither waits for the other for ever', async () => {
    const { id } = (await at.move('klein')).body.data.move;
    let step: Promise<unknown> = Promise.resolve();
    await db()
      .transaction()
      .execute(async (call) => {
        await lockChannels(call, at.school.id, [at.old.id, at.fresh.id]);
        step = db()
          .transaction()
          .execute((trx) => stepIn(trx, keyOf(id), server.clock.now()));
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(() => at.run(waiting)).toHaveLength(1);
        expect(await lockMove(call, keyOf(id))).toMatchObject({ state: 'MOVING' });
      });
    expect(await step).toBe(true);
  });

  it('what does not fit into the new channel is refused, and the same move twice at once happens once', async () => {
    await at.run('update cloud_files set size = 500000000000 where channel_id = $1', [at.old.id]);
    const refused = await at.move('klein', { chat: false, cloud: true, is_shown_to_newcomers: true });
    expect([refused.status, refused.body.error.issues[0].rule]).toEqual([422, 'room']);
    const both = await Promise.all([at.move('klein'), at.move('admin')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const declined = await at.ask('klein', 'PUT', `${at.fresh.id}/content-move/start-empty`);
    expect([declined.status, declined.body.error?.code]).toEqual([409, 'content_moving']);
  });

  it('what has come into a class in this year does not go on with its old content', async () => {
    const first = await at.move('klein');
    await finish(first.body.data.move.id);
    const next = await at.buildUnit('7a', { dora: {}, admin: { admin: true } });
    const body = {
      old_channel_id: at.fresh.id,
      new_channel_id: next.id,
      chat: true,
      cloud: true,
      is_shown_to_newcomers: true,
    };
    const second = await at.ask('admin', 'POST', 'content-move/move', body);
    expect(second.status).toBe(200);
    await finish(second.body.data.move.id);
    expect(await reads('admin', next)).toEqual(['fremd 1', 'fremd 2']);
    expect(await reads('ada', at.fresh)).toEqual([...OLD, 'Hallo 6a']);
    // The newest goes back first.
    const undo = await at.ask('klein', 'PUT', `content-move/${first.body.data.move.id}/undo`);
    expect(undo.body.error?.code).toBe('content_move_over');
  });
});
