import type { Kysely } from 'kysely';
import { countVotes, listFeedback, listMisses } from '../features/help/index.ts';
import type { DB } from '../kernel/data/database.generated.ts';
import { toLine } from './feedback.ts';

/** What people wrote to those who run the product, what they looked for in vain, and which articles have helped. */
export async function readSupport(db: Kysely<DB>) {
  return { messages: await listFeedback(db), searches: await listMisses(db), articles: await countVotes(db) };
}
export type Support = Awaited<ReturnType<typeof readSupport>>;

/** The same in lines for a terminal. */
export function toSupportLines({ messages, searches, articles }: Support): string[] {
  return [
    `Messages: ${messages.length}`,
    ...messages.map(
      ({ created_at, slink, kind, code, text }) =>
        `  ${created_at.slice(0, 10)} ${slink}, ${kind}${code === null ? '' : ` (${toLine(code)})`}: ${toLine(text)}`,
    ),
    `Searched in vain: ${searches.length}`,
    ...searches.map(({ language, words, count }) => `  ${count}× ${language}: ${toLine(words)}`),
    'Articles, helped and not:',
    ...articles.map(({ article, up, down }) => `  ${article}: ${up}, ${down}`),
  ];
}
