import { type NewsItem, toNewsItem } from '@kreide/core/features/news';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listHidden, type SurveysOf } from '../channels/index.ts';
import { toFileEntry } from '../files/index.ts';
import type { ReadNewsRow } from './queries/reading.ts';
import { toExports } from './readers-file.ts';
import { type SharingParts, toSharedNews } from './render.ts';

export interface ShowingParts extends SharingParts {
  surveysOf: SurveysOf;
}

interface Showing {
  readonly db: Kysely<DB>;
  readonly actor: Actor;
  readonly now: Date;
}

const channelIdsOf = ({ channels }: Pick<ReadNewsRow, 'channels'>) => channels.map(({ id }) => id);

/** Items as somebody has them, with their files and surveys; a fixed number of queries however many they are. */
export async function showItems(
  rows: readonly ReadNewsRow[],
  { db, actor, now }: Showing,
  { surveysOf, ...parts }: ShowingParts,
): Promise<NewsItem[]> {
  const ids = rows.flatMap(({ survey_id }) => survey_id ?? []);
  const surveys = ids.length > 0 ? await surveysOf(db, actor, ids, now) : new Map<number, never>();
  // Who looks after the news knows everybody.
  const counted = actor.permissions.has('manage-news') ? [] : rows.filter(({ confirmed }) => confirmed !== null);
  const hidden = await listHidden(db, actor, counted.flatMap(channelIdsOf), now);
  const reader = { audience: `user:${actor.user_id}`, key: parts.fileKey, now } as const;
  return rows.map((row) => {
    const { is_receiver, is_confirmed, confirmed, channels, user_ids } = row;
    const survey = surveys.get(row.survey_id ?? 0) ?? null;
    const own = {
      channels,
      user_ids,
      survey,
      attachments: row.attachments.map((file) => toFileEntry(file, reader)),
      files: row.attachments.map(({ uuid, alt_name }) => ({ uuid, alt_name })),
      meta: {
        is_receiver,
        is_confirmed,
        statistics: confirmed && { confirmed },
        exports: confirmed && !channelIdsOf(row).some((id) => hidden.has(id)) ? toExports(row.id) : null,
      },
    };
    const { id: survey_form_id = null, uuid: survey_uuid = null } = survey ?? {};
    const item = toNewsItem(toSharedNews(row, reader.audience, now, parts), actor, {
      ...own,
      survey_form_id,
      survey_uuid,
    });
    // Who changes an item knows that there is one, also where it is not theirs to see.
    return item.can.update === 1 ? { ...item, survey_form_id: row.survey_id, survey_uuid: row.survey_uuid } : item;
  });
}
