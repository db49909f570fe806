import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { NewsTeller } from './announcing.ts';
import { newsHandlers } from './handlers.ts';
import { createPublishTask } from './publish.ts';
import { newsData } from './queries/personal-data.ts';
import { eraseAuthor } from './queries.ts';
import { mountNewsPages } from './route.ts';

type Needed = 'database' | 'clock' | 'fileKey' | 'appUrl' | 'texts' | 'brandOf';

export function newsFeature(parts: Pick<FeatureParts, Needed> & { readonly tellOfNews: NewsTeller }): Feature {
  const { database, clock, fileKey, appUrl, texts, tellOfNews } = parts;
  const publish = createPublishTask({ kysely: database.kysely, clock, fileKey, appUrl, tellOfNews });
  return {
    implemented: newsHandlers({ fileKey, appUrl, texts, publish, tellOfNews }),
    tasks: [publish],
    erase: eraseAuthor,
    personalData: newsData,
    routes: (app) => mountNewsPages(app, parts),
  };
}
