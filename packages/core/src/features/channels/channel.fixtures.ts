import type { Channel } from './channel.ts';

/** A channel for tests: nothing written, nothing set. */
export function channelOf(id: number, chat: Partial<Channel['chat']> = {}, values: Partial<Channel> = {}): Channel {
  const at = '2026-11-18T08:00:00.000Z';
  const can = { view: 1, read: 1, write: 1, knock: 1, confer: 1, update: 0, moderate: 0, leave: 1 } as const;
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    school_id: 1,
    type: 'CUSTOM',

    name: `c${id}`,
    description: null,
    color: null,
    code: null,
    target_types: [],
    target_roles: [],
    grades: [],
    courses: [],
    admin_ids: [],
    users_count: 2,
    chat_id: id,
    cloud_id: id,
    created_at: at,
    activity_at: at,
    updated_at: at,
    icon: 'group',
    group: 'groups',
    avatar: { id, letters: `c${id}` },
    chat: { id, messages_sent: 0, change_seq: 0, read_seq: 0, visible_from_seq: 0, updated_at: at, ...chat },

    twoway_expires_at: null,
    expires_at: null,
    content_moved_at: null,
    deleted_at: null,
    is_public: false,
    is_leavable: true,
    is_disabled: false,
    is_outdated: false,
    is_twoway: true,
    is_hidden_memberlist: false,
    is_unread: false,
    meta: {
      displayname: `c${id}`,
      subtitle: null,
      description: null,
      shortcut: null,
      last_unread_count: 0,
      is_unread: false,
      is_pinned: false,
      is_muted: false,
      is_archived: false,
      next_possible_knock_at: null,
      user_id: null,
      user_type: null,
      is_paused: false,
      is_movable: false,
    },
    can,
    ...values,
  };
}
