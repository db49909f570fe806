import type { Pool } from 'pg';
import type { BuiltChannel } from './channels.ts';

/** The channel of the pupils of a class of their own, with one old message; who leads it now, and who did last year. */
export async function buildClassChannel(
  pool: Pool,
  school_id: number,
  { leads = [], led = [], shortcut = '5z' }: { leads?: readonly number[]; led?: readonly number[]; shortcut?: string },
): Promise<BuiltChannel> {
  const insert = async (statement: string, values: readonly unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(`${statement} returning id`, [school_id, ...values])).rows[0]?.id ?? 0;
  const grade = await insert(`insert into grades (school_id, shortcut, source) values ($1, $2, 'manual')`, [shortcut]);
  const id = await insert(
    `insert into channels (school_id, type, target, name, grade_id, is_leavable)
      values ($1, 'GENERATED', 'students', $2, $3, false)`,
    [shortcut, grade],
  );
  const chat_id = await insert('insert into chats (school_id, channel_id, messages_sent) values ($1, $2, 1)', [id]);
  await pool.query(
    `insert into messages (school_id, chat_id, seq, type, content, change_seq, created_at)
      values ($1, $2, 1, 'MESSAGE', 'Bis zum neuen Jahr', 0, '2026-06-01')`,
    [school_id, chat_id],
  );
  for (const [people, left_at] of [[leads, null] as const, [led, '2026-08-01'] as const])
    await pool.query(
      `insert into channel_members (school_id, channel_id, user_id, method, joined_at, is_admin, left_at)
        select $1, $2, id, 'generated', '2025-09-01', $4::timestamptz is null, $4 from unnest($3::bigint[]) id`,
      [school_id, id, people, left_at],
    );
  return { id, chat_id };
}
