import {
  type CheckedDraft,
  type JudgedNews,
  NEWS_RESTORE_HOURS,
  type NewsAbility,
  type NewsItem,
  newsAbilitiesOf,
  newsApi,
  newsEvents,
  newsProblems,
} from '@kreide/core/features/news';
import { type BodyOf, isAllowed } from '@kreide/core/kernel';
import type { FileAudience } from '../../kernel/files/index.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { sanitizeHtmlIn, toExcerpt } from '../../kernel/text/html.ts';
import type { Texts } from '../../kernel/text/texts.ts';
import { reserveAttempt } from '../auth/index.ts';
import { openChannel, readerOf, type WithdrawTold } from '../channels/index.ts';
import type { UploadParts } from '../files/index.ts';
import { NO_RECEIVERS } from '../surveys/index.ts';
import { findPerson } from '../users/index.ts';
import { announce, type NewsTeller } from './announcing.ts';
import { type Attached, dropContents, findAttaching, refusePictures, writeAttachments } from './attachments.ts';
import { type Carried, findCarried, moveSurvey, NOTHING } from './carrying.ts';
import { fileHandlers } from './file-handlers.ts';
import type { MailNews } from './mailing.ts';
import { type NewsReporter, reportNews } from './moderating.ts';
import { publicHandlers } from './public-handlers.ts';
import type { PublishTask } from './publish.ts';
import { setToAnnounce } from './queries/announcing.ts';
import { insertConfirmation, settleAudience } from './queries/confirmations.ts';
import { findNewsFor, listChannelNews, listNews, listScheduledNews, type ReadNewsRow } from './queries/reading.ts';
import { listReceivers, type Receivers, setReceivers } from './queries/receivers.ts';
import { setSurvey } from './queries/survey.ts';
import {
  findDeletedNews,
  insertNews,
  markNewsDeleted,
  type NewsRow,
  type NewsValues,
  pinNews,
  updateNews,
} from './queries.ts';
import { readerHandlers } from './reader-handlers.ts';
import { countReceivers, refuseReceivers } from './receivers.ts';
import { remind } from './reminding.ts';
import { toSharedNews } from './render.ts';
import { type ShowingParts, showItems } from './showing.ts';
import { audienceOf } from './telling.ts';
import { translateItem } from './translating.ts';
import { withdrawFromLost, withdrawNews } from './withdrawing.ts';

/** Length of the excerpt in lists, in characters. */
const EXCERPT_LENGTH = 240;

interface Loading extends Pick<HandlerContext, 'db' | 'now' | 't'> {
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** What the audit log keeps of an item. */
const toRecorded = ({ channels, attachments, ...row }: ReadNewsRow) => ({
  title: row.title,
  content: row.content_rendered,
  publish_at: row.publish_at,
  is_pinned: row.is_pinned,
  is_official: row.is_official,
  is_public: row.is_public,
  is_notifiable: row.is_notifiable,
  is_confirmable: row.is_confirmable,
  channels: channels.map(({ id }) => id),
  user_ids: row.user_ids,
  files: attachments.map(({ name }) => name),
  survey_form_id: row.survey_id,
});

/** What a new item has. */
const NO_FILES: Attached = { attachments: [], file_id: null };

type Writing = Pick<HandlerContext, 'write' | 'emit' | 'now'> & { actor: Actor };

/** Does somebody receive an item no longer? */
const isLosing = (had: Receivers, has: Receivers): boolean =>
  had.channels.some((id) => !has.channels.includes(id)) || had.user_ids.some((id) => !has.user_ids.includes(id));

/** Who reads, and in which words. */
const readingOf = (actor: Actor, t: HandlerContext['t']) => ({
  ...readerOf(actor, t),
  manages: actor.permissions.has('manage-news'),
});

interface HandlerParts extends ShowingParts, UploadParts {
  publish: PublishTask;
  texts: Texts;
  tellOfNews: NewsTeller;
  mailNews: MailNews | null;
  reportOfNews: NewsReporter;
  withdrawTold: WithdrawTold;
}

export function newsHandlers(handlerParts: HandlerParts) {
  const { publish, texts, tellOfNews, mailNews, reportOfNews, withdrawTold, ...parts } = handlerParts;
  const show = async (row: ReadNewsRow, showing: Pick<Loading, 'db' | 'actor' | 'now'>): Promise<NewsItem> => {
    const [item] = await showItems([row], showing, parts);
    if (!item) throw new Error('an item that is there is not shown');
    return item;
  };
  const isDue = ({ publish_at }: { publish_at: string }, now: Date) => Date.parse(publish_at) <= now.getTime();
  const may = (actor: Actor, row: JudgedNews, ability: NewsAbility) => isAllowed(newsAbilitiesOf(actor, row), ability);

  /** The item, if the caller can see it and may do this with it. */
  async function load(ability: NewsAbility, id: number, { actor, db, now, t, fail }: Loading): Promise<ReadNewsRow> {
    const row = await findNewsFor(db, readingOf(actor, t), id);
    if (!row || !(isDue(row, now) || may(actor, row, 'update'))) return fail('not_found');
    return may(actor, row, ability) ? row : fail('forbidden');
  }

  /** The survey of an item, and who answers it now. */
  const carriedOf = (
    row: { survey_id: number | null; publish_at: string },
    receivers: Receivers,
    now: Date,
  ): Carried =>
    isDue(row, now) ? { survey_id: row.survey_id, receivers } : { survey_id: row.survey_id, receivers: NO_RECEIVERS };

  /** The draft as stored; rejects what the form rejects too (C-2.24). */
  function toValues(
    draft: Omit<BodyOf<typeof newsApi.create>, keyof Receivers | 'files'> & Receivers & Pick<CheckedDraft, 'files'>,
    now: Date,
    t: HandlerContext['t'],
    former?: NewsRow,
  ): NewsValues {
    const content = sanitizeHtmlIn(draft.content, { origin: parts.appUrl() });
    refuseIssues(
      newsProblems({ ...draft, content }, now).map(({ field, rule, params }) => ({
        path: `body.${field}`,
        rule,
        params,
        message: t(`news:rules.${rule}`, params),
      })),
    );
    const publish_at = draft.publish_at ?? now.toISOString();
    const { title, is_pinned, is_official, is_public } = draft;
    const is_notifiable = draft.is_notifiable ?? former?.is_notifiable ?? true;
    const excerpt = toExcerpt(content, EXCERPT_LENGTH);
    const is_confirmable = draft.is_confirmable ?? former?.is_confirmable ?? false;
    const marks = { is_pinned, is_official, is_public, is_notifiable, is_confirmable };
    return { title: title.trim(), content, excerpt, publish_at, ...marks };
  }

  /**
   * Tells everybody who sees the item now, and schedules the job that will tell the others when it is published. Answers
   * the item as the actor has it.
   */
  async function tell(row: ReadNewsRow, { actor, write, emit, now }: Writing): Promise<NewsItem> {
    const { school_id, user_id } = actor;
    const shareWith = (audience: FileAudience) => toSharedNews(row, audience, now, parts);
    const trx = await write();
    if (isDue(row, now)) {
      const receivers = await listReceivers(trx, school_id, row.id);
      await announce(trx, school_id, row, { tellOfNews, mailNews }, now);
      await emit(
        newsEvents.saved,
        await audienceOf(trx, school_id, receivers, [user_id, row.user_id]),
        shareWith(`school:${school_id}`),
      );
    } else {
      await setToAnnounce(trx, { school_id, id: row.id }, true);
      // What the school does not see yet has an address for each of them.
      for (const id of new Set([user_id, row.user_id ?? user_id]))
        await emit(newsEvents.saved, { users: [id] }, shareWith(`user:${id}`));
      const key = `news:publish:${school_id}:${row.id}`;
      const { id, publish_at } = row;
      const delayMs = Date.parse(publish_at) - now.getTime();
      await enqueue(trx, publish, { school_id, id, publish_at }, { key, delayMs });
    }
    return show(row, { db: trx, actor, now });
  }

  /** Tells the receivers that an item is gone. */
  async function tellRemoved(row: NewsRow, receivers: Receivers, { actor, write, emit }: Writing): Promise<void> {
    const audience = await audienceOf(await write(), actor.school_id, receivers, [actor.user_id, row.user_id]);
    await emit(newsEvents.removed, audience, { id: row.id });
  }

  return implement(newsApi, {
    ...fileHandlers({
      parts,
      readingOf,
      tell,
      load: (context, id) => load('update', id, context),
    }),

    async translate(context) {
      const { params, actor, db, now, t, fail } = context;
      const row = await findNewsFor(db, readingOf(actor, t), params.id);
      if (!row || !(isDue(row, now) || may(actor, row, 'update'))) return fail('not_found');
      return translateItem(context, row, parts);
    },

    async feed({ params, query, actor, db, now, t, fail }) {
      if (params.id !== 'self' && params.id !== actor.user_id)
        return fail((await findPerson(db, actor.school_id, params.id)) ? 'forbidden' : 'not_found');
      const page = query.page ?? 1;
      const reader = readingOf(actor, t);
      const rows = query.is_scheduled
        ? await listScheduledNews(db, reader, now, page)
        : await listNews(db, reader, now, page);
      const data = await showItems(rows, { db, actor, now }, parts);
      return { data: data.filter(({ can }) => !query.is_scheduled || can.update === 1) };
    },

    async get({ params, actor, db, now, t, fail }) {
      const row = await findNewsFor(db, readingOf(actor, t), params.id);
      if (!row || !(isDue(row, now) || may(actor, row, 'update'))) return fail('not_found');
      return { data: await show(row, { db, actor, now }) };
    },

    async listChannel({ params, query, actor, db, now, t, fail }) {
      await openChannel(db, actor, { id: params.id }, 'read', { now, fail });
      const wanted = { now, page: query.page ?? 1, search: query.search };
      const rows = await listChannelNews(db, readingOf(actor, t), params.id, wanted);
      return { data: await showItems(rows, { db, actor, now }, parts) };
    },

    async confirm({ params, actor, db, now, t, write, emit, fail }) {
      const row = await load('confirm', params.id, { actor, db, now, t, fail });
      if (!isDue(row, now)) return fail('not_found');
      const { school_id, user_id } = actor;
      const trx = await write();
      await insertConfirmation(trx, { school_id, news_id: row.id, user_id }, now);
      const users = [...new Set([user_id, row.user_id ?? user_id])];
      await emit(newsEvents.saved, { users }, toSharedNews(row, `school:${school_id}`, now, parts));
      const confirmed = await findNewsFor(trx, readingOf(actor, t), row.id);
      return confirmed ? { data: await show(confirmed, { db: trx, actor, now }) } : fail('not_found');
    },

    ...readerHandlers({ ...parts, sendsMails: mailNews !== null, load, show, readingOf }),

    async notify(context) {
      const { params, actor, db, now, t, fail } = context;
      return remind(context, await load('view-statistics', params.id, { actor, db, now, t, fail }), {
        tellOfNews,
        mailNews,
      });
    },

    async report(context) {
      const { params, actor, db, now, t, fail } = context;
      const row = await findNewsFor(db, readingOf(actor, t), params.id);
      return row && isDue(row, now) ? reportNews(context, row, reportOfNews) : fail('not_found');
    },

    countReceivers: async (context) => countReceivers(context),

    async create({ body, actor, db: early, now, t, write, emit, record, fail }) {
      const wanted = newsAbilitiesOf(actor, { user_id: actor.user_id });
      if ((body.is_pinned || body.is_official) && wanted.pin === 0) return fail('forbidden');
      if (body.is_public && wanted.release === 0) return fail('forbidden');
      const receivers = { channels: body.channels ?? [], user_ids: body.user_ids ?? [] };
      const values = toValues({ ...body, ...receivers }, now, t);
      await refuseReceivers(early, actor, receivers, { now, t, fail });
      await reserveAttempt(early, { news: `${actor.school_id}:${actor.user_id}` }, now);
      const db = await write();
      const id = await insertNews(db, actor.school_id, actor.user_id, values, now);
      await setReceivers(db, actor.school_id, id, receivers);
      const attaching = await findAttaching(db, actor, body, NO_FILES, t);
      await writeAttachments(db, actor.school_id, id, attaching, now);
      const survey_id = await findCarried(db, body.survey_form_id, null, { actor, now, t, fail });
      if (survey_id !== null) await setSurvey(db, actor.school_id, id, survey_id);
      await moveSurvey(db, actor.school_id, NOTHING, carriedOf({ ...values, survey_id }, receivers, now));
      if (values.is_confirmable && isDue(values, now)) await settleAudience(db, actor.school_id, id, now);
      const row = await findNewsFor(db, readingOf(actor, t), id);
      if (!row) throw new Error('the item that was just made is not there');
      refusePictures(values.content, row, t);
      record({ entity: 'news', id, after: toRecorded(row) });
      return { data: await tell(row, { actor, write, emit, now }) };
    },

    async update(context) {
      const { params, body, actor, db, now, t, write, emit, record, fail } = context;
      const former = await load('update', params.id, { actor, db, now, t, fail });
      const isMarkedAnew = body.is_pinned !== former.is_pinned || body.is_official !== former.is_official;
      if (isMarkedAnew && !may(actor, former, 'pin')) return fail('forbidden');
      if (body.is_public !== former.is_public && !may(actor, former, 'release')) return fail('forbidden');
      const { updated_at, ...draft } = body;
      const had = await listReceivers(db, actor.school_id, former.id);
      const has = { channels: body.channels ?? had.channels, user_ids: body.user_ids ?? had.user_ids };
      const carried = { files: body.files ?? former.attachments, survey_form_id: body.survey_form_id ?? null };
      if (body.survey_form_id === undefined) carried.survey_form_id = former.survey_id;
      const values = toValues({ ...draft, ...has, ...carried }, now, t, former);
      await refuseReceivers(db, actor, has, { now, t, former: had, fail });
      const trx = await write();
      if (!(await updateNews(trx, actor.school_id, former.id, values, updated_at, now))) return fail('conflict');
      await setReceivers(trx, actor.school_id, former.id, has);
      const attaching = await findAttaching(trx, actor, body, former, t);
      dropContents(await writeAttachments(trx, actor.school_id, former.id, attaching, now), context, parts.store);
      const survey_id = await findCarried(trx, body.survey_form_id, former.survey_id, { actor, now, t, fail });
      if (survey_id !== former.survey_id) await setSurvey(trx, actor.school_id, former.id, survey_id);
      const carriedBefore = carriedOf(former, had, now);
      await moveSurvey(trx, actor.school_id, carriedBefore, carriedOf({ ...values, survey_id }, has, now));
      if (values.is_confirmable && isDue(values, now)) await settleAudience(trx, actor.school_id, former.id, now);
      const row = await findNewsFor(trx, readingOf(actor, t), former.id);
      if (!row) return fail('not_found');
      refusePictures(values.content, row, t);
      record({ entity: 'news', id: row.id, before: toRecorded(former), after: toRecorded(row) });
      // Whoever receives it now hears of it anew right after.
      if (isDue(former, now) && (isLosing(had, has) || !isDue(row, now))) {
        const key = { school_id: actor.school_id, id: row.id, author_id: row.user_id };
        await withdrawFromLost(trx, key, { had, has: isDue(row, now) ? has : null }, withdrawTold, now);
        await tellRemoved(row, had, { actor, write, emit, now });
      }
      return { data: await tell(row, { actor, write, emit, now }) };
    },

    async pin({ params, body, actor, db, now, t, write, emit, record, fail }) {
      const former = await load('pin', params.id, { actor, db, now, t, fail });
      const trx = await write();
      await pinNews(trx, actor.school_id, former.id, body.is_pinned, now);
      const row = await findNewsFor(trx, readingOf(actor, t), former.id);
      if (!row) return fail('not_found');
      record({ entity: 'news', id: row.id, before: toRecorded(former), after: toRecorded(row) });
      return { data: await tell(row, { actor, write, emit, now }) };
    },

    async remove({ params, actor, db, now, t, write, emit, record, fail }) {
      const row = await load('delete', params.id, { actor, db, now, t, fail });
      const trx = await write();
      const receivers = await listReceivers(trx, actor.school_id, row.id);
      await markNewsDeleted(trx, actor.school_id, row.id, now, now);
      await moveSurvey(trx, actor.school_id, carriedOf(row, receivers, now), { ...NOTHING, survey_id: row.survey_id });
      record({ entity: 'news', id: row.id, before: toRecorded(row) });
      await withdrawNews(trx, { school_id: actor.school_id, id: row.id }, withdrawTold, now);
      await tellRemoved(row, receivers, { actor, write, emit, now });
    },

    async restore({ params, actor, db, now, t, write, emit, record, fail }) {
      const since = new Date(now.getTime() - NEWS_RESTORE_HOURS * 60 * 60 * 1000);
      const deleted = await findDeletedNews(db, actor.school_id, params.id, since);
      // For everybody else a deleted item no longer exists.
      if (!deleted || !may(actor, deleted, 'delete')) return fail('not_found');
      const trx = await write();
      await markNewsDeleted(trx, actor.school_id, params.id, null, now);
      const row = await findNewsFor(trx, readingOf(actor, t), params.id);
      if (!row) return fail('not_found');
      const receivers = await listReceivers(trx, actor.school_id, row.id);
      await moveSurvey(trx, actor.school_id, NOTHING, carriedOf(row, receivers, now));
      record({ entity: 'news', id: row.id, after: toRecorded(row) });
      return { data: await tell(row, { actor, write, emit, now }) };
    },

    ...publicHandlers({ ...parts, texts }),
  });
}
