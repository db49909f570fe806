import {
  CHANNEL_TARGETS,
  type Channel,
  type ChannelTarget,
  channelAbilitiesOf,
  isOver,
  KNOCK_PAUSE_SECONDS,
  kindOf,
  lettersOf,
  seesMembers,
  unreadCountOf,
} from '@kreide/core/features/channels';
import { isBuiltInRole, type Translate } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/http/context.ts';
import { toExcerpt } from './chat/shown-message.ts';
import type { ListedRow, Reader } from './queries/list.ts';

/** Who reads, with the names of generated channels in their language. */
export function readerOf({ school_id, user_id }: Pick<Actor, 'school_id' | 'user_id'>, t: Translate): Reader {
  const named = CHANNEL_TARGETS.map((target) => {
    const key = target === 'course-parents' ? 'courseParents' : target;
    return [target, t(`channels:names.${key}`, { unit: '{unit}' })];
  });
  const all = { 'all-students': t('channels:names.allStudents'), 'all-parents': t('channels:names.allParents') };
  return { school_id, user_id, titles: { ...(Object.fromEntries(named) as Record<ChannelTarget, string>), ...all } };
}

interface Showing {
  actor: Actor;
  now: Date;
  t: Translate;
  /** Who lets nothing ring now. */
  paused: ReadonlySet<number>;
}

const unitOf = (id: number | null, shortcut: string | null, name: string | null) =>
  id === null || shortcut === null ? [] : [{ id, shortcut, name }];

/** The line below the name of a channel: for a conversation the kind of the other person, for a course its whole name. */
function subtitleOf({ other_type, course_name }: ListedRow, t: Translate): string | null {
  if (other_type !== null) return isBuiltInRole(other_type) ? t(`kernel:roles.${other_type}`) : null;
  return course_name;
}

/** When somebody who knocked may knock again; null: now. */
function nextKnockOf(knockedAt: string | null, now: Date): string | null {
  if (knockedAt === null) return null;
  const next = new Date(Date.parse(knockedAt) + KNOCK_PAUSE_SECONDS * 1000);
  return next > now ? next.toISOString() : null;
}

/** An address says nothing in a line that leads to the chat anyway. */
const LAST_ADDRESS = /[:\s]+https?:\/\/\S+\s*$/iu;

/** The newest message in a line. */
function lastOf({ last_message: last }: ListedRow): Channel['last_message'] {
  if (last === null) return null;
  const { seq, type, user_id, firstname, lastname, is_unset, content } = last;
  const displayname = [firstname, lastname].filter(Boolean).join(' ');
  return {
    id: seq,
    type,
    user_id,
    displayname,
    excerpt: is_unset ? '' : toExcerpt(content.replace(LAST_ADDRESS, '')),
    is_unset,
  };
}

/** A channel as the caller has it. */
export function toChannel(row: ListedRow, { actor, now, t, paused }: Showing): Channel {
  const member = row.member_id === null ? null : { is_admin: row.is_admin === true };
  const can = channelAbilitiesOf(actor, row, member, now);
  const { messages_sent, change_seq } = row;
  const read_seq = row.read_seq ?? messages_sent;
  const visible_from_seq = row.visible_from_seq ?? messages_sent;
  const chat = { id: row.chat_id, messages_sent, change_seq, read_seq, visible_from_seq };
  const last_unread_count = unreadCountOf(chat);
  const is_unread = row.is_unread === true;
  const shortcut = row.grade_shortcut ?? row.course_shortcut;
  return {
    id: row.id,
    uuid: row.uuid,
    school_id: row.school_id,
    type: row.type,
    name: row.name,
    description: row.description,
    color: row.color,
    ...kindOf(row),
    avatar: {
      id: row.other_id ?? row.id,
      letters: lettersOf(row.displayname, row.grade_shortcut ?? row.subject_shortcut ?? shortcut),
    },
    code: can.update === 1 ? row.code : null,
    target_types: row.target === null ? [] : [row.target],
    grades: unitOf(row.grade_id, row.grade_shortcut, row.grade_name),
    courses: unitOf(row.course_id, row.course_shortcut, row.course_name),
    admin_ids: seesMembers(row, can) ? row.people.admins : null,
    users_count: row.people.count,
    chat_id: row.chat_id,
    cloud_id: row.id,
    chat: { ...chat, updated_at: row.last_change_at },
    last_message: lastOf(row),
    created_at: row.created_at,
    activity_at: row.activity_at,
    updated_at: row.updated_at,
    content_moved_at: row.content_moved_at,
    deleted_at: row.deleted_at,
    expires_at: row.expires_at,
    twoway_expires_at: row.twoway_expires_at,
    is_public: row.is_public,
    is_leavable: row.is_leavable,
    is_disabled: row.is_disabled,
    is_outdated: isOver(row, now),
    is_twoway: row.is_twoway,
    is_hidden_memberlist: row.is_hidden_memberlist,
    is_unread: is_unread || last_unread_count > 0,
    meta: {
      displayname: row.displayname,
      subtitle: subtitleOf(row, t),
      description: row.description ?? row.course_name,
      shortcut,
      last_unread_count,
      is_unread,
      is_pinned: row.is_pinned === true,
      is_muted: row.is_muted === true,
      is_archived: row.is_archived === true,
      next_possible_knock_at: nextKnockOf(row.knocked_at, now),
      user_id: row.other_id,
      user_type: row.other_type,
      is_paused: row.other_id !== null && paused.has(row.other_id),
      is_movable: row.is_movable,
    },
    can,
  };
}

/** The fields of a channel that the audit log keeps; its code is a secret. */
export const toRecorded = (row: ListedRow) => ({
  name: row.name,
  description: row.description,
  color: row.color,
  is_leavable: row.is_leavable,
  is_disabled: row.is_disabled,
  is_twoway: row.is_twoway,
  twoway_expires_at: row.twoway_expires_at,
  is_hidden_memberlist: row.is_hidden_memberlist,
  expires_at: row.expires_at,
});
