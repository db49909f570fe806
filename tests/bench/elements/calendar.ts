import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Timetable, toOccurrences } from '@kreide/core/features/timetable';
import { mergeConfig } from 'vite';
import { writeCalendar } from '../../../packages/server/src/features/subscriptions/calendar-text.ts';
import { builtBy } from '../../support/bundles.ts';
import type { TestServer } from '../../support/server.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.ics': 'text/calendar; charset=utf-8',
};
/** The days that the element asks for: seven weeks around the one on screen. */
const RANGE = { begins_at: '2026-10-26', ends_at: '2026-12-13' };

/** A site with FullCalendar on it, built for production and sent compressed, that reads the same lessons as a calendar feed. */
export async function startCalendarSite(kreide: TestServer): Promise<AsyncDisposable & { url: string }> {
  const answer = await kreide.request('GET', `/v1/public/timetables/demo/grades/8c?${new URLSearchParams(RANGE)}`);
  const timetable = answer.body.data as Timetable;
  const events = toOccurrences(timetable.lessons, RANGE).map(({ lesson, date }) => ({
    uid: `${lesson.uuid}-${date}`,
    date,
    time_begins_at: lesson.time_begins_at,
    time_ends_at: lesson.time_ends_at,
    summary: lesson.meta.shortname,
    location: lesson.bookables.map(({ shortcut }) => shortcut).join(', '),
    description: '',
    category: '',
    color: '',
    is_cancelled: false,
    is_free: false,
  }));
  const feed = writeCalendar({
    name: '8c',
    language: 'de',
    time_zone: 'Europe/Berlin',
    last_updated_at: '2026-11-18T09:10:00Z',
    events,
  });
  const input = join(import.meta.dirname, 'page/calendar.ts');
  const { scripts, assets } = await builtBy(
    mergeConfig(
      { configFile: false, root: join(import.meta.dirname, 'page') },
      {
        build: {
          target: ['chrome120', 'safari17'],
          rolldownOptions: {
            input,
            output: { entryFileNames: 'calendar.js', assetFileNames: 'calendar[extname]', codeSplitting: false },
          },
        },
      },
    ),
  );
  const html =
    '<!doctype html><html lang="de"><head><title>Seite</title><link rel="stylesheet" href="/calendar.css"><script src="/calendar.js" type="module"></script></head><body><main></main></body></html>';
  const files: Record<string, string | Uint8Array> = { ...scripts, ...assets, 'index.html': html, 'plan.ics': feed };
  const compressed = new Map(Object.entries(files).map(([name, content]) => [name, gzipSync(content, { level: 9 })]));
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const bytes = compressed.get(name);
    if (!bytes) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': TYPES[extname(name)], 'content-encoding': 'gzip' }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
