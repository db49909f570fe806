import {
  type NewsAbility,
  type NewsItem,
  type newsApi,
  newsEvents,
  READER_GROUPS,
  type ReaderGroup,
} from '@kreide/core/features/news';
import { toLocal } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { toExcerpt } from '../../kernel/text/html.ts';
import { listHidden } from '../channels/index.ts';
import { listConcernedPupils } from '../users/index.ts';
import { listGradesOfNews } from './queries/channel-grades.ts';
import { insertConfirmation, removePaper } from './queries/confirmations.ts';
import { isAsked, listReaderPage, listUnreachedReaders } from './queries/readers.ts';
import { findNewsFor, type ReadNewsRow } from './queries/reading.ts';
import { writeReaders } from './readers-file.ts';
import { authorOf, type SharingParts, toSharedNews } from './render.ts';

type Api = typeof newsApi;
type Seen = Pick<HandlerContext, 'db' | 'now' | 't'> & { actor: Actor; fail(code: 'not_found' | 'forbidden'): never };

interface ReaderParts extends SharingParts {
  readonly sendsMails: boolean;
  readonly load: (ability: NewsAbility, id: number, seen: Seen) => Promise<ReadNewsRow>;
  readonly show: (row: ReadNewsRow, showing: Pick<Seen, 'db' | 'actor' | 'now'>) => Promise<NewsItem>;
  readonly readingOf: (actor: Actor, t: HandlerContext['t']) => Parameters<typeof findNewsFor>[1];
}

type Telling = Pick<HandlerContext, 'now' | 't' | 'write' | 'emit'> & { actor: Actor; fail(code: 'not_found'): never };

/** Longest text on a slip, characters. */
const SLIP_TEXT = 5000;

/** Which groups are asked for; without one by whether people have confirmed. */
const groupsOf = ({ group, is_confirmed }: { group?: ReaderGroup | undefined; is_confirmed?: boolean | undefined }) => {
  if (group !== undefined) return [group];
  return is_confirmed === true ? (['confirmed'] as const) : READER_GROUPS.filter((one) => one !== 'confirmed');
};

/** Who was asked to confirm an item, by which way they are reached, and the slips of those whom nothing reaches. */
export function readerHandlers({ sendsMails, load, show, readingOf, ...parts }: ReaderParts) {
  const keyOf = ({ school_id }: Actor, row: ReadNewsRow) => ({ school_id, id: row.id, author_id: row.user_id });

  /** The item after a slip was entered or taken back; its author and its reader are told. */
  async function told({ actor, now, t, write, emit, fail }: Telling, row: ReadNewsRow, readerId: number) {
    const users = [...new Set([actor.user_id, readerId, row.user_id ?? readerId])];
    await emit(newsEvents.saved, { users }, toSharedNews(row, `school:${actor.school_id}`, now, parts));
    const db = await write();
    const changed = await findNewsFor(db, readingOf(actor, t), row.id);
    return changed ? { data: await show(changed, { db, actor, now }) } : fail('not_found');
  }

  /** The item for somebody who may also know by name who receives it; who looks after the news knows everybody. */
  async function loadNamed(id: number, seen: Seen): Promise<ReadNewsRow> {
    const { actor, db, now, fail } = seen;
    const row = await load('view-statistics', id, seen);
    if (actor.permissions.has('manage-news')) return row;
    const ids = row.channels.map((channel) => channel.id);
    return (await listHidden(db, actor, ids, now)).size === 0 ? row : fail('forbidden');
  }

  return {
    async listReaders({ params, query, actor, db, now, t, fail }: HandlerContext<Api['listReaders']>) {
      const row = await loadNamed(params.id, { actor, db, now, t, fail });
      const wanted = { groups: groupsOf(query), search: query.search, page: query.page ?? 1 };
      const people = await listReaderPage(db, keyOf(actor, row), { now, sendsMails }, wanted);
      return {
        data: people.map(({ id, firstname, lastname, confirmed_at, via, mail, has_left }) => ({
          id,
          displayname: `${firstname} ${lastname}`,
          confirmed_at,
          via,
          mail,
          has_left,
        })),
      };
    },

    async listUnreached({ params, actor, db, now, t, fail }: HandlerContext<Api['listUnreached']>) {
      const row = await loadNamed(params.id, { actor, db, now, t, fail });
      const people = await listUnreachedReaders(db, keyOf(actor, row), { now, sendsMails });
      const today = toLocal(now, actor.time_zone).date;
      const ids = people.map(({ id }) => id);
      const pupils = Map.groupBy(await listConcernedPupils(db, actor.school_id, ids, today), (one) => one.user_id);
      const grades = await listGradesOfNews(db, actor.school_id, row.id);
      return {
        data: {
          title: row.title,
          text: toExcerpt(row.content_rendered, SLIP_TEXT),
          author: authorOf(row),
          publish_at: row.publish_at,
          people: people.map(({ id, firstname, lastname, reason }) => {
            const all = pupils.get(id) ?? [];
            // What went to one class is about the children in it.
            const meant = all.filter(({ grade_id }) => grade_id !== null && grades.includes(grade_id));
            return {
              id,
              displayname: `${firstname} ${lastname}`,
              reason,
              pupils: (meant.length > 0 ? meant : all).map((pupil) => ({
                displayname: `${pupil.firstname} ${pupil.lastname}`,
                grade: pupil.grade,
              })),
            };
          }),
        },
      };
    },

    async exportReaders(context: HandlerContext<Api['exportReaders']>) {
      const { params, actor, db, now, t, fail } = context;
      const row = await loadNamed(params.id, { actor, db, now, t, fail });
      return writeReaders(context, keyOf(actor, row), { now, sendsMails });
    },

    async confirmOnPaper(context: HandlerContext<Api['confirmOnPaper']>) {
      const { params, actor, db, now, t, write, record, fail } = context;
      const row = await load('view-statistics', params.id, { actor, db, now, t, fail });
      if (Date.parse(row.publish_at) > now.getTime()) return fail('not_found');
      if (!(await isAsked(db, keyOf(actor, row), params.user_id))) return fail('not_found');
      const key = { school_id: actor.school_id, news_id: row.id, user_id: params.user_id };
      const kept = await insertConfirmation(await write(), key, now, { via: 'paper', entered_by: actor.user_id });
      record({ entity: 'news', id: row.id, after: kept ? { user_id: params.user_id, via: 'paper' } : {} });
      return told(context, row, params.user_id);
    },

    async removePaper(context: HandlerContext<Api['removePaper']>) {
      const { params, actor, db, now, t, write, record, fail } = context;
      const row = await load('view-statistics', params.id, { actor, db, now, t, fail });
      const key = { school_id: actor.school_id, news_id: row.id, user_id: params.user_id };
      if (!(await removePaper(await write(), key))) return fail('not_found');
      record({ entity: 'news', id: row.id, before: { user_id: params.user_id, via: 'paper' }, after: {} });
      return told(context, row, params.user_id);
    },
  };
}
