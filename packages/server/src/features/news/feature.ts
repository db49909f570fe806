import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { SurveysOf, WithdrawTold } from '../channels/index.ts';
import type { NewsTeller } from './announcing.ts';
import { mountConfirmPages } from './confirm-route.ts';
import { newsHandlers } from './handlers.ts';
import { createMailNews } from './mailing.ts';
import type { NewsReporter } from './moderating.ts';
import { createPublishTask } from './publish.ts';
import { newsMerge } from './queries/merge.ts';
import { newsData } from './queries/personal-data.ts';
import { eraseAuthor } from './queries.ts';
import { mountNewsPages } from './route.ts';

type Needed =
  | ('mail' | 'database' | 'clock' | 'fileKey' | 'appUrl' | 'texts' | 'brandOf')
  | ('store' | 'scanner' | 'quotas' | 'log' | 'translator');

interface Joined {
  readonly tellOfNews: NewsTeller;
  readonly reportOfNews: NewsReporter;
  readonly withdrawTold: WithdrawTold;
  readonly surveysOf: SurveysOf;
}

export function newsFeature(parts: Pick<FeatureParts, Needed> & Joined): Feature {
  const { database, clock, fileKey, appUrl, translator, mail, tellOfNews } = parts;
  const mailNews = mail && createMailNews(parts, mail);
  const kysely = database.kysely;
  const publish = createPublishTask({ kysely, clock, fileKey, appUrl, translator, tellOfNews, mailNews });
  return {
    implemented: newsHandlers({ ...parts, publish, mailNews }),
    tasks: [publish, ...(mailNews ? [mailNews] : [])],
    erase: eraseAuthor,
    merge: newsMerge,
    personalData: newsData,
    routes: (app) => {
      mountNewsPages(app, parts);
      mountConfirmPages(app, parts);
    },
  };
}
