import { randomUUID } from 'node:crypto';
import {
  channelEvents,
  type chatApi,
  KNOCK_MAXIMUM,
  type Message,
  messageProblems,
} from '@kreide/core/features/channels';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { createGroups, type Together } from '../../../kernel/data/together.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { roomsOf } from '../../../kernel/realtime/outbox.ts';
import { type Bringing, storeUpload, type UploadParts } from '../../files/index.ts';
import { type ChannelRow, findChannel } from '../queries/channel-of.ts';
import { setPlace } from '../queries/chat-members.ts';
import { countWritten, findByUuid } from '../queries/chat-messages.ts';
import { holdChannel, holdChat } from '../queries/chat-write.ts';
import { type Addressed, aMinuteBefore, type Letter, refuseFlood, writeLetters } from './letters.ts';
import { judgeMentions, type MentionParts, tellMentioned, toMentioning } from './mentioning.ts';
import { findBlock, nextKnockOf } from './opened-chat.ts';
import type { ShareKeeper } from './share.ts';
import { showMessage } from './show-message.ts';
import type { SurveyCarrier } from './surveys.ts';

type Api = typeof chatApi;

/** What chats need of the server, for their files. */
export type ChatParts = UploadParts &
  Pick<FeatureParts, 'fileKey' | 'translator' | 'database'> & { readonly keepShare: ShareKeeper };

/** Refuses a text that the composer refuses too; beside a file there may be none. */
export function refuseContent(
  content: string,
  t: Translate,
  { maximum, isOptional = false }: { maximum?: number; isOptional?: boolean } = {},
): void {
  if (isOptional && content.trim() === '') return;
  refuseIssues(
    messageProblems(content, maximum).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`chat:rules.${rule}`, params),
    })),
  );
}

/** What writing a message needs of a call. */
export interface Sending extends Addressed, Pick<HandlerContext, 't' | 'write' | 'emit'> {
  db: Kysely<DB>;
}

/** What was stored for a message: what it carries then, and how large that is. */
interface StoredFile {
  readonly carried: { readonly file_id?: number };
  readonly bytes: number;
}
const NO_FILE: StoredFile = { carried: {}, bytes: 0 };

/**
 * Stores the file of a message that is about to be written, unless it was written before or nobody would take it: then
 * `write` says so, and nothing was stored for it.
 */
export async function storeFile(
  context: Sending & Pick<HandlerContext, 'files' | 'language'>,
  parts: ChatParts,
  uuid: string,
  values: Pick<Bringing, 'alt_name' | 'kinds'>,
): Promise<StoredFile> {
  const { params, actor, db, now, t, language, files, fail } = context;
  const { school_id, user_id } = actor;
  const [received] = files;
  if (!received) return NO_FILE;
  const seen = await findChannel(db, school_id, user_id, { chat_id: params.chatId });
  if (!seen || (await findByUuid(db, school_id, uuid))) return NO_FILE;
  const block = await findBlock(db, actor, seen, now);
  if (block !== null) return fail(block);
  refuseFlood(await countWritten(db, school_id, user_id, params.chatId, aMinuteBefore(now)), context);
  await parts.keepShare(db, { school_id, channel_id: seen.id, bytes: received.size, language, t });
  const { id, size } = await storeUpload(parts, received, { school_id, user_id, now, language, t, ...values });
  return { carried: { file_id: id }, bytes: size };
}

/** Refuses a stored file for which there is no room left by the time its message is written. */
export const holdShare =
  (
    { actor: { school_id }, t, language }: Pick<HandlerContext, 'actor' | 't' | 'language'>,
    { keepShare }: ChatParts,
    { bytes }: StoredFile,
  ): Hold =>
  async (db, channel_id) => {
    if (bytes > 0) await keepShare(db, { school_id, channel_id, bytes, language, t });
    return undefined;
  };

/** What is looked at once the channel is held, and what that makes of the message. */
type Hold = (db: Kysely<DB>, channelId: number) => Promise<Partial<Letter['message']> | undefined>;

/**
 * Writes a message into a chat. The channel is held first: whoever was taken out of it before gets nothing and sends
 * nothing, whoever is taken out after still gets this one. Whatever the number of members, it touches the chat, the channel
 * and the row of the sender (C-7.120).
 */
export async function sendMessage(
  context: Sending,
  { fileKey }: Pick<ChatParts, 'fileKey'>,
  message: Letter['message'],
  refuse?: (channel: ChannelRow) => void,
  hold?: Hold,
): Promise<{ data: Message }> {
  const { params, actor, now, fail } = context;
  const { school_id, user_id } = actor;
  const seen = await findChannel(context.db, school_id, user_id, { chat_id: params.chatId });
  if (!seen) return fail('not_found');
  const early = await findBlock(context.db, actor, seen, now);
  if (early !== null && seen.member_id === null) return fail(early);
  const db = await context.write();
  await holdChannel(db, { school_id, id: seen.id });
  const held = { ...message, ...(await hold?.(db, seen.id)) };
  const [written] = await writeLetters(db, fileKey, params.chatId, [{ ...context, message: held, refuse }]);
  if (!written || 'refused' in written) throw written?.refused;
  if ('known' in written) {
    const { channel, known } = written;
    const shown = await showMessage(db, { actor, channel, now, fileKey }, known.seq);
    return shown ? { data: shown } : fail('duplicate');
  }
  await context.emit(channelEvents.messageCreated, { users: [...written.members] }, written.told);
  return { data: written.message };
}

/** Writes a message that carries a survey: those in its channel can answer it from then on. */
export async function sendCarrying(
  context: Sending,
  parts: Pick<ChatParts, 'fileKey'>,
  message: Letter['message'],
  { target, place }: Awaited<ReturnType<SurveyCarrier>>,
  hold?: Hold,
  refuse?: (channel: ChannelRow) => void,
): Promise<{ data: Message }> {
  let channelId: number | null = null;
  const note = (channel: ChannelRow) => {
    refuse?.(channel);
    channelId = channel.id;
  };
  const answer = await sendMessage(context, parts, { ...message, target }, note, hold);
  if (channelId !== null) await place(await context.write(), channelId);
  return answer;
}

/** Writes the texts that wait for the same chat, whose channel is held (`sendMessage` says why), in one transaction. */
async function writeTexts(trx: Kysely<DB>, fileKey: Uint8Array, letters: readonly Letter[]): Promise<Together> {
  const [first] = letters;
  if (!first) return { outcomes: [], events: [] };
  const { school_id } = first.actor;
  const { chatId } = first.params;
  const written = await writeLetters(trx, fileKey, chatId, letters);
  const outcomes = written.map((one) => {
    // What is there already may carry anything.
    if ('known' in one) return 'alone';
    return 'refused' in one ? one : { answer: { data: one.message } };
  });
  const told = written.flatMap((one) => ('told' in one ? one : []));
  const event = {
    school_id,
    event: channelEvents.messageCreated.name,
    payload: told.map((one) => one.told),
    is_many: true,
  };
  const audience = roomsOf({ users: [...(told[0]?.members ?? [])] });
  return { outcomes, events: told.length > 0 ? [{ ...event, audience }] : [] };
}

/** What people write. */
export function sendingHandlers(parts: ChatParts & MentionParts, carrySurvey: SurveyCarrier) {
  const { database, fileKey } = parts;
  const join = createGroups<Letter>(database.kysely, {
    hold: (trx, { actor, params }) => holdChat(trx, actor.school_id, params.chatId),
    write: (trx, letters) => writeTexts(trx, fileKey, letters),
  });
  return {
    async send(context: HandlerContext<Api['send']>) {
      const { params, body, files, actor, now, t, joining, fail } = context;
      const { uuid = randomUUID(), reply_uuid = null, content = '', file_alt_name = '', survey_form_id } = body;
      refuseContent(content, t, { isOptional: files.length > 0 || survey_form_id !== undefined });
      const { mentions, ...text } = toMentioning(content, body.mentions ?? [], t);
      const message = { uuid, type: 'MESSAGE', ...text, reply_uuid } as const;
      const survey = survey_form_id === undefined ? null : await carrySurvey(context, survey_form_id);
      if (survey === null && files.length === 0 && mentions.length === 0) {
        const place = `${actor.school_id} ${params.chatId}`;
        const answer = await join(place, joining, { params, actor, now, fail, message });
        if (answer) return answer;
      }
      const file = await storeFile(context, parts, uuid, { alt_name: file_alt_name });
      const hold: Hold = async (trx, channelId) => {
        await holdShare(context, parts, file)(trx, channelId);
        if (mentions.length === 0) return undefined;
        const channel =
          (await findChannel(trx, actor.school_id, actor.user_id, { id: channelId })) ?? fail('not_found');
        return { mentions: await judgeMentions(trx, context, channel, mentions) };
      };
      // Of one that was written before people know.
      let channel: ChannelRow | null = null;
      const note = (written: ChannelRow) => {
        channel = written;
      };
      const carrying = { ...message, ...file.carried };
      const answer = survey
        ? await sendCarrying(context, parts, carrying, survey, hold, note)
        : await sendMessage(context, parts, carrying, note, hold);
      if (channel !== null && mentions.length > 0)
        await tellMentioned(await context.write(), parts, context, channel, answer.data);
      return answer;
    },

    async knock(context: HandlerContext<Api['knock']>) {
      const { body, actor, now, t, write: open, fail } = context;
      const content = body.content.trim();
      if (content !== '') refuseContent(content, t, { maximum: KNOCK_MAXIMUM });
      const message = { uuid: body.uuid, type: 'KNOCK', content, reply_uuid: null } as const;
      let channelId: number | null = null;
      const answer = await sendMessage(context, parts, message, (channel) => {
        const next = nextKnockOf(channel, now);
        if (next !== null) {
          const next_possible_knock_at = next.toISOString();
          const issue = { path: 'next_possible_knock_at', rule: 'pause', params: { next_possible_knock_at } };
          const retry_after = Math.ceil((next.getTime() - now.getTime()) / 1000);
          fail('knock_too_soon', { retry_after, issues: [{ ...issue, message: t('errors:knock_too_soon') }] });
        }
        channelId = channel.id;
      });
      if (channelId !== null) {
        const key = { school_id: actor.school_id, id: channelId };
        await setPlace(await open(), key, actor.user_id, { knocked_at: now.toISOString() });
      }
      return answer;
    },
  };
}
