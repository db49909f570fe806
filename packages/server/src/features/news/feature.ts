import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { NewsTeller } from './announcing.ts';
import { mountConfirmPages } from './confirm-route.ts';
import { newsHandlers } from './handlers.ts';
import { createMailNews } from './mailing.ts';
import type { NewsReporter } from './moderating.ts';
import { createPublishTask } from './publish.ts';
import { newsData } from './queries/personal-data.ts';
import { eraseAuthor } from './queries.ts';
import { mountNewsPages } from './route.ts';

type Needed = 'mail' | 'database' | 'clock' | 'fileKey' | 'appUrl' | 'texts' | 'brandOf';

export function newsFeature(
  parts: Pick<FeatureParts, Needed> & { readonly tellOfNews: NewsTeller; readonly reportOfNews: NewsReporter },
): Feature {
  const { database, clock, fileKey, appUrl, texts, mail, tellOfNews, reportOfNews } = parts;
  const mailNews = mail && createMailNews(parts, mail);
  const publish = createPublishTask({ kysely: database.kysely, clock, fileKey, appUrl, tellOfNews, mailNews });
  return {
    implemented: newsHandlers({ fileKey, appUrl, texts, publish, tellOfNews, mailNews, reportOfNews }),
    tasks: [publish, ...(mailNews ? [mailNews] : [])],
    erase: eraseAuthor,
    personalData: newsData,
    routes: (app) => {
      mountNewsPages(app, parts);
      mountConfirmPages(app, parts);
    },
  };
}
