import { REPORT_DAYS, REPORTED_BEFORE, type ReportState } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { filesPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';
import type { ChatPart } from './chat-messages.ts';
import type { Reader } from './list.ts';
import { channelsPart } from './parts.ts';

/** A message as it was when it, or one after it, was reported; names are looked up by who reads it. */
export interface KeptMessage {
  seq: number;
  user_id: number | null;
  content: string;
  file_name: string | null;
  created_at: string;
}

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'message_reports.snapshot': readonly KeptMessage[];
  }
}

/** A message and those before it, in their order, as far as somebody sees them. */
export async function listBefore(
  db: Kysely<DB>,
  { school_id, chat_id, visible_from_seq }: Omit<ChatPart, 'reader_id'>,
  seq: number,
): Promise<KeptMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .leftJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'messages.school_id').onRef('file.id', '=', 'messages.file_id'),
    )
    .select(['messages.seq', 'messages.user_id', 'messages.content', 'messages.created_at', 'file.name as file_name'])
    .where('messages.school_id', '=', school_id)
    .where('messages.chat_id', '=', chat_id)
    .where('messages.type', '!=', 'NC_EVENT')
    .where('messages.seq', '>', visible_from_seq)
    .where('messages.seq', '<=', seq)
    .orderBy('messages.seq', 'desc')
    .limit(REPORTED_BEFORE + 1)
    .execute();
  return rows.reverse();
}

export interface NewReport {
  school_id: number;
  channel_id: number;
  chat_id: number;
  seq: number;
  author_id: number;
  reporter_id: number;
  reason: string;
  snapshot: readonly KeptMessage[];
}

/** Keeps a report; null: the same person has reported the same message before, and nobody has decided yet. */
export async function addReport(db: Kysely<DB>, { snapshot, ...report }: NewReport, now: Date): Promise<number | null> {
  const row = await db
    .insertInto('message_reports')
    .values({ ...report, snapshot: toJsonText(snapshot), created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'chat_id', 'seq', 'reporter_id']).where('state', '=', 'OPEN').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The reports of a school for somebody who decides them: about one's own messages nobody does. */
function reportsOf(db: Kysely<DB>, reader: Reader) {
  return db
    .selectFrom('message_reports as report')
    .leftJoin(channelsPart(db, reader).as('channel'), (join) =>
      join.onRef('channel.school_id', '=', 'report.school_id').onRef('channel.id', '=', 'report.channel_id'),
    )
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.onRef('author.school_id', '=', 'report.school_id').onRef('author.id', '=', 'report.author_id'),
    )
    .leftJoin(usersPart(db).as('reporter'), (join) =>
      join.onRef('reporter.school_id', '=', 'report.school_id').onRef('reporter.id', '=', 'report.reporter_id'),
    )
    .leftJoin(usersPart(db).as('decider'), (join) =>
      join.onRef('decider.school_id', '=', 'report.school_id').onRef('decider.id', '=', 'report.decided_by'),
    )
    .select([
      'report.id',
      'report.channel_id',
      'report.chat_id',
      'report.seq',
      'report.author_id',
      'report.reporter_id',
    ])
    .select(['report.reason', 'report.state', 'report.created_at', 'report.decided_at', 'report.decided_by'])
    .select(['channel.type as channel_type', 'channel.displayname as channel_name'])
    .select(['author.firstname', 'author.lastname'])
    .select(['reporter.firstname as reporter_firstname', 'reporter.lastname as reporter_lastname'])
    .select(['decider.firstname as decider_firstname', 'decider.lastname as decider_lastname'])
    .where('report.school_id', '=', reader.school_id)
    .where('report.author_id', '!=', reader.user_id);
}

export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>;

/** A page of them, newest first. */
export async function listReports(
  db: Kysely<DB>,
  reader: Reader,
  { isOpen, offset, limit }: { isOpen: boolean | undefined; offset: number; limit: number },
) {
  let query = reportsOf(db, reader).orderBy('report.id', 'desc').offset(offset).limit(limit);
  if (isOpen !== undefined) query = query.where(sql<boolean>`(report.state = 'OPEN')`, '=', isOpen);
  return query.execute();
}

export async function findReport(db: Kysely<DB>, reader: Reader, id: number) {
  return reportsOf(db, reader).where('report.id', '=', id).executeTakeFirst();
}

/** What was kept with a report, with the names that people have now. */
export async function listReported(db: Kysely<DB>, schoolId: number, id: number) {
  const row = await db
    .selectFrom('message_reports')
    .select(['snapshot', 'seq'])
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ids = row.snapshot.flatMap(({ user_id }) => user_id ?? []);
  const people = await usersPart(db)
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  const names = new Map(people.map(({ id: user_id, firstname, lastname }) => [user_id, `${firstname} ${lastname}`]));
  return row.snapshot.map((kept) => ({
    ...kept,
    name: kept.user_id === null ? null : (names.get(kept.user_id) ?? null),
    is_reported: kept.seq === row.seq,
  }));
}

/** Decides about a message: every report of it that waits. False: none did. */
export async function decideReports(
  db: Kysely<DB>,
  { school_id, chat_id, seq }: { school_id: number; chat_id: number; seq: number },
  { state, decided_by }: { state: Exclude<ReportState, 'OPEN'>; decided_by: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message_reports')
    .set({ state, decided_by, decided_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Reports that were decided long ago go (D-6.08). */
export async function pruneReports(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - REPORT_DAYS * 24 * 60 * 60 * 1000).toISOString();
  const { numDeletedRows } = await db.deleteFrom('message_reports').where('decided_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** What somebody who is erased wrote stands in no report; what they reported of others stays without their words. */
export async function eraseReports(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('message_reports').where('school_id', '=', school_id).where('author_id', '=', user_id).execute();
  await db
    .updateTable('message_reports')
    .set({ reason: '' })
    .where('school_id', '=', school_id)
    .where('reporter_id', '=', user_id)
    .execute();
  await sql`update message_reports set snapshot = (
      select jsonb_agg(case when (kept ->> 'user_id')::bigint = ${user_id}
        then kept || '{"content": "", "file_name": null}' else kept end order by place)
      from jsonb_array_elements(snapshot) with ordinality as parts(kept, place))
    where school_id = ${school_id} and snapshot @> ${toJsonText([{ user_id }])}::jsonb`.execute(db);
}

/** What somebody reported. */
export const reportData: PersonalData = {
  message_reports: (db, { school_id, user_id }) =>
    db
      .selectFrom('message_reports')
      .select(['created_at', 'reason'])
      .where('school_id', '=', school_id)
      .where('reporter_id', '=', user_id)
      .orderBy('id')
      .execute(),
};
