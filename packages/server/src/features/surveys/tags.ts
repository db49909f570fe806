import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The hashes under which somebody's answers to an anonymous survey are kept while it runs, one for each question, so that
 * not even two answers of one person can be put together (C-6.27). Only the server's secret and the salt of the survey
 * make them; the salt goes when the survey ends.
 */
export function tagsOf(
  secret: string,
  salt: Buffer,
  userId: number,
  questionIds: readonly number[],
): ReadonlyMap<number, Buffer> {
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'kreide/survey-vote/1', 32));
  return new Map(
    questionIds.map((id) => [
      id,
      createHmac('sha256', key)
        .update(JSON.stringify([userId, id]))
        .digest(),
    ]),
  );
}
