import type { Notification } from '@kreide/core/features/channels';
import { markup } from '../../kernel/text/markup.ts';
import type { NotificationRow } from './queries.ts';

/** Plain text as HTML: the first line is the title. */
function toHtml(content: string): string {
  const [title = '', ...lines] = content.split('\n');
  return markup`<strong>${title}</strong>${lines.map((line) => markup`<br>${line}`)}`.text;
}

/** A notification as sent. */
export function toNotification(row: NotificationRow): Notification {
  const { name = '', by = null } = row.target_snapshot ?? {};
  return {
    id: row.seq,
    uuid: row.uuid,
    chat_id: row.chat_id,
    type: 'NC_EVENT',
    is_read: row.is_read === true,
    created_at: row.created_at,
    change_seq: row.change_seq,
    target_type: (row.target_type ?? 'account') as Notification['target_type'],
    target: row.target_id === null ? null : { id: row.target_id },
    target_snapshot: { name, user: by === null ? null : { meta: { displayname: by } } },
    content_rendered: toHtml(row.content),
    actions: [...row.actions],
  };
}
