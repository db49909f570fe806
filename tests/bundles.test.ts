import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeConfig, type Plugin } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../packages/core/src/contract.ts';
import { elementModules, entries } from '../packages/widgets/vite.config.ts';
import { type Scripts, scriptsOf } from './support/bundles.ts';

const SOURCE = join(import.meta.dirname, '../packages/widgets/src');
const FOURTH = `
import { createElement } from 'react';
import { defineWidget, register } from '${SOURCE}/kernel/define-widget.ts';
import { languageOf, translateOf, useTexts } from '${SOURCE}/kernel/texts.ts';
const surface = { tag: 'kreide-fourth', attributes: { api: { initial: null } }, events: {} };
const texts = { fourth: { greeting: 'Ein viertes Element' } };
const Fourth = ({ values, host }) =>
  createElement('p', null, translateOf(useTexts(texts, values.api, languageOf(null, host)), ['fourth'])('greeting'));
register('kreide-fourth', () => defineWidget(surface, Fourth, []));
`;
/** Names as they are written: what the minifier calls them depends on everything else. */
const NAMED = { build: { minify: false, rolldownOptions: { output: { minifyInternalExports: false } } } };
let three: Scripts;
let four: Scripts;

beforeAll(async () => {
  three = await scriptsOf(mergeConfig(elementModules(entries), NAMED));
  const fourth: Plugin = {
    name: 'fourth',
    resolveId: (id) => (id === 'fourth' ? join(SOURCE, 'fourth.ts') : null),
    load: (id) => (id === join(SOURCE, 'fourth.ts') ? FOURTH : null),
  };
  const config = mergeConfig(elementModules({ ...entries, 'kreide-fourth': 'fourth' }), NAMED);
  four = await scriptsOf({ ...config, plugins: [...(config.plugins ?? []), fourth] });
});

const sharedOf = (scripts: Scripts) => Object.entries(scripts).find(([name]) => name.includes('shared'))?.[1] ?? '';

describe('the elements as modules', () => {
  it('are one file each and one that they share; a fourth costs the others not a byte [D-2.04] [D-2.16]', () => {
    expect(
      Object.keys(three)
        .map((name) => name.replace(/-[\w-]{8}\.js$/, '-….js'))
        .toSorted(),
    ).toEqual(['kreide-monitor.js', 'kreide-news.js', 'kreide-shared-….js', 'kreide-timetable.js']);
    expect(Object.keys(four)).toHaveLength(5);
    expect(four['kreide-fourth.js']).toContain('Ein viertes Element');
    const ownOf = (scripts: Scripts) =>
      Object.keys(entries).map((name) => scripts[`${name}.js`]?.replace(/kreide-shared-[\w-]+/g, 'kreide-shared'));
    for (const [index, script] of ownOf(four).entries()) expect(script === ownOf(three)[index]).toBe(true);
    // What only the fourth takes from the shared chunk has a name in its list.
    expect(sharedOf(four).length - sharedOf(three).length).toBeLessThan(40);
  });

  it('carry of the contract the calls that they make, and no schema', () => {
    const endpoints = endpointsOf().map(({ endpoint }) => endpoint);
    const pathsIn = (script = '') => endpoints.map(({ path }) => path).filter((path) => script.includes(`"${path}"`));
    expect(pathsIn(three['kreide-news.js'])).toEqual(['/public/news/{slink}']);
    expect(pathsIn(three['kreide-monitor.js'])).toEqual(['/public/monitors/single']);
    expect(pathsIn(three['kreide-timetable.js']).toSorted()).toEqual([
      '/public/timetables/{slink}/{entity}/{id}',
      '/timetables/entities/{entity}/{id}',
    ]);
    expect(pathsIn(sharedOf(three))).toEqual([]);
    for (const [name, script] of Object.entries(three)) {
      const strange = ['_zod', ...endpoints.map(({ summary }) => summary)].filter((text) => script.includes(text));
      expect(strange, name).toEqual([]);
    }
  });

  it('carry of the app’s texts those that they say', () => {
    const keysIn = (script = '', all: string[] = Object.keys(textsOf('timetable'))) =>
      all.filter((key) => script.includes(`"${key}":`));
    const said = keysIn(three['kreide-timetable.js']);
    expect(said).toEqual(
      expect.arrayContaining([
        'changeGone_room',
        'look_CANCLED',
        'lessons_other',
        'detailRoom',
        'holiday',
        'previous_day',
      ]),
    );
    for (const key of ['noneTitle', 'forbiddenText', 'parallel_title_one']) expect(said).not.toContain(key);
    const onScreen = keysIn(three['kreide-monitor.js'], Object.keys(textsOf('monitor')));
    expect(onScreen).toEqual(expect.arrayContaining(['kind_EVENT', 'roomInstead', 'teacherInstead', 'day_past']));
    expect(onScreen).not.toContain('broken');
  });
});

function textsOf(namespace: string): Record<string, string> {
  return JSON.parse(readFileSync(join(SOURCE, `../../../locales/de/${namespace}.json`), 'utf8'));
}
