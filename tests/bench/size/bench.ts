import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { reactSize } from '../../support/bundles.ts';
import { ROOT } from '../../support/server.ts';
import type { BenchRow } from '../row.ts';
import { runFirstVisits } from './first-visit.ts';

const kilobytes = (path: string) => gzipSync(readFileSync(path), { level: 9 }).length / 1000;

/** Scripts that the app's page loads before anything is clicked: the entry and what it imports at once. */
function firstLoad(folder: string): number {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] as string);
  return files.reduce((sum, file) => sum + kilobytes(join(folder, file)), 0);
}

/** What is sent to a browser, gzipped. */
export async function runSizeBench(): Promise<BenchRow[]> {
  const app = join(ROOT, 'packages/app/dist');
  const widgets = join(ROOT, 'packages/widgets/dist');
  if (!existsSync(join(app, 'index.html')) || !existsSync(widgets)) throw new Error('Build first: npm run build');
  const load = firstLoad(app);
  const rows: BenchRow[] = [
    { name: 'first load of the app, JavaScript', value: load, limit: '≤ 200', unit: 'kB gzipped', ok: load <= 200 },
  ];
  const weigh = (name: string, value: number, limit: number) =>
    rows.push({ name, value, limit: `≤ ${limit}`, unit: 'kB gzipped', ok: value <= limit });
  weigh('all elements in one file', kilobytes(join(widgets, 'kreide.js')), 46);
  weigh('all elements beside React', kilobytes(join(widgets, 'react/kreide.js')) - (await reactSize()) / 1000, 39);
  const shared = readdirSync(widgets).find((name) => /^kreide-shared-.*\.js$/.test(name)) as string;
  for (const [name, limit] of [
    ['timetable', 35],
    ['monitor', 30],
    ['news', 24],
  ] as const) {
    const own = kilobytes(join(widgets, `kreide-${name}.js`));
    weigh(`element ${name} alone, of which ${own.toFixed(1)} its own`, own + kilobytes(join(widgets, shared)), limit);
  }
  return [...rows, ...(await runFirstVisits())];
}
