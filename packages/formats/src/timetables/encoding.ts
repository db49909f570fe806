import type { SourceFile } from '@kreide/core/features/timetable-import';
import { mendText } from '../tables/mend-text.ts';
import { decodeRaw } from '../tables/text.ts';
import type { Findings } from './findings.ts';
import { isCalendar, mendFolds } from './ical/content-lines.ts';
import { decodeXmlRaw } from './xml.ts';

/** Says of every file what was corrected in its text, and what looks wrong and stays. */
export function warnOfEncoding(file: SourceFile, findings: Pick<Findings, 'warn'>): void {
  // A fold in the middle of a letter is no other encoding; the reader of calendars mends it too.
  const bytes = isCalendar(file) ? mendFolds(file.bytes) : file.bytes;
  const { text } = decodeRaw(bytes);
  const { mended, example, doubtful, doubt } = mendText(/^\s*</.test(text) ? decodeXmlRaw(file.bytes) : text);
  if (mended > 0) findings.warn('text_mended', { file: file.name, count: mended, ...example });
  if (doubtful > 0) findings.warn('text_doubtful', { file: file.name, count: doubtful, example: doubt ?? '' });
}
