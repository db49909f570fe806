import type { Feature } from '../../kernel/feature.ts';
import { type HelpParts, helpHandlers } from './handlers.ts';
import { eraseVotes, faqData, pruneMisses } from './queries/faq.ts';
import { eraseFeedback, feedbackData, pruneFeedback } from './queries/feedback.ts';
import { helpMerge } from './queries/merge.ts';
import { eraseReports, reportData } from './queries/reports.ts';
import { contactData } from './queries.ts';
import { removeContact } from './removing.ts';

export function helpFeature(parts: HelpParts): Feature {
  const { clock, database } = parts;
  return {
    implemented: helpHandlers(parts),
    prune: {
      faq_misses: (now) => pruneMisses(database.kysely, now),
      feedback: (now) => pruneFeedback(database.kysely, now),
    },
    erase: async (db, person) => {
      await removeContact(db, person, clock.now());
      await eraseVotes(db, person);
      await eraseFeedback(db, person);
      await eraseReports(db, person);
    },
    merge: helpMerge,
    personalData: { ...contactData, ...faqData, ...feedbackData, ...reportData },
  };
}
