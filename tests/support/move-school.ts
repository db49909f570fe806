import type { BuiltChannel } from './channels.ts';
import { writeMessage } from './chats.ts';
import { buildEntry } from './clouds.ts';
import { buildSchool, buildUser, signIn } from './people.ts';
import type { TestServer } from './server.ts';

const PEOPLE = [
  ['klein', 'TEACHER'],
  ['neu', 'TEACHER'],
  ['admin', 'ADMIN'],
  ['ada', 'STUDENT'],
  ['ben', 'STUDENT'],
  ['cleo', 'STUDENT'],
  ['dora', 'STUDENT'],
  ['emil', 'STUDENT'],
] as const;
export type MovePerson = (typeof PEOPLE)[number][0];

interface Place {
  /** From which message on they see the chat, and up to which they have read it. */
  seen?: number;
  read?: number;
  /** They were in it last year. */
  left?: boolean;
  /** They look after it, or did. */
  admin?: boolean;
}

const SUMMER = '2026-08-01T00:05:00Z';

/**
 * A school after the summer: Klein has led 5a, which is 6a now; Cleo came to it and Dora went. Emil is in the new 5a, which
 * Neu leads. Six messages, a folder with a file and a file are of last year.
 */
export async function buildMoveSchool(server: TestServer, slink: string) {
  const { kysely: db, pool } = server.test.database;
  const run = async (statement: string, values: readonly unknown[] = []) =>
    (await pool.query(statement, [...values])).rows;
  const school = await buildSchool(db, slink);
  await run(
    `insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2025 / 2026', '2025-08-01', '2026-07-15')`,
    [school.id],
  );
  const ids = {} as Record<MovePerson, number>;
  for (const [name, role] of PEOPLE) ids[name] = (await buildUser(db, school.id, name, role)).id;
  const tokens: Partial<Record<MovePerson, string>> = {};
  const tokenOf = async (name: MovePerson) => {
    tokens[name] ??= await signIn(server, slink, name);
    return tokens[name];
  };

  /** The channel of the pupils of a class, with those who are or were in it. */
  async function buildUnit(
    shortcut: string,
    people: Partial<Record<MovePerson, Place>>,
    ended: string | null = null,
  ): Promise<BuiltChannel> {
    const idOf = async (statement: string, values: readonly unknown[]): Promise<number> =>
      (await run(`${statement} returning id`, [school.id, ...values]))[0].id;
    const grade = await idOf(`insert into grades (school_id, shortcut, source) values ($1, $2, 'manual')`, [shortcut]);
    const id = await idOf(
      `insert into channels (school_id, type, target, name, grade_id, is_leavable, ended_at)
        values ($1, 'GENERATED', 'students', $2, $3, false, $4)`,
      [shortcut, grade, ended],
    );
    const chat_id = await idOf('insert into chats (school_id, channel_id) values ($1, $2)', [id]);
    for (const [name, place] of Object.entries(people) as [MovePerson, Place][]) {
      const { seen = 0, read = seen, left = false, admin = false } = place;
      await run(
        `insert into channel_members (school_id, channel_id, user_id, method, joined_at, is_admin, visible_from_seq, read_seq)
          values ($1, $2, $3, 'generated', '2025-09-01', $4, $5, $6)`,
        [school.id, id, ids[name], admin, seen, read],
      );
      if (left)
        await run('update channel_members set left_at = $3, is_admin = false where channel_id = $1 and user_id = $2', [
          id,
          ids[name],
          SUMMER,
        ]);
    }
    return { id, chat_id };
  }
  const say = (unit: BuiltChannel, name: MovePerson, content: string, at: string) =>
    writeMessage(db, school.id, unit, ids[name], content, at);

  const old = await buildUnit('5a', {
    klein: { read: 6, left: true, admin: true },
    ada: { read: 4, left: true },
    ben: { seen: 2, read: 6, left: true },
    dora: { read: 6, left: true },
    neu: { seen: 6, admin: true },
    emil: { seen: 6 },
  });
  for (const at of [1, 2, 3, 4, 5, 6])
    await say(old, at % 2 === 1 ? 'klein' : 'ada', `alt ${at}`, `2026-06-0${at}T08:00:00Z`);
  await say(old, 'neu', 'Hallo 5a', '2026-09-01T08:00:00Z');
  await run(
    `update messages set reply_uuid = (select uuid from messages where chat_id = $1 and seq = 1)
      where chat_id = $1 and seq = 5`,
    [old.chat_id],
  );
  await run(
    `insert into message_reactions (school_id, chat_id, seq, user_id, reaction, reacted_at)
      values ($1, $2, 3, $3, 'heart', '2026-06-03')`,
    [school.id, old.chat_id, ids.ada],
  );
  await run(
    'insert into message_mentions (school_id, chat_id, seq, place, length, user_id) values ($1, $2, 4, 0, 3, $3)',
    [school.id, old.chat_id, ids.ben],
  );
  await run('update chats set pinned_seq = 3 where id = $1', [old.chat_id]);
  const fresh = await buildUnit('6a', {
    klein: { seen: 2, read: 3, admin: true },
    ada: { seen: 2 },
    ben: { seen: 2 },
    cleo: { seen: 2 },
    // Was in the 6a of last year, whose messages the chat still has.
    emil: { left: true },
  });
  for (const at of [1, 2]) await say(fresh, 'dora', `fremd ${at}`, `2026-05-0${at}T08:00:00Z`);
  await say(fresh, 'klein', 'Hallo 6a', '2026-09-02T08:00:00Z');
  const file = (unit: BuiltChannel, name: string, created_at: string, values: object = {}) =>
    buildEntry(db, school.id, unit.id, name, { created_at, ...values });
  const folder = await file(old, 'Fotos', '2026-06-01T08:00:00Z', { isFolder: true });
  await file(old, 'hof.jpg', '2026-06-02T08:00:00Z', { parent_id: folder.id, user_id: ids.ada });
  await file(old, 'plan.pdf', '2026-06-03T08:00:00Z');
  await file(old, 'neu.pdf', '2026-09-03T08:00:00Z');
  await file(fresh, 'plan.pdf', '2026-09-03T08:00:00Z');

  const ask = async (name: MovePerson, method: string, path: string, body?: unknown) =>
    server.request(method, `/v1/channels/${path}`, {
      token: await tokenOf(name),
      ...(body === undefined ? {} : { body }),
    });
  return {
    school,
    ids,
    old,
    fresh,
    run,
    buildUnit,
    say,
    ask,
    /** After the clock has gone on, everybody signs in anew. */
    signOut: () => {
      for (const name of Object.keys(tokens)) delete tokens[name as MovePerson];
    },
    move: (name: MovePerson, body: object = {}) =>
      ask(name, 'POST', 'content-move/move', {
        old_channel_id: old.id,
        new_channel_id: fresh.id,
        chat: true,
        cloud: false,
        ...body,
      }),
    /** The messages that somebody reads in a chat, oldest first. */
    messages: async (name: MovePerson, { chat_id }: BuiltChannel) =>
      (await ask(name, 'GET', `chats/${chat_id}/messages`)).body.data.toReversed(),
    shown: async (name: MovePerson, { id }: BuiltChannel) => (await ask(name, 'GET', `${id}`)).body.data,
    files: async (name: MovePerson, { id }: BuiltChannel): Promise<string[]> =>
      (await ask(name, 'GET', `cloud/${id}/files`)).body.data.map((one: { name: string }) => one.name).toSorted(),
  };
}
export type MoveSchool = Awaited<ReturnType<typeof buildMoveSchool>>;
