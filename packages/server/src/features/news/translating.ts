import type { newsApi } from '@kreide/core/features/news';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { sanitizeHtmlIn } from '../../kernel/text/html.ts';
import { translateTexts } from '../translations/index.ts';
import type { ReadNewsRow } from './queries/reading.ts';
import { contentOf, type NewsParts } from './render.ts';

/** Title and content of an item in another language; what the service makes of the content is cleaned as if somebody had written it. */
export async function translateItem(
  { query, actor, now, fail }: HandlerContext<typeof newsApi.translate> & { actor: Actor },
  row: ReadNewsRow,
  { fileKey, appUrl, ...parts }: NewsParts & Pick<FeatureParts, 'translator' | 'log'>,
) {
  const titles = await translateTexts(parts, [row.title], query.lang, fail);
  const contents = await translateTexts(parts, [row.content_rendered], query.lang, fail, 'html');
  const reader = { audience: `user:${actor.user_id}`, key: fileKey, now } as const;
  const content = sanitizeHtmlIn(contents.data.texts[0] ?? '', { origin: appUrl() });
  return { data: { lang: query.lang, texts: [titles.data.texts[0] ?? '', contentOf(content, row, reader)] } };
}
