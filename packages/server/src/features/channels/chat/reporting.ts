import {
  type chatApi,
  isReportable,
  type MessageReport,
  REPORTS_PAGE,
  type ReportedMessage,
} from '@kreide/core/features/channels';
import { hasContentModeration } from '@kreide/core/features/schools';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { reserveAttempt } from '../../auth/index.ts';
import { getSchool } from '../../schools/index.ts';
import { readerOf } from '../listed.ts';
import { openChannel } from '../opened.ts';
import { findMessage } from '../queries/chat-messages.ts';
import { holdChannel } from '../queries/chat-write.ts';
import {
  addReport,
  decideReports,
  findReport,
  listBefore,
  listReported,
  listReports,
  type ReportRow,
} from '../queries/reports.ts';
import type { MentionParts } from './mentioning.ts';
import { placeOf } from './opened-chat.ts';
import type { ChatParts } from './sending.ts';
import { takeBack } from './taking-back.ts';

type Api = typeof chatApi;

/** Tells those who administer a school that somebody reports a message; what it says they open themselves. */
export type MessageReporter = (
  db: Kysely<DB>,
  reported: { readonly school_id: number; readonly id: number; readonly by: number; readonly author: number },
  now: Date,
) => Promise<void>;

const personOf = (id: number, firstname: string | null, lastname: string | null) => ({
  id,
  displayname: [firstname, lastname].filter(Boolean).join(' '),
});

function toReport(row: ReportRow): MessageReport {
  const { author_id, reporter_id, decided_by, state } = row;
  return {
    id: row.id,
    channel_name: row.channel_type === 'CHAT' ? null : row.channel_name,
    author: personOf(author_id, row.firstname, row.lastname),
    reporter: personOf(reporter_id, row.reporter_firstname, row.reporter_lastname),
    reason: row.reason,
    state,
    created_at: row.created_at,
    decided_at: row.decided_at,
    decided_by: decided_by === null ? null : personOf(decided_by, row.decider_firstname, row.decider_lastname),
    can: { decide: state === 'OPEN' ? 1 : 0 },
  };
}

/** Messages that people find wrong (C-6.36): the only door through which anybody reads what is not theirs (C-4.13). */
export function reportingHandlers({ store, withdrawTold, reportOfMessage }: ReportParts) {
  return {
    async report(context: HandlerContext<Api['report']>): Promise<undefined> {
      const { params, body, actor, db, now, write, record, fail } = context;
      const { school_id, user_id } = actor;
      const { channel } = await openChannel(db, actor, { chat_id: params.chatId }, 'read', { now, fail });
      const isSwitchedOn = hasContentModeration((await getSchool(db, school_id)).properties);
      if (!isSwitchedOn) return fail('forbidden');
      const { visible_from_seq } = placeOf(channel);
      const part = { school_id, chat_id: channel.chat_id, visible_from_seq, reader_id: user_id };
      const seen = await findMessage(db, part, params.id);
      if (!seen) return fail('not_found');
      await reserveAttempt(db, { help: `message ${school_id} ${user_id}` }, now);
      const trx = await write();
      // What is reported is what stands there: its author may be taking it back just now.
      await holdChannel(trx, { school_id, id: channel.id });
      const row = await findMessage(trx, part, params.id);
      if (!row || row.unset_at !== null) return fail('message_gone');
      const { user_id: author_id } = row;
      if (author_id === null || !isReportable({ user_id: author_id, is_unset: false }, { user_id, isSwitchedOn }))
        return fail('forbidden');
      const snapshot = await listBefore(trx, part, row.seq);
      const about = { school_id, channel_id: channel.id, chat_id: channel.chat_id, seq: row.seq };
      const people = { author_id, reporter_id: user_id, reason: body.text.trim() };
      const id = await addReport(trx, { ...about, ...people, snapshot }, now);
      // What people write stands in no log.
      record({ entity: 'messages', id: row.uuid, after: { reported_by: user_id } });
      if (id !== null) await reportOfMessage(trx, { school_id, id, by: user_id, author: author_id }, now);
    },

    async listReports({ query, actor, db, t }: HandlerContext<Api['listReports']>) {
      const offset = ((query.page ?? 1) - 1) * REPORTS_PAGE;
      const place = { isOpen: query.is_open, offset, limit: REPORTS_PAGE + 1 };
      return { data: (await listReports(db, readerOf(actor, t), place)).map(toReport) };
    },

    async openReport({ params, actor, db, t, write, record, fail }: HandlerContext<Api['openReport']>) {
      if (!(await findReport(db, readerOf(actor, t), params.id))) return fail('not_found');
      const rows = await listReported(await write(), actor.school_id, params.id);
      record({ entity: 'message_reports', id: params.id, after: { opened_by: actor.user_id } });
      const data: ReportedMessage[] = rows.map(({ seq, user_id, name, ...kept }) => ({
        id: seq,
        user: user_id === null ? null : { id: user_id, displayname: name ?? '' },
        content: kept.content,
        file_name: kept.file_name,
        is_reported: kept.is_reported,
        created_at: kept.created_at,
      }));
      return { data };
    },

    async decideReport(context: HandlerContext<Api['decideReport']>) {
      const { params, body, actor, db, now, t, write, record, fail } = context;
      const reader = readerOf(actor, t);
      const seen = await findReport(db, reader, params.id);
      if (!seen) return fail('not_found');
      const { school_id, user_id } = actor;
      const { channel_id, chat_id, seq } = seen;
      const trx = await write();
      await holdChannel(trx, { school_id, id: channel_id });
      const decision = { state: body.state, decided_by: user_id };
      if (!(await decideReports(trx, { school_id, chat_id, seq }, decision, now))) return fail('already_answered');
      const row = await findMessage(trx, { school_id, chat_id, visible_from_seq: 0, reader_id: user_id }, seq);
      if (body.state === 'REMOVED' && row && row.unset_at === null)
        await takeBack(trx, context, { channel_id, seq, uuid: row.uuid }, { store, withdrawTold });
      record({ entity: 'message_reports', id: params.id, before: { state: 'OPEN' }, after: { state: body.state } });
      const decided = await findReport(trx, reader, params.id);
      return decided ? { data: toReport(decided) } : fail('not_found');
    },
  };
}

interface ReportParts extends Pick<ChatParts, 'store'>, Pick<MentionParts, 'withdrawTold'> {
  reportOfMessage: MessageReporter;
}
