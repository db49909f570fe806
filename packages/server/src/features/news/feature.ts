import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { SurveysOf } from '../channels/index.ts';
import { newsHandlers } from './handlers.ts';
import { createPublishTask } from './publish.ts';
import { newsData } from './queries/personal-data.ts';
import { eraseAuthor } from './queries.ts';
import type { NewsReminder } from './reminding.ts';
import { mountNewsPages } from './route.ts';

type Needed =
  | ('database' | 'clock' | 'fileKey' | 'appUrl' | 'texts' | 'brandOf')
  | ('store' | 'scanner' | 'log' | 'translator');

interface Joined {
  readonly remindOfNews: NewsReminder;
  readonly surveysOf: SurveysOf;
}

export function newsFeature(parts: Pick<FeatureParts, Needed> & Joined): Feature {
  const { database, clock, fileKey, appUrl, translator } = parts;
  const publish = createPublishTask({ kysely: database.kysely, clock, fileKey, appUrl, translator });
  return {
    implemented: newsHandlers({ ...parts, publish }),
    tasks: [publish],
    erase: eraseAuthor,
    personalData: newsData,
    routes: (app) => mountNewsPages(app, parts),
  };
}
