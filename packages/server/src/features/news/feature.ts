import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { newsHandlers } from './handlers.ts';
import { createPublishTask } from './publish.ts';
import { newsData } from './queries/personal-data.ts';
import { eraseAuthor } from './queries.ts';
import type { NewsReminder } from './reminding.ts';
import { mountNewsPages } from './route.ts';

type Needed = 'database' | 'clock' | 'fileKey' | 'appUrl' | 'texts' | 'brandOf';

export function newsFeature(parts: Pick<FeatureParts, Needed> & { readonly remindOfNews: NewsReminder }): Feature {
  const { database, clock, fileKey, appUrl, texts, remindOfNews } = parts;
  const publish = createPublishTask({ kysely: database.kysely, clock, fileKey, appUrl });
  return {
    implemented: newsHandlers({ fileKey, appUrl, texts, publish, remindOfNews }),
    tasks: [publish],
    erase: eraseAuthor,
    personalData: newsData,
    routes: (app) => mountNewsPages(app, parts),
  };
}
