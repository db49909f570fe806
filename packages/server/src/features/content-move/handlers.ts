import { channelEvents } from '@kreide/core/features/channels';
import {
  type contentMoveApi as api,
  contentMoveApi,
  isOldYear,
  MOVE_UNDO_DAYS,
} from '@kreide/core/features/content-move';
import { type Translate, writeSize } from '@kreide/core/kernel';
import type { Quotas } from '../../kernel/config/config.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import {
  archiveForAll,
  decideContent,
  findUnitChannel,
  listMemberIds,
  lockChannels,
  openChatMove,
  openChatReturn,
  readerOf,
} from '../channels/index.ts';
import {
  type Calendar,
  directionFor,
  isMovable,
  isSource,
  isTarget,
  listCandidates,
  openRoute,
  openUnit,
  readCalendar,
} from './judging.ts';
import { couldSee, measure, previewOf, toConfirm, toPlaces } from './measuring.ts';
import { type MoveTask, orderMove, spanOf, tellBoth } from './moving.ts';
import { findMove, insertMove, listStanding, lockMove, type MoveRow, updateMove } from './queries/moves.ts';
import { isUndoable, toMove, toMoveChannel } from './shown.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface MoveParts {
  readonly quotas: Quotas;
  readonly run: MoveTask;
}

/** Refuses a field in words. */
function refuse(
  t: Translate,
  path: string,
  rule: 'source' | 'target' | 'nothing' | 'room' | 'confirm' | 'unseen',
  params: Record<string, string | number> = {},
): never {
  refuseIssues([{ path, rule, params: {}, message: t(`content-move:rules.${rule}`, params) }]);
  throw new Error('refused');
}

const isUnfinished = ({ state }: MoveRow) => state === 'MOVING' || state === 'UNDOING';

/** Decides what becomes of a channel without moving anything. */
async function decide(
  context: HandlerContext<(typeof api)['startEmpty']> | HandlerContext<(typeof api)['archive']>,
  { direction, act }: { direction: 'current' | 'old'; act: 'start_empty' | 'archive' },
) {
  const { params, actor, db, now, t, write, emit, record, fail } = context;
  const row = await openUnit({ actor, db, now, t, fail }, params.id);
  const calendar = await readCalendar(db, actor.school_id, now);
  if (directionFor(row, calendar) !== direction)
    return refuse(t, 'params.id', direction === 'old' ? 'source' : 'target');
  const trx = await write();
  const key = { school_id: actor.school_id, id: params.id };
  await lockChannels(trx, key.school_id, [key.id]);
  if ((await listStanding(trx, key.school_id, [key.id])).some(isUnfinished)) return fail('content_moving');
  await decideContent(trx, key, { year_id: calendar.active?.id ?? null }, now);
  if (act === 'archive') await archiveForAll(trx, key);
  record({ entity: 'channels', id: key.id, before: { content: null }, after: { content: act } });
  await emit(channelEvents.channelChanged, { users: await listMemberIds(trx, key) }, { channel_id: key.id });
  const after = (await findUnitChannel(trx, readerOf(actor, t), key.id)) ?? fail('not_found');
  return { data: toMoveChannel(after, calendar) };
}

export function contentMoveHandlers({ quotas, run }: MoveParts) {
  return implement(contentMoveApi, {
    async available({ actor, db, now }) {
      const { active, today } = await readCalendar(db, actor.school_id, now);
      const is_old = active === null || isOldYear(active, today);
      const school_year = active && { id: active.id, name: active.name };
      const is = !is_old;
      return { data: { is_available: is, chat: is, cloud: is, school_year, is_old, undo_days: MOVE_UNDO_DAYS } };
    },

    async get(context) {
      const { params, actor, db, now, t } = context;
      const row = await openUnit(context, params.id);
      const calendar = await readCalendar(db, actor.school_id, now);
      const [newest] = await listStanding(db, actor.school_id, [row.id]);
      const around = newest ? [newest.old_channel_id, newest.new_channel_id] : [];
      const standing = newest ? await listStanding(db, actor.school_id, around) : [];
      const otherId = around.find((id) => id !== row.id);
      const other = otherId === undefined ? null : await findUnitChannel(db, readerOf(actor, t), otherId);
      return {
        data: {
          direction: directionFor(row, calendar),
          is_movable: isMovable(row, calendar),
          channel: toMoveChannel(row, calendar),
          other: other ? { id: other.id, displayname: other.displayname } : null,
          move: newest ? toMove(newest, isUndoable(newest, standing, now)) : null,
        },
      };
    },

    async listRelated(context) {
      const calendar = await readCalendar(context.db, context.actor.school_id, context.now);
      const found = await listCandidates(context, await openUnit(context, context.params.id), calendar);
      const show = (row: (typeof found.self)[number]) => toMoveChannel(row, calendar);
      return { data: { self: found.self.map(show), others: found.others.map(show) } };
    },

    async listSingle(context) {
      const calendar = await readCalendar(context.db, context.actor.school_id, context.now);
      const { self, others } = await listCandidates(context, await openUnit(context, context.params.id), calendar);
      const [best] = [...self, ...others].toSorted((one, other) => other.shared_count - one.shared_count);
      const show = (rows: typeof self) =>
        rows.filter((row) => row === best && row.shared_count > 0).map((row) => toMoveChannel(row, calendar));
      return { data: { self: show(self), others: show(others) } };
    },

    async preview(context) {
      const { query, actor, db, now } = context;
      const { chat = true, cloud = true } = query;
      const calendar = await readCalendar(db, actor.school_id, now);
      return {
        data: await previewOf(db, await openRoute(context, calendar, query), calendar, { quotas, chat, cloud }),
      };
    },

    startEmpty: (context) => decide(context, { direction: 'current', act: 'start_empty' }),
    archive: (context) => decide(context, { direction: 'old', act: 'archive' }),

    async move(context) {
      const { body, actor, db, now, t, language, write, record, fail } = context;
      const { school_id } = actor;
      const asking = { actor, db, now, t, fail };
      const calendar = await readCalendar(db, school_id, now);
      const first = await openRoute(asking, calendar, body);
      if (calendar.active === null || !isTarget(first.fresh, calendar))
        return refuse(t, 'body.new_channel_id', 'target');
      if (!isSource(first.old, calendar) || first.old.id === first.fresh.id || first.old.target !== first.fresh.target)
        return refuse(t, 'body.old_channel_id', 'source');
      const trx = await write();
      await lockChannels(trx, school_id, [first.old.id, first.fresh.id]);
      if ((await listStanding(trx, school_id, [first.old.id, first.fresh.id])).some(isUnfinished))
        return fail('content_moving');
      // What it was a moment ago says nothing: now nobody else changes it.
      const route = await openRoute({ ...asking, db: trx }, calendar, body);
      const measured = await measure(trx, route, calendar);
      const has_chat = body.chat && measured.chat.messages_count > 0;
      const has_cloud = body.cloud && measured.cloud.entries_count > 0;
      if (!has_chat && !has_cloud) return refuse(t, body.chat ? 'body.chat' : 'body.cloud', 'nothing');
      const isShown = body.is_shown_to_newcomers === true;
      const confirm = toConfirm(measured);
      if (!isShown && ((has_chat && confirm.chat) || (has_cloud && confirm.cloud)))
        return refuse(t, 'body.is_shown_to_newcomers', 'confirm');
      if (isShown && !actor.permissions.has('manage-channels') && !couldSee(actor, measured, { has_chat, has_cloud }))
        return refuse(t, 'body.is_shown_to_newcomers', 'unseen');
      const preview = await previewOf(trx, route, calendar, { quotas, chat: has_chat, cloud: has_cloud });
      if (!preview.is_fitting)
        return refuse(t, 'body.new_channel_id', 'room', { size: writeSize(language, preview.size) });
      const { up_to, from } = measured.chat;
      const span = { school_id, old_channel_id: route.old.id, new_channel_id: route.fresh.id, up_to, from };
      const opened = has_chat ? await openChatMove(trx, span, now) : null;
      const made = await insertMove(trx, {
        school_id,
        old_channel_id: route.old.id,
        new_channel_id: route.fresh.id,
        school_year_id: calendar.active.id,
        has_chat,
        has_cloud,
        is_shown_to_newcomers: isShown,
        moved_before: measured.moved_before,
        messages_up_to: has_chat ? up_to : 0,
        messages_from: has_chat ? from : 0,
        pinned_seq: opened?.pinned_seq ?? null,
        old_places: toJsonText(opened?.old_places ?? []),
        new_places: toJsonText(has_chat ? toPlaces(measured, isShown) : []),
        created_by: actor.user_id,
        created_at: now.toISOString(),
        undo_until: new Date(now.getTime() + MOVE_UNDO_DAYS * DAY).toISOString(),
      });
      await orderMove(trx, run, made);
      await tellBoth(trx, made);
      const { displayname } = route.old;
      record({
        entity: 'content_moves',
        id: made.id,
        before: { channel: displayname },
        after: { channel: route.fresh.displayname, chat: has_chat, cloud: has_cloud, is_shown_to_newcomers: isShown },
      });
      return { data: await showBoth(trx, context, calendar, made) };
    },

    async undo(context) {
      const { params, actor, db, now, t, write, record, fail } = context;
      const { school_id } = actor;
      const key = { school_id, id: params.moveId };
      const known = (await findMove(db, key)) ?? fail('not_found');
      const calendar = await readCalendar(db, school_id, now);
      const route = await openRoute({ actor, db, now, t, fail }, calendar, known);
      const trx = await write();
      await lockChannels(trx, school_id, [known.old_channel_id, known.new_channel_id]);
      const move = (await lockMove(trx, key)) ?? fail('not_found');
      const standing = await listStanding(trx, school_id, [move.old_channel_id, move.new_channel_id]);
      if (standing.some(isUnfinished)) return fail('content_moving');
      if (!isUndoable(move, standing, now)) return fail('content_move_over');
      const opened = move.has_chat ? await openChatReturn(trx, spanOf(move), now) : null;
      const places = (opened?.places ?? []).map((place) => ({ ...place, sees_from_seq: 0, read_seq: 0 }));
      const after = await updateMove(trx, move, {
        state: 'UNDOING',
        new_places: toJsonText(places),
        pinned_seq: opened?.pinned_seq ?? null,
      });
      await orderMove(trx, run, after);
      await tellBoth(trx, after);
      record({
        entity: 'content_moves',
        id: move.id,
        before: { channel: route.fresh.displayname },
        after: { channel: route.old.displayname },
      });
      return { data: toMove(after, false) };
    },
  });
}

/** Both channels of a move, those of them that the caller administers. */
async function showBoth(
  db: HandlerContext['db'],
  { actor, t }: Pick<HandlerContext<(typeof api)['move']>, 'actor' | 't'>,
  calendar: Calendar,
  move: MoveRow,
) {
  const fresh = await findUnitChannel(db, readerOf(actor, t), move.new_channel_id);
  const old = await findUnitChannel(db, readerOf(actor, t), move.old_channel_id);
  return {
    ...(fresh ? { new_channel: toMoveChannel(fresh, calendar) } : {}),
    ...(old ? { old_channel: toMoveChannel(old, calendar) } : {}),
    move: toMove(move, false),
  };
}
