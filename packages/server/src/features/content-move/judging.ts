import {
  directionOf,
  type MoveDirection,
  type MoveYear,
  RELATED_MAXIMUM,
  yearOfChannel,
} from '@kreide/core/features/content-move';
import { type Translate, toInstant, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { findUnitChannel, listUnitChannels, openChannel, readerOf, type UnitChannelRow } from '../channels/index.ts';
import { getSchool } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';

/** The parts of a call that tell who asks when. */
export interface Asking {
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly now: Date;
  readonly t: Translate;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** The school years of a school, as moving sees them. */
export interface Calendar {
  readonly years: readonly MoveYear[];
  readonly active: MoveYear | null;
  readonly today: string;
  readonly time_zone: string;
  /** When the active year begins; without one, now. */
  readonly begins_at: string;
  /** When the year before it began. */
  readonly former_at: string;
}

export async function readCalendar(db: Kysely<DB>, schoolId: number, now: Date): Promise<Calendar> {
  const { time_zone } = await getSchool(db, schoolId);
  const years = await listYears(db, schoolId);
  const active = years.find(({ is_active }) => is_active) ?? null;
  const former = active && years.filter(({ begins_at }) => begins_at < active.begins_at).at(-1);
  const startOf = (day: string) => toInstant(day, '00:00', time_zone).toISOString();
  const begins_at = active ? startOf(active.begins_at) : now.toISOString();
  const former_at = former ? startOf(former.begins_at) : begins_at;
  return { years, active, today: toLocal(now, time_zone).date, time_zone, begins_at, former_at };
}

const yearly = ({ season_id, ended_at }: UnitChannelRow, { time_zone }: Calendar) => ({
  season_id,
  ended_on: ended_at === null ? null : toLocal(new Date(ended_at), time_zone).date,
});

export const directionFor = (row: UnitChannelRow, calendar: Calendar): MoveDirection =>
  directionOf(yearly(row, calendar), calendar.years, calendar.today);

/** Can content come out of a channel? Of an old one all, of a class that goes on what is older than the active year. */
export const isSource = (row: UnitChannelRow, calendar: Calendar): boolean =>
  directionFor(row, calendar) === 'old' ? yearOf(row, calendar) !== null : row.grade_id !== null;
const yearOf = (row: UnitChannelRow, calendar: Calendar) => yearOfChannel(yearly(row, calendar), calendar.years);

/** Can content come into it? It belongs to the current school year. */
export const isTarget = (row: UnitChannelRow, calendar: Calendar): boolean => directionFor(row, calendar) === 'current';

/** Only what was there before this instant comes out of a channel; null: everything. */
export const movedBefore = ({ ended_at }: UnitChannelRow, { begins_at }: Calendar): string | null =>
  ended_at === null ? begins_at : null;

/** Is there still something to decide about the content of a channel in this school year? */
export const isMovable = (row: UnitChannelRow, { active }: Calendar): boolean =>
  active !== null &&
  row.content_decided_year_id !== active.id &&
  !(row.ended_at !== null && row.content_moved_at !== null);

/** May the caller take content into or out of it: who administers it, or manages channels? */
const administers = (row: UnitChannelRow, { permissions }: Actor): boolean =>
  (row.left_at === null && row.is_admin === true) || permissions.has('manage-channels');

/** The same of a channel that content comes out of: who looked after it last year is not in it any more. */
export const mayTake = (row: UnitChannelRow, actor: Actor, { former_at }: Calendar): boolean =>
  administers(row, actor) || (row.was_admin === true && row.left_at !== null && row.left_at >= former_at);
export const mayFill = administers;

/** A channel of a class or course whose content the caller may move. */
export async function openUnit(asking: Asking, id: number): Promise<UnitChannelRow> {
  const { actor, db, now, t, fail } = asking;
  await openChannel(db, actor, { id }, 'move-channel-content', { now, fail });
  return (await findUnitChannel(db, readerOf(actor, t), id)) ?? fail('not_found');
}

/** Two channels between which the caller may move content; which of them are right is said elsewhere. */
export async function openRoute(
  asking: Asking,
  calendar: Calendar,
  ids: { old_channel_id: number; new_channel_id: number },
): Promise<{ old: UnitChannelRow; fresh: UnitChannelRow }> {
  const { actor, db, t, fail } = asking;
  const reader = readerOf(actor, t);
  const old = (await findUnitChannel(db, reader, ids.old_channel_id)) ?? fail('not_found');
  const fresh = (await findUnitChannel(db, reader, ids.new_channel_id)) ?? fail('not_found');
  return mayFill(fresh, actor) && mayTake(old, actor, calendar) ? { old, fresh } : fail('forbidden');
}

/** The channels that content of one can come from, or go to, those with the most people in common first. */
export async function listCandidates({ actor, db, t }: Asking, row: UnitChannelRow, calendar: Calendar) {
  const isFilled = directionFor(row, calendar) === 'current';
  const rows = await listUnitChannels(db, readerOf(actor, t), row, calendar.former_at);
  const found = rows.filter((one) =>
    isFilled
      ? isSource(one, calendar) && mayTake(one, actor, calendar)
      : isTarget(one, calendar) && mayFill(one, actor),
  );
  const isOwn = ({ member_id, left_at }: UnitChannelRow) =>
    member_id !== null && (left_at === null || left_at >= calendar.former_at);
  const [self, others] = [found.filter(isOwn), found.filter((one) => !isOwn(one))];
  return { self: self.slice(0, RELATED_MAXIMUM), others: others.slice(0, RELATED_MAXIMUM) };
}
