import * as z from 'zod/mini';
import { USER_STATES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { CHANNEL_ABILITIES, type ChannelAbility } from './abilities.ts';
import { CHANNEL_DESCRIPTION_MAXIMUM, CHANNEL_NAME_MAXIMUM, CHANNEL_USERS_MAXIMUM } from './rules.ts';

/** Made from classes and courses, by people, for the whole school, or a conversation of two (C-3.04). */
export const CHANNEL_TYPES = ['GENERATED', 'CUSTOM', 'GLOBAL', 'CHAT'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** Whom a generated channel is for (C-3.06). */
export const CHANNEL_TARGETS = [
  ...(['parents', 'students', 'teachers', 'global', 'sv', 'sekretariat', 'courses', 'course-parents'] as const),
] as const;
export const channelTarget = z.enum(CHANNEL_TARGETS);
export type ChannelTarget = z.output<typeof channelTarget>;

const flags = Object.fromEntries(CHANNEL_ABILITIES.map((ability) => [ability, f.flag])) as Record<
  ChannelAbility,
  typeof f.flag
>;

const unit = z.object({ id: f.id, shortcut: z.string(), name: z.nullable(z.string()) });

/** A channel as the caller has it (C-3.01 to C-3.03). */
export const channel = z.object({
  id: f.id,
  uuid: f.uuid,
  school_id: f.id,
  type: z.enum(CHANNEL_TYPES),
  /** As it was entered; null in a conversation. `meta.displayname` is what people read. */
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  color: z.nullable(f.colour),
  /** Whoever enters it joins; only those see it who may change the channel. */
  code: z.nullable(z.string()),
  target_types: z.array(channelTarget),
  grades: z.array(unit),
  courses: z.array(unit),
  admin_ids: z.array(f.id),
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
  created_at: f.instant,
  activity_at: f.instant,
  /** Changes with what is said about the channel, not with what is written in it. */
  updated_at: f.instant,
  twoway_expires_at: z.nullable(f.instant),
  is_public: z.boolean(),
  is_leavable: z.boolean(),
  is_disabled: z.boolean(),
  /** The class or course of a generated channel is no more: it can be read only. */
  is_outdated: z.boolean(),
  is_twoway: z.boolean(),
  is_hidden_memberlist: z.boolean(),
  /** Has unread messages, or was marked so by hand. */
  is_unread: z.boolean(),
  meta: z.object({
    /** In the language of the reader; of a conversation the other person. */
    displayname: z.string(),
    subtitle: z.nullable(z.string()),
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

/** Somebody whom the caller may write to. */
export const contact = z.object({
  id: f.id,
  uuid: f.uuid,
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  type: z.string(),
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
export const channelUpdate = z.strictObject({ name, description, color: z.nullable(f.colour), updated_at: f.instant });

/** Whether a school uses channels, and whether pupils, and parents, may write to each other. */
export const channelSettings = z.object({
  channels: z.boolean(),
  pupils: z.boolean(),
  parents: z.boolean(),
  /** Readers may report news and block their authors (P-3.29). */
  basic_admin_content_moderation: z.boolean(),
});
export type ChannelSettings = z.output<typeof channelSettings>;
