import type { MovePreview } from '@kreide/core/features/content-move';
import type { Kysely } from 'kysely';
import type { Quotas } from '../../kernel/config/config.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import {
  type ChatSpan,
  countLeaving,
  listPlaces,
  measureChat,
  type NewPlace,
  type PlacedMember,
  type UnitChannelRow,
} from '../channels/index.ts';
import { type CloudMeasure, fillingOf, measureCloud, shareOf } from '../cloud/index.ts';
import { type Calendar, movedBefore } from './judging.ts';
import { listEntries, listStanding } from './queries/moves.ts';

/** What would move between two channels, and who would see it. */
export interface Measure {
  readonly chat: ChatSpan;
  readonly cloud: CloudMeasure;
  readonly places: readonly PlacedMember[];
  readonly moved_before: string | null;
  /** Entries of the old cloud that came from elsewhere. */
  readonly except: readonly number[];
}

/** What has come into the old channel in the same year stays there: it is of its present people. */
async function listArrived(db: Kysely<DB>, { school_id, id, ended_at }: UnitChannelRow, { active }: Calendar) {
  const standing = ended_at === null ? await listStanding(db, school_id, [id]) : [];
  const arrived = standing.filter((one) => one.new_channel_id === id && one.school_year_id === active?.id);
  const chats = arrived.filter(({ has_chat }) => has_chat).map(({ messages_from }) => messages_from);
  const except = await listEntries(
    db,
    school_id,
    arrived.map((one) => one.id),
  );
  return { at_most: chats.length === 0 ? null : Math.min(...chats), except };
}

export async function measure(
  db: Kysely<DB>,
  { old, fresh }: { old: UnitChannelRow; fresh: UnitChannelRow },
  calendar: Calendar,
): Promise<Measure> {
  const { school_id } = old;
  const moved_before = movedBefore(old, calendar);
  const { at_most, except } = await listArrived(db, old, calendar);
  const route = { school_id, old_channel_id: old.id, new_channel_id: fresh.id };
  const chat = await measureChat(db, route, { moved_before, at_most, begins_at: calendar.begins_at });
  const cloud = await measureCloud(db, { school_id, channel_id: old.id, moved_before, except });
  const until = { up_to: chat.up_to, chat_at: chat.last_at, cloud_at: cloud.last_at };
  return { chat, cloud, places: await listPlaces(db, route, until), moved_before, except };
}

/** Somebody for whom nothing but their own beginning of the new chat would hide what comes before it. */
const isExposed = (place: PlacedMember, { from, cleared_up_to }: ChatSpan): boolean =>
  place.visible_from_seq < from && place.sees_from > cleared_up_to;

/** Could somebody see all of the old content before? */
const saw = ({ user_id }: PlacedMember, measured: Measure): boolean =>
  couldSee({ user_id }, measured, {
    has_chat: measured.chat.messages_count > 0,
    has_cloud: measured.cloud.entries_count > 0,
  });

/** Could a member of the new channel see all that moves? Who could not shows it to nobody, least of all to themselves. */
export function couldSee(
  { user_id }: Pick<PlacedMember, 'user_id'>,
  { chat, places }: Pick<Measure, 'chat' | 'places'>,
  { has_chat, has_cloud }: { has_chat: boolean; has_cloud: boolean },
): boolean {
  const place = places.find((one) => one.user_id === user_id);
  if (!place) return false;
  return (!has_chat || place.sees_from <= chat.cleared_up_to) && (!has_cloud || place.sees_cloud);
}

/** What can only move when newcomers may see it: what the new channel cannot hide from one of them. */
export const toConfirm = ({ chat, cloud, places }: Measure): { chat: boolean; cloud: boolean } => ({
  chat: chat.messages_count > 0 && places.some((place) => isExposed(place, chat)),
  cloud: cloud.entries_count > 0 && places.some(({ sees_cloud }) => !sees_cloud),
});

/**
 * How everybody has the new chat when the old one has come into it: from where they see it, and up to where they have read
 * it. Who came into the new channel when something of the new year was written there sees neither that nor what is older.
 */
export function toPlaces({ chat: { from, up_to, cleared_up_to }, places }: Measure, isShown: boolean): NewPlace[] {
  return places
    .filter(({ visible_from_seq }) => visible_from_seq <= from)
    .map((place) => {
      const { user_id, visible_from_seq, read_seq, sees_from, old_read_seq } = place;
      // What was cleared stays out of sight, if need be with what is older.
      const all = visible_from_seq < from && cleared_up_to === 0 ? visible_from_seq : from + cleared_up_to;
      const isHidden = visible_from_seq < from && sees_from > cleared_up_to;
      const own = sees_from <= cleared_up_to ? all : isHidden ? from + up_to : from + sees_from;
      const read = sees_from < up_to ? from + Math.max(sees_from, Math.min(old_read_seq, up_to)) : from + up_to;
      return {
        user_id,
        visible_from_seq,
        sees_from_seq: isShown ? all : own,
        read_seq: read_seq < from ? read_seq : read,
      };
    });
}

/** What a move would do, in numbers. */
export async function previewOf(
  db: Kysely<DB>,
  { old, fresh }: { old: UnitChannelRow; fresh: UnitChannelRow },
  calendar: Calendar,
  { quotas, chat: hasChat, cloud: hasCloud }: { quotas: Quotas; chat: boolean; cloud: boolean },
): Promise<MovePreview> {
  const { school_id } = old;
  const measured = await measure(db, { old, fresh }, calendar);
  const { chat, cloud, places } = measured;
  const size = (hasChat ? Number(chat.bytes) : 0) + (hasCloud ? Number(cloud.size) : 0);
  const filling = await fillingOf(db, { school_id, channel_id: fresh.id });
  return {
    files_count: Number(cloud.files_count),
    messages_count: Number(chat.messages_count),
    size,
    is_fitting: filling.size + size <= shareOf(quotas),
    newcomers_count: places.filter((place) => !saw(place, measured)).length,
    leaving_count: await countLeaving(db, { school_id, old_channel_id: old.id, new_channel_id: fresh.id }),
    confirm: toConfirm(measured),
  };
}
