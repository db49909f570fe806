import { readFile } from 'node:fs/promises';
import type { CalendarOptions, CalendarRefusal, readCalendarFiles } from '@kreide/formats/calendars';
import { createSpareProcess, INCOMPLETE } from '../../../kernel/child/index.ts';
import type { ReceivedFile } from '../../../kernel/http/context.ts';

/** Input of the worker. */
export interface CalendarTask extends CalendarOptions {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Why nothing of a file is read; the text is `kernel:calendarFile.<reason>`. */
export type UnreadCalendar = CalendarRefusal['reason'] | 'too_large' | 'too_slow';
type CalendarReading = Awaited<ReturnType<typeof readCalendarFiles>>;
export type CalendarAnswer =
  | Extract<CalendarReading, { ok: true }>
  | { readonly ok: false; readonly reason: UnreadCalendar; readonly params: Readonly<Record<string, string | number>> };

/** A file of a few megabytes takes a second and 100 MB. */
const LIMITS = { heap_mb: 384, memory_mb: 512, milliseconds: 30_000 };

const readers = createSpareProcess(new URL('./read-worker.ts', import.meta.url));

/** Reads an iCalendar file in a process of its own with limits, on the clock of the school. */
export async function readCalendarUpload(
  uploaded: readonly ReceivedFile[],
  zone: string,
  { milliseconds, ...bounds } = LIMITS,
): Promise<CalendarAnswer> {
  const files = await Promise.all(uploaded.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })));
  const worker = await readers.take(bounds);
  return new Promise((resolve, reject) => {
    const fail = (reason: UnreadCalendar) => {
      clearTimeout(timer);
      void readers.drop(worker).then(() => resolve({ ok: false, reason, params: {} }));
    };
    const timer = setTimeout(() => fail('too_slow'), milliseconds);
    worker.listen({
      answer(answer, rss_mb) {
        clearTimeout(timer);
        readers.giveBack(worker, bounds, rss_mb);
        resolve(answer as CalendarAnswer);
      },
      ended(reason) {
        if (reason !== 'incomplete') return fail(reason === 'crashed' ? 'no_calendar' : 'too_large');
        clearTimeout(timer);
        void readers.drop(worker).then(() => reject(INCOMPLETE));
      },
    });
    worker.post({ files, zone } satisfies CalendarTask);
  });
}
