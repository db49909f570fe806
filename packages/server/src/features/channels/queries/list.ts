import type { ChannelTarget, ChannelType } from '@kreide/core/features/channels';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { filesPart } from '../../files/index.ts';
import { schoolsPart } from '../../schools/index.ts';
import { coursesOf, gradesOf, subjectsOf } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';
import { expiresAt, isOutdated } from './channel-of.ts';

/**
 * What generated channels are called in the language of the reader, `{unit}` for the short name of class or course;
 * `all-` before the target: those of no class.
 */
export type Titles = Readonly<Record<ChannelTarget | 'all-students' | 'all-parents', string>>;

/** Whose view of which school's channels, and in which words. */
export interface Reader {
  readonly school_id: number;
  readonly user_id: number;
  readonly titles: Titles;
}

/** What a channel is called for the reader: that of a course by its subject, its short name second. */
export const titleFor = (titles: Titles) => sql<string>`coalesce(
  case when channels.low_user_id is not null then other.firstname || ' ' || other.lastname
    when channels.target in ('courses', 'course-parents') and subject.name <> course.shortcut then replace(
      case channels.target when 'courses' then '{unit}' else ${titles.parents} end, '{unit}', subject.name || ' · ' || course.shortcut)
    when channels.target is not null then replace(${JSON.stringify(titles)}::jsonb ->>
      (case when channels.target in ('students', 'parents') and channels.grade_id is null then 'all-' else '' end || channels.target), '{unit}',
      coalesce(grade.shortcut, course.shortcut, '')) end,
  channels.name, '')`;

/** Unread, without counting: the same as `unreadCountOf` of core. */
const isUnread = sql<SqlBool>`(member.is_unread
  or chats.messages_sent > greatest(member.read_seq, member.visible_from_seq))`;

/** It follows a class or a course, and nothing was decided about its content in this school year. */
const isMovable = (db: Kysely<DB>) => sql<boolean>`channels.type = 'GENERATED'
  and (channels.grade_id is not null or channels.course_id is not null)
  and not (channels.ended_at is not null and channels.content_moved_at is not null)
  and exists (select from ${schoolsPart(db)} as school where school.id = channels.school_id
    and school.active_school_year_id is not null
    and school.active_school_year_id is distinct from channels.content_decided_year_id)`;

/** The newest message of a chat. */
interface LastRow {
  readonly seq: number;
  readonly type: string;
  readonly user_id: number | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly is_unset: boolean;
  readonly content: string;
}

/** Every channel of the school with its chat, and how the reader has it; personal channels are not among them. */
function channelsFor(db: Kysely<DB>, { school_id, user_id, titles }: Reader) {
  return (
    db
      .selectFrom('channels')
      .innerJoin('chats', (join) =>
        join.onRef('chats.school_id', '=', 'channels.school_id').onRef('chats.channel_id', '=', 'channels.id'),
      )
      .leftJoin('channel_members as member', (join) =>
        join
          .onRef('member.school_id', '=', 'channels.school_id')
          .onRef('member.channel_id', '=', 'channels.id')
          .on('member.user_id', '=', user_id)
          .on('member.left_at', 'is', null),
      )
      .leftJoin(usersPart(db).as('other'), (join) =>
        join
          .onRef('other.school_id', '=', 'channels.school_id')
          .on(
            sql<SqlBool>`other.id = case when channels.low_user_id = ${user_id} then channels.high_user_id else channels.low_user_id end`,
          ),
      )
      .leftJoin(gradesOf(db, school_id).as('grade'), 'grade.id', 'channels.grade_id')
      .leftJoin(coursesOf(db, school_id).as('course'), 'course.id', 'channels.course_id')
      .leftJoin(subjectsOf(db, school_id).as('subject'), 'subject.id', 'course.subject_id')
      .select([
        'channels.id',
        'channels.uuid',
        'channels.school_id',
        'channels.type',
        'channels.name',
        'channels.target',
      ])
      .select([
        'channels.description',
        'channels.color',
        'channels.code',
        'channels.created_at',
        'channels.activity_at',
      ])
      .select(['channels.updated_at', 'channels.is_public', 'channels.is_leavable', 'channels.is_disabled'])
      .select([isOutdated, expiresAt, 'channels.deleted_at', 'channels.content_moved_at'])
      .select(isMovable(db).as('is_movable'))
      .select([
        'channels.is_twoway',
        'channels.twoway_expires_at',
        'channels.is_hidden_memberlist',
        'channels.low_user_id',
      ])
      .select(['grade.id as grade_id', 'grade.shortcut as grade_shortcut', 'grade.name as grade_name'])
      .select(['course.id as course_id', 'course.shortcut as course_shortcut', 'course.name as course_name'])
      .select('subject.shortcut as subject_shortcut')
      .select(['other.id as other_id', 'other.type as other_type'])
      .select(['chats.id as chat_id', 'chats.messages_sent', 'chats.change_seq', 'chats.last_change_at'])
      .select(['member.user_id as member_id', 'member.is_admin', 'member.read_seq', 'member.visible_from_seq'])
      .select(['member.is_unread', 'member.is_muted', 'member.is_pinned', 'member.is_archived', 'member.knocked_at'])
      .select(titleFor(titles).as('displayname'))
      // Worked out for the rows of a page only: it stands among the columns.
      .select(
        sql<{ count: number; admins: number[] }>`(select json_build_object('count', count(*),
            'admins', coalesce(json_agg(m.user_id order by m.user_id) filter (where m.is_admin), '[]'::json))
          from channel_members m where m.school_id = ${school_id} and m.channel_id = channels.id and m.left_at is null
            and not exists (select from ${usersPart(db)} as gone
              where gone.school_id = ${school_id} and gone.id = m.user_id and gone.deleted_at is not null))`.as(
          'people',
        ),
      )
      .select(
        sql<LastRow | null>`case when member.user_id is not null then (
          select json_build_object('seq', m.seq, 'type', m.type, 'user_id', m.user_id, 'firstname', author.firstname,
            'lastname', author.lastname, 'is_unset', m.unset_at is not null,
            'content', left(coalesce(nullif(m.content, ''), case when m.type <> 'VOICE' then file.name end, ''), 200))
          from messages m
          left join ${usersPart(db)} as author on author.school_id = m.school_id and author.id = m.user_id
          left join ${filesPart(db)} as file on file.school_id = m.school_id and file.id = m.file_id
          where m.school_id = ${school_id} and m.chat_id = chats.id and m.seq > member.visible_from_seq
          order by m.seq desc limit 1) end`.as('last_message'),
      )
      .where('channels.school_id', '=', school_id)
      .where('channels.owner_id', 'is', null)
      .where('channels.deleted_at', 'is', null)
  );
}

export type ListedRow = Awaited<ReturnType<typeof listOwnChannels>>[number];

/** The rows whose name for the reader has all these words in it. */
const isNamed = (search: string | undefined, titles: Titles) => hasWords(titleFor(titles), search);

/** One channel as the reader has it. */
export async function findListed(db: Kysely<DB>, reader: Reader, id: number) {
  return channelsFor(db, reader).where('channels.id', '=', id).executeTakeFirst();
}

export interface OwnFilters {
  readonly search?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly with_archived?: boolean | undefined;
  readonly muted?: boolean | undefined;
  readonly chats?: boolean | undefined;
  readonly only_unread?: boolean | undefined;
  readonly type?: ChannelType | undefined;
}

/**
 * The channels of the reader: pinned first, then what is unread, each by the newest activity; last those that follow the school and that nobody
 * has written in.
 */
export async function listOwnChannels(
  db: Kysely<DB>,
  reader: Reader,
  { search, archived = false, with_archived = false, muted, chats, only_unread = false, type }: OwnFilters,
  { offset, limit }: { offset: number; limit: number },
) {
  let query = channelsFor(db, reader).where('member.user_id', 'is not', null).where(isNamed(search, reader.titles));
  if (archived || !with_archived) query = query.where('member.is_archived', '=', archived);
  if (muted !== undefined) query = query.where('member.is_muted', '=', muted);
  if (chats !== undefined) query = query.where('channels.type', chats ? '=' : '!=', 'CHAT');
  if (only_unread) query = query.where(isUnread);
  if (type !== undefined) query = query.where('channels.type', '=', type);
  return (
    query
      .orderBy('member.is_pinned', 'desc')
      // What is new in a muted one calls nobody.
      .orderBy(sql`${isUnread} and not member.is_muted`, 'desc')
      // A class with nothing written in it is no news, however young its channel.
      .orderBy(sql`channels.target is not null and chats.messages_sent = 0`)
      .orderBy('channels.activity_at', 'desc')
      .orderBy('channels.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute()
  );
}

/** The channels that somebody else is in, by name: their facts, without conversations and how that person has them. */
export async function listChannelsOfOther(
  db: Kysely<DB>,
  reader: Reader,
  userId: number,
  { search, type }: Pick<OwnFilters, 'search' | 'type'>,
  { offset, limit }: { offset: number; limit: number },
) {
  let query = channelsFor(db, reader)
    .innerJoin('channel_members as theirs', (join) =>
      join
        .onRef('theirs.school_id', '=', 'channels.school_id')
        .onRef('theirs.channel_id', '=', 'channels.id')
        .on('theirs.user_id', '=', userId)
        .on('theirs.left_at', 'is', null),
    )
    .where('channels.type', '!=', 'CHAT')
    .where(isNamed(search, reader.titles));
  if (type !== undefined) query = query.where('channels.type', '=', type);
  return query
    .orderBy(sql`kreide_fold(${titleFor(reader.titles)})`)
    .orderBy('channels.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

export interface ChooserFilters {
  readonly search?: string | undefined;
  readonly type?: 'global' | 'custom' | undefined;
  readonly target?: ChannelTarget | 'users' | undefined;
  readonly with_disabled?: boolean | undefined;
  readonly chats?: boolean | undefined;
  readonly for_news?: boolean | undefined;
  /** Also those that follow the school and in which the reader is no member. */
  readonly of_school?: boolean | undefined;
  readonly 'order-dir'?: 'asc' | 'desc' | undefined;
}

/**
 * Channels by name, to choose from: those of the school that are no conversations, or those in which the reader may
 * write now.
 */
export async function listChoosable(
  db: Kysely<DB>,
  reader: Reader,
  {
    search,
    type,
    target,
    chats,
    for_news = false,
    of_school = false,
    with_disabled = false,
    'order-dir': direction = 'asc',
  }: ChooserFilters,
  { isPostable, now, offset, limit }: { isPostable: boolean; now: Date; offset: number; limit: number },
) {
  let query = channelsFor(db, reader).where(isNamed(search, reader.titles));
  const at = sql`${now.toISOString()}::timestamptz`;
  if (!isPostable) query = query.where('channels.type', '!=', 'CHAT');
  else
    query = query.where(
      sql<SqlBool>`((${of_school}::boolean and channels.type = 'GENERATED') or (member.user_id is not null
        and (channels.low_user_id is not null or member.is_admin or (${for_news}::boolean and channels.type = 'GLOBAL')
          or (channels.is_twoway and (channels.twoway_expires_at is null or channels.twoway_expires_at > ${at})))))`,
    );
  if (!with_disabled)
    query = query
      .where('channels.is_disabled', '=', false)
      .where('channels.ended_at', 'is', null)
      .where(sql<SqlBool>`(channels.expires_at is null or channels.expires_at > ${at})`);
  if (type !== undefined) query = query.where('channels.type', '=', type === 'global' ? 'GLOBAL' : 'CUSTOM');
  if (chats !== undefined) query = query.where('channels.type', chats ? '=' : '!=', 'CHAT');
  if (target === 'users') query = query.where('channels.type', '=', 'CHAT');
  else if (target !== undefined) query = query.where('channels.target', '=', target);
  const title = sql`kreide_fold(${titleFor(reader.titles)})`;
  return query.orderBy(title, direction).orderBy('channels.id').offset(offset).limit(limit).execute();
}
