// features: monitor, news, timetable

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildReactTwin, gzipped, reactSize } from '../support/bundles.ts';
import { ROOT } from '../support/server.ts';

const DIST = join(ROOT, 'packages/widgets/dist');

describe('the built elements', () => {
  it('weigh at most 35, 28, 25 and 20 kB gzipped on a page, all together 46, and 39 beside React [D-2.16]', async () => {
    const sizeOf = (name: string) => gzipped(readFileSync(join(DIST, name), 'utf8'));
    const chunk = (name: string) =>
      readdirSync(DIST).find((one) => one.startsWith(`kreide-${name}-`) && /\.js$/.test(one));
    const page = (...names: (string | undefined)[]) => names.reduce((sum, name) => sum + sizeOf(name ?? ''), 0);
    const [shared, plan] = [chunk('shared'), chunk('plan')];
    expect(page('kreide-timetable.js', shared)).toBeLessThanOrEqual(35_000);
    expect(page('kreide-monitor.js', plan, shared)).toBeLessThanOrEqual(28_000);
    expect(page('kreide-substitutions.js', plan, shared)).toBeLessThanOrEqual(25_000);
    expect(page('kreide-news.js', shared)).toBeLessThanOrEqual(20_000);
    expect(sizeOf('kreide.js')).toBeLessThanOrEqual(46_000);
    expect(gzipped(await buildReactTwin()) - (await reactSize())).toBeLessThanOrEqual(39_000);
  });
});
