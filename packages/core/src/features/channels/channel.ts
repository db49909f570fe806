import * as z from 'zod/mini';
import { ROLES, USER_STATES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { CHANNEL_ABILITIES, type ChannelAbility } from './abilities.ts';
import { CHANNEL_GROUPS, CHANNEL_ICONS, CHANNEL_TARGETS, CHANNEL_TYPES } from './kinds.ts';
import { CHANNEL_DESCRIPTION_MAXIMUM, CHANNEL_NAME_MAXIMUM, CHANNEL_USERS_MAXIMUM } from './rules.ts';

export const channelTarget = z.enum(CHANNEL_TARGETS);

const flags = Object.fromEntries(CHANNEL_ABILITIES.map((ability) => [ability, f.flag])) as Record<
  ChannelAbility,
  typeof f.flag
>;

const unit = z.object({ id: f.id, shortcut: z.string(), name: z.nullable(z.string()) });

/** A channel as the caller has it in a list (C-3.01 to C-3.03); `channelDetail` has all of it. */
export const channel = z.object({
  id: f.id,
  uuid: f.uuid,
  school_id: f.id,
  type: z.enum(CHANNEL_TYPES),
  /** As it was entered; null in a conversation. `meta.displayname` is what people read. */
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  color: z.nullable(f.colour),
  /** A sign for its kind. */
  icon: z.enum(CHANNEL_ICONS),
  /** What is drawn for it: letters, on a tint that belongs to the id of the other person or of the channel. */
  avatar: z.object({ id: f.id, letters: z.string() }),
  /** Under which heading it stands: what belongs to the whole school, a class or a course, what people made, conversations. */
  group: z.enum(CHANNEL_GROUPS),
  /** Everybody who enters it joins; only people who may change the channel see it. */
  code: z.nullable(z.string()),
  target_types: z.array(channelTarget),
  /** Those for whom it is made, by what they are; empty where people chose its members. */
  target_roles: z.array(z.enum(ROLES)),
  grades: z.array(unit),
  courses: z.array(unit),
  /** null: the list of members is hidden from the caller. */
  admin_ids: z.nullable(z.array(f.id)),
  users_count: z.int(),
  chat_id: f.id,
  /** Every channel has a cloud; both have the same number. */
  cloud_id: f.id,
  chat: z.object({
    id: f.id,
    messages_sent: z.int(),
    change_seq: z.int(),
    /** The caller has read up to this message; what is not after `visible_from_seq` was before their time. */
    read_seq: z.int(),
    visible_from_seq: z.int(),
    updated_at: f.instant,
  }),
  /** The newest message that the caller sees, as a list shows it; null: there is none, or the caller is not in the channel. */
  last_message: z.nullable(
    z.object({
      id: f.id,
      type: z.string(),
      user_id: z.nullable(f.id),
      displayname: z.string(),
      /** The beginning of its text, else the name of its file; empty where it is spoken or was taken back. */
      excerpt: z.string(),
      is_unset: z.boolean(),
    }),
  ),
  created_at: f.instant,
  activity_at: f.instant,
  /** Changes with what is said about the channel, not with what is written in it. */
  updated_at: f.instant,
  /** When its content was taken over into the channel of another school year; null: it was not. */
  content_moved_at: z.nullable(f.instant),
  /** One that is deleted is found by nobody: null in every answer. */
  deleted_at: z.nullable(f.instant),
  twoway_expires_at: z.nullable(f.instant),
  /** The time from which members can only read it; null: it has no end. */
  expires_at: z.nullable(f.instant),
  is_public: z.boolean(),
  is_leavable: z.boolean(),
  is_disabled: z.boolean(),
  /** Its class or course is no more, or `expires_at` has come: it can be read only. */
  is_outdated: z.boolean(),
  is_twoway: z.boolean(),
  is_hidden_memberlist: z.boolean(),
  /** Has unread messages, or was marked so by hand. */
  is_unread: z.boolean(),
  meta: z.object({
    /** In the language of the reader; of a conversation the other person. */
    displayname: z.string(),
    subtitle: z.nullable(z.string()),
    /** What it says about itself; without that, the whole name of its course. */
    description: z.nullable(z.string()),
    /** Short name of the class or course. */
    shortcut: z.nullable(z.string()),
    last_unread_count: z.int(),
    /** Set by hand. */
    is_unread: z.boolean(),
    is_pinned: z.boolean(),
    is_muted: z.boolean(),
    is_archived: z.boolean(),
    /** When the caller may knock again; null: now. */
    next_possible_knock_at: z.nullable(f.instant),
    /** The other person of a conversation. */
    user_id: z.nullable(f.id),
    user_type: z.nullable(z.string()),
    /** The other person of a conversation lets nothing ring at the moment. */
    is_paused: z.boolean(),
    /** Its content can be taken over into the channel of another school year. */
    is_movable: z.boolean(),
  }),
  can: z.object(flags),
});
export type Channel = z.output<typeof channel>;

/** How somebody came into a channel: made it, was added, by its code, or by class, course or kind (P-3.04). */
export const JOIN_METHODS = ['created', 'added', 'code', 'generated'] as const;

/** Somebody in a channel (C-3.50). */
export const channelMember = z.object({
  id: f.id,
  uuid: f.uuid,
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  type: z.string(),
  state: z.enum(USER_STATES),
  /** When the account ends. */
  expire_at: z.nullable(f.instant),
  method: z.enum(JOIN_METHODS),
  is_admin: z.boolean(),
  primary_role: z.object({ translated_description: z.string() }),
  /** In the channel of a course: since and until when they take it. */
  enrolment: z.nullable(
    z.object({
      joined_at: f.date,
      left_at: z.nullable(f.date),
      /** From the first to the last day of the school year. */
      is_whole_year: z.boolean(),
    }),
  ),
  meta: z.object({
    displayname: z.string(),
    /** What they are, in the language of the reader; null: a role of the school's own. */
    subtitle: z.nullable(z.string()),
    /** They let nothing ring at the moment. */
    is_paused: z.boolean(),
  }),
});
export type ChannelMember = z.output<typeof channelMember>;

/** Somebody in a channel, as its detail names them. */
export const channelPerson = z.object({
  id: f.id,
  uuid: f.uuid,
  displayname: z.string(),
  type: z.string(),
  is_admin: z.boolean(),
});
export type ChannelPerson = z.output<typeof channelPerson>;

/**
 * One channel with all that it carries (C-3.01 to C-3.03). Who is in it is null where the list of members is hidden from the
 * caller; what lists leave out would cost each of their rows a look at all members.
 */
export const channelDetail = z.object({
  ...channel.shape,
  /** Who is in it, in numbers and in the language of the reader. */
  description_members: z.nullable(z.string()),
  /** Of the first members those who look after it; `admin_ids` has all of them. */
  admins: z.nullable(z.array(channelPerson)),
  /** All members. */
  user_ids: z.nullable(z.array(f.id)),
  /** The first members, in the order of their list, which has the others. */
  users: z.nullable(z.array(channelPerson)),
  /** The newest published news in it; none for those who are not in it. */
  news: z.array(z.object({ id: f.id, title: z.string(), publish_at: f.instant })),
});
export type ChannelDetail = z.output<typeof channelDetail>;

/** Somebody whom the caller may write to. */
export const contact = z.object({
  id: f.id,
  uuid: f.uuid,
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  type: z.string(),
  /** What they are, in the language of the reader: with class, short name or children, two of one name are told apart. */
  subtitle: z.string(),
});
export type Contact = z.output<typeof contact>;

/** How much is in a channel (C-3.07). */
export const channelMetrics = z.object({ files_count: z.int(), messages_count: z.int(), news_count: z.int() });

/** Who belongs to which channel (C-3.08). */
export const userChannel = z.object({ user_id: f.id, channel_id: f.id });

// Both count code units; the limits that people know, in characters, are in `channelProblems`.
const name = f.line(2 * CHANNEL_NAME_MAXIMUM, 0);
const description = z.nullable(f.text(2 * CHANNEL_DESCRIPTION_MAXIMUM));
export const channelUsers = z.array(f.id).check(z.maxLength(CHANNEL_USERS_MAXIMUM));

/** The body of a new channel (C-7.02). */
export const channelStart = z.strictObject({
  name,
  description,
  color: z.nullable(f.colour),
  users: channelUsers,
  is_twoway: z.boolean(),
});

/** A change of what is said about a channel, based on its `updated_at`; 409 when somebody else has changed it since. */
export const channelUpdate = z.strictObject({
  name,
  description,
  color: z.nullable(f.colour),
  /** When a channel that people made ends; left out: as it was. */
  expires_at: z.optional(z.nullable(f.instant)),
  updated_at: f.instant,
});

/** Whether a school uses channels and reactions in them, and whether pupils, and parents, may write to each other. */
export const channelSettings = z.object({
  channels: z.boolean(),
  reactions: z.boolean(),
  pupils: z.boolean(),
  parents: z.boolean(),
  /** Readers may report news and block their authors (P-3.29). */
  basic_admin_content_moderation: z.boolean(),
});
export type ChannelSettings = z.output<typeof channelSettings>;
