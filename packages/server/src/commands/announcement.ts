import { readFileSync } from 'node:fs';
import { type AnnouncementTexts, announcementTexts } from '@kreide/core/features/help';
import * as z from 'zod/mini';
import type { listAllAnnouncements } from '../features/help/index.ts';
import { CommandError } from './failures.ts';

/** What a file says in each language; a `CommandError` names everything that is wrong with it. */
export function readAnnouncement(file: string): AnnouncementTexts {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (err) {
    throw new CommandError(`${file} cannot be read as JSON: ${(err as Error).message}`);
  }
  const parsed = z.safeParse(announcementTexts, content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`);
  throw new CommandError(
    `${file} is no announcement like {"en":{"title":"…","text":"…"},"de":{…}}:\n${problems.join('\n')}`,
  );
}

/** The end of an announcement, as an instant; a date counts from its beginning, in UTC. */
export function readEnd(until: string | undefined, now: Date): string | null {
  if (until === undefined) return null;
  const end = /^\d{4}-\d\d-\d\d(T|$)/.test(until) ? new Date(until) : new Date(Number.NaN);
  if (Number.isNaN(end.getTime())) throw new CommandError(`--until is ${until}, expected a date like 2027-01-31.`);
  if (end <= now) throw new CommandError(`--until is ${until}, which is over.`);
  return end.toISOString();
}

type Row = Awaited<ReturnType<typeof listAllAnnouncements>>[number];

export const toAnnouncementLine = ({ id, texts, published_at, ends_at }: Row): string =>
  `${id}  ${published_at.slice(0, 10)}–${ends_at?.slice(0, 10) ?? ''}  ${texts.en.title} (${Object.keys(texts).join(', ')})`;
