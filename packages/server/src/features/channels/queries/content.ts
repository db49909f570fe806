import { MOVABLE_GENERATED } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { filesPart } from '../../files/index.ts';
import { coursesOf, gradesOf, subjectsOf } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';
import { type Reader, titleFor } from './list.ts';
import type { ChannelKey } from './members.ts';

/** The channels of a school that follow a class or a course, with how the reader stands to them. */
export function unitChannels(db: Kysely<DB>, { school_id, user_id, titles }: Reader) {
  return db
    .selectFrom('channels')
    .innerJoin('chats', (join) =>
      join.onRef('chats.school_id', '=', 'channels.school_id').onRef('chats.channel_id', '=', 'channels.id'),
    )
    .leftJoin('channel_members as member', (join) =>
      join
        .onRef('member.school_id', '=', 'channels.school_id')
        .onRef('member.channel_id', '=', 'channels.id')
        .on('member.user_id', '=', user_id),
    )
    .leftJoin(usersPart(db).as('other'), (join) =>
      join.onRef('other.school_id', '=', 'channels.school_id').onRef('other.id', '=', 'channels.low_user_id'),
    )
    .leftJoin(gradesOf(db, school_id).as('grade'), 'grade.id', 'channels.grade_id')
    .leftJoin(coursesOf(db, school_id).as('course'), 'course.id', 'channels.course_id')
    .leftJoin(subjectsOf(db, school_id).as('subject'), 'subject.id', 'course.subject_id')
    .select(['channels.school_id', 'channels.id', 'channels.type', 'channels.target', 'channels.grade_id'])
    .select(['channels.course_id', 'channels.activity_at', 'channels.ended_at', 'channels.content_moved_at'])
    .select(['channels.content_decided_year_id', 'course.season_id', 'chats.id as chat_id', 'chats.messages_sent'])
    .select(['channels.is_disabled', 'channels.is_leavable', 'channels.is_twoway', 'channels.twoway_expires_at'])
    .select(['member.is_admin', 'member.left_at', 'member.was_admin', 'member.user_id as member_id'])
    .select((eb) => eb.fn.coalesce('grade.shortcut', 'course.shortcut').as('shortcut'))
    .select(titleFor(titles).as('displayname'))
    .select(
      sql<number>`(select count(*) from channel_members m where m.school_id = ${school_id}
        and m.channel_id = channels.id and m.left_at is null)`.as('users_count'),
    )
    .where('channels.school_id', '=', school_id)
    .where('channels.type', '=', 'GENERATED')
    .where('channels.target', 'in', [...MOVABLE_GENERATED])
    .where((eb) => eb.or([eb('channels.grade_id', 'is not', null), eb('channels.course_id', 'is not', null)]))
    .where('channels.deleted_at', 'is', null);
}

/** Those for the same kind of people as one of them, and how many people of it are, or since a day were, in each as well. */
export async function listUnitChannels(
  db: Kysely<DB>,
  reader: Reader,
  of: { id: number; target: string | null },
  since: string,
) {
  const { school_id } = reader;
  return unitChannels(db, reader)
    .select(
      sql<number>`(select count(*) from channel_members m
        join channel_members n on n.school_id = m.school_id and n.user_id = m.user_id and n.channel_id = ${of.id}
        where m.school_id = ${school_id} and m.channel_id = channels.id
          and (m.left_at is null or m.left_at >= ${since}::timestamptz)
          and (n.left_at is null or n.left_at >= ${since}::timestamptz))`.as('shared_count'),
    )
    .where('channels.target', '=', of.target as 'students')
    .where('channels.id', '!=', of.id)
    .orderBy('shared_count', 'desc')
    .orderBy('shortcut')
    .orderBy('channels.id')
    .execute();
}

export async function findUnitChannel(db: Kysely<DB>, reader: Reader, id: number) {
  return unitChannels(db, reader).where('channels.id', '=', id).executeTakeFirst();
}
export type UnitChannelRow = NonNullable<Awaited<ReturnType<typeof findUnitChannel>>>;

/** The channel of the pupils of each class, by the class. */
export async function listPupilChannels(db: Kysely<DB>, schoolId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'grade_id'])
    .where('school_id', '=', schoolId)
    .where('type', '=', 'GENERATED')
    .where('target', '=', 'students')
    .where('course_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ id, grade_id }) => (grade_id === null ? [] : [[grade_id, id]])));
}

/** Takes two channels, in the order of their numbers: nobody writes there and nobody comes or goes until the commit. */
export async function lockChannels(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom('channels')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Which school year has decided what becomes of the content of some channels, and when that of an old one was moved. */
export async function decideContent(
  db: Kysely<DB>,
  { school_id, id }: ChannelKey,
  { year_id, moved_at }: { year_id: number | null; moved_at?: Date | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('channels')
    .set({
      content_decided_year_id: year_id,
      ...(moved_at === undefined ? {} : { content_moved_at: moved_at?.toISOString() ?? null }),
      updated_at: sql<string>`greatest(${now.toISOString()}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Puts a channel into the archive of all of its members. */
export async function archiveForAll(db: Kysely<DB>, { school_id, id }: ChannelKey): Promise<void> {
  await db
    .updateTable('channel_members')
    .set({ is_archived: true, is_pinned: false })
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .where('left_at', 'is', null)
    .execute();
}

/** Two channels of a school, from which to which something moves. */
export interface ContentRoute {
  readonly school_id: number;
  readonly old_channel_id: number;
  readonly new_channel_id: number;
}

/** What of the old chat moves, and after which message of the new chat it will stand. */
export interface ChatSpan {
  readonly old_chat_id: number;
  readonly new_chat_id: number;
  readonly up_to: number;
  readonly from: number;
  /** Up to this message nobody sees the old chat any more: it was cleared. */
  readonly cleared_up_to: number;
  readonly messages_count: number;
  readonly bytes: number;
  /** When the last of them was written. */
  readonly last_at: string | null;
}

/**
 * @param moved_before only what was written before it moves; null: everything
 * @param at_most behind this message stands what has come from elsewhere in the same year; null: nothing has
 * @param begins_at what was written in the new chat before it stands before what comes
 */
export async function measureChat(
  db: Kysely<DB>,
  { school_id, old_channel_id, new_channel_id }: ContentRoute,
  { moved_before, begins_at, at_most }: { moved_before: string | null; begins_at: string; at_most: number | null },
): Promise<ChatSpan> {
  const { rows } = await sql<ChatSpan>`
    with old as (select id, messages_sent from chats where school_id = ${school_id} and channel_id = ${old_channel_id}),
    new as (select id from chats where school_id = ${school_id} and channel_id = ${new_channel_id}),
    span as (
      select coalesce(max(m.seq), 0) as up_to, count(*) as messages_count, max(m.created_at) as last_at,
        array_agg(m.file_id) filter (where m.file_id is not null) as files
      from messages m where m.school_id = ${school_id} and m.chat_id = (select id from old)
        and (${moved_before}::timestamptz is null or m.created_at < ${moved_before}::timestamptz)
        and (${at_most}::bigint is null or m.seq <= ${at_most}::bigint))
    select (select coalesce(min(o.visible_from_seq), 0) from channel_members o where o.school_id = ${school_id}
        and o.channel_id = ${old_channel_id}) as cleared_up_to, (select id from old) as old_chat_id, (select id from new) as new_chat_id, span.up_to, span.messages_count,
      span.last_at, (select coalesce(max(m.seq), 0) from messages m where m.school_id = ${school_id}
        and m.chat_id = (select id from new) and m.created_at < ${begins_at}::timestamptz) as "from",
      (select coalesce(sum(f.size), 0)::bigint from ${filesPart(db)} as f where f.school_id = ${school_id} and f.id = any(span.files)) as bytes
    from span`.execute(db);
  const [span] = rows;
  if (!span) throw new Error('a chat that was just read is not there');
  return span;
}

/** Somebody in the new channel: where they are there, and what they could see of the old one. */
export interface PlacedMember {
  readonly user_id: number;
  readonly visible_from_seq: number;
  readonly read_seq: number;
  /** After which message of the old chat they see what moves; `up_to`: nothing of it. */
  readonly sees_from: number;
  readonly old_read_seq: number;
  readonly sees_cloud: boolean;
}

/**
 * The members of the new channel with what they could see of the old one: whoever left it could see what was there until
 * then, and only who looked after it saw what others have handed in.
 */
export async function listPlaces(
  db: Kysely<DB>,
  { school_id, old_channel_id, new_channel_id }: ContentRoute,
  { up_to, chat_at, cloud_at }: { up_to: number; chat_at: string | null; cloud_at: string | null },
): Promise<PlacedMember[]> {
  const until = (at: string | null) => sql`(o.left_at is null or o.left_at >= coalesce(${at}::timestamptz, o.left_at))`;
  const { rows } = await sql<PlacedMember>`
    select n.user_id, n.visible_from_seq, n.read_seq, coalesce(o.read_seq, 0) as old_read_seq,
      case when o.user_id is not null and ${until(chat_at)} then least(o.visible_from_seq, ${up_to}::bigint)
        else ${up_to}::bigint end as sees_from,
      o.user_id is not null and ${until(cloud_at)}
        and (not n.is_admin or o.is_admin or (o.left_at is not null and o.was_admin)) as sees_cloud
    from channel_members n
    join ${usersPart(db)} as person on person.school_id = n.school_id and person.id = n.user_id
    left join channel_members o on o.school_id = ${school_id} and o.channel_id = ${old_channel_id} and o.user_id = n.user_id
    where n.school_id = ${school_id} and n.channel_id = ${new_channel_id} and n.left_at is null
      and person.deleted_at is null
    order by n.user_id`.execute(db);
  return rows;
}

/** How many people are in the old channel and not in the new one. */
export async function countLeaving(
  db: Kysely<DB>,
  { school_id, old_channel_id, new_channel_id }: ContentRoute,
): Promise<number> {
  const { count } = await db
    .selectFrom('channel_members as o')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('o.school_id', '=', school_id)
    .where('o.channel_id', '=', old_channel_id)
    .where('o.left_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('channel_members as n')
            .select('n.user_id')
            .where('n.school_id', '=', school_id)
            .where('n.channel_id', '=', new_channel_id)
            .where('n.left_at', 'is', null)
            .whereRef('n.user_id', '=', 'o.user_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
