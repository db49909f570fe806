import {
  type ChannelAbility,
  type Message,
  messageAbilitiesOf,
  QUOTE_LENGTH,
  toMessageParts,
} from '@kreide/core/features/channels';
import type { Can } from '@kreide/core/kernel';
import { Markup, markup } from '../../../kernel/text/markup.ts';
import { type FileReader, type ShownFile, toFileEntry } from '../../files/index.ts';
import type { MessageRow } from '../queries/chat-messages.ts';
import type { Change, NewMessage } from '../queries/chat-write.ts';

/** A text as HTML: escaped, addresses as links, lines as they are. */
export function toMessageHtml(content: string): string {
  const lines = content
    .split('\n')
    .map((line) =>
      toMessageParts(line).map(({ text, href }) =>
        href === null
          ? markup`${text}`
          : markup`<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`,
      ),
    );
  const breaks = new Markup('<br>');
  return lines
    .flatMap((parts, index) => (index === 0 ? parts : [breaks, ...parts]))
    .reduce((all, { text }) => all + text, '');
}

export const toAuthor = (id: number | null, firstname: string | null, lastname: string | null) =>
  id === null ? null : { id, meta: { displayname: [firstname, lastname].filter(Boolean).join(' ') } };

export function toExcerpt(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > QUOTE_LENGTH ? `${letters.slice(0, QUOTE_LENGTH - 1).join('')}…` : line;
}

/** Who reads, where they are in the chat, and what they may do there. */
export interface MessageReaderPlace {
  user_id: number;
  read_seq: number;
  can: Can<ChannelAbility>;
  /** Are the members of the channel for them? Else nor is who has read what. */
  sees_members: boolean;
  now: Date;
  /** What addresses of files are signed with. */
  fileKey: Uint8Array;
}

/** The file of a message, with an address for this reader alone. */
function fileOf(row: MessageRow, reader: FileReader) {
  const { file_uuid: uuid, file_name: name } = row;
  if (uuid === null || name === null) return null;
  return toFileEntry({ ...(row as Omit<ShownFile, 'uuid' | 'name'>), uuid, name }, reader);
}

/** A picture in the place of a file that is one. */
function previewOf(file: Message['file']): Message['preview'] {
  if (file === null || file.width === null || file.height === null) return null;
  const { url, width, height, alt_name } = file;
  return { url, width, height, alt_name };
}

/** What a message carries beside its text. */
function payloadOf(row: MessageRow, target_type: Message['target_type']): Message['payload'] {
  if (target_type !== null) return { type: target_type, name: row.target_snapshot?.name ?? '' };
  if (row.file_name === null) return null;
  return { type: row.voice_seconds === null ? 'file' : 'voice', name: row.file_name };
}

/** A message as one reader has it. */
export function toMessage(row: MessageRow, place: MessageReaderPlace): Message {
  const { user_id, read_seq, can, sees_members, now, fileKey } = place;
  const is_unset = row.unset_at !== null;
  const { reply_seq, reply_uuid, created_at } = row;
  const target_type = is_unset ? null : (row.target_type as Message['target_type']);
  const target_id = target_type === null ? null : row.target_id;
  const user = toAuthor(row.user_id, row.firstname, row.lastname);
  const file = fileOf(row, { audience: `user:${user_id}`, key: fileKey, now });
  const judged = { user_id: row.user_id, type: row.type, created_at, is_unset, has_target: target_type !== null };
  return {
    id: row.seq,
    uuid: row.uuid,
    chat_id: row.chat_id,
    type: row.type as Message['type'],
    user_id: row.user_id,
    user,
    label: is_unset ? 'unset' : row.edited_at === null ? null : 'edited',
    content: row.content,
    mentions: row.mentions.map(({ user_id: id, name, at, length }) => ({
      user: { id, meta: { displayname: name } },
      at,
      length,
    })),
    content_rendered: toMessageHtml(row.content),
    file_uuid: row.file_uuid,
    file,
    preview: previewOf(file),
    source_language: row.locale,
    duration_in_seconds: row.voice_seconds,
    wave: row.voice_wave?.toString('base64') ?? null,
    reply_uuid,
    original_id: row.reply_channel_id === null ? reply_seq : null,
    reply:
      reply_uuid === null || reply_seq === null
        ? null
        : {
            uuid: reply_uuid,
            id: reply_seq,
            channel_id: row.reply_channel_id,
            type: row.reply_type as Message['type'],
            user: toAuthor(row.reply_user_id, row.reply_firstname, row.reply_lastname),
            excerpt: toExcerpt(row.reply_content ?? ''),
            is_unset: row.reply_unset_at !== null,
          },
    target_type,
    target: target_id === null ? null : { id: target_id },
    target_snapshot: target_id === null ? null : { name: row.target_snapshot?.name ?? '' },
    payload: payloadOf(row, target_type),
    // Something to press have notifications alone.
    actions: [],
    survey_form_id: target_type === 'surveys' ? target_id : null,
    // Added by `withSurveys`, for all messages of an answer at once.
    survey_uuid: null,
    survey: null,
    reactions: row.reactions,
    is_unset,
    unset_at: row.unset_at,
    unset_by: toAuthor(row.unset_by, row.unsetter_firstname, row.unsetter_lastname),
    edited_at: row.edited_at,
    created_at,
    updated_at: row.updated_at,
    deleted_at: null,
    meta: { displayname: user?.meta.displayname ?? '' },
    is_read: row.user_id === user_id || row.seq <= read_seq,
    change_seq: row.change_seq,
    can: { ...messageAbilitiesOf(user_id, judged, can, now), ...(sees_members ? {} : { readers: 0 as const }) },
  };
}

/** A text that was written just now, as a query would find it: nothing else belongs to it. */
export function toTextRow(
  { uuid, user_id, type, content, reply_uuid }: NewMessage,
  { chat_id, messages_sent: seq, change_seq, last_change_at, at }: Change,
  author: Pick<MessageRow, 'firstname' | 'lastname' | 'locale'>,
): MessageRow {
  return {
    chat_id,
    seq,
    uuid,
    user_id,
    type,
    content,
    change_seq,
    created_at: at,
    updated_at: last_change_at,
    ...author,
    file_uuid: null,
    file_name: null,
    mime: null,
    size: null,
    width: null,
    height: null,
    alt_name: null,
    file_id: null,
    voice_seconds: null,
    voice_wave: null,
    edited_at: null,
    unset_at: null,
    unset_by: null,
    target_type: null,
    target_id: null,
    target_snapshot: null,
    unsetter_firstname: null,
    unsetter_lastname: null,
    reply_uuid,
    reply_seq: null,
    reply_user_id: null,
    reply_type: null,
    reply_unset_at: null,
    reply_firstname: null,
    reply_lastname: null,
    reply_channel_id: null,
    reply_content: null,
    reactions: [],
    mentions: [],
  };
}
