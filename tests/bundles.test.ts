import { join } from 'node:path';
import { mergeConfig, type Plugin } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../packages/core/src/contract.ts';
import { KINDS, LOOKS } from '../packages/core/src/features/timetable/index.ts';
import { elementModules, entries } from '../packages/widgets/vite.config.ts';
import { type Assets, builtBy, type Scripts, scriptsOf } from './support/bundles.ts';

const SOURCE = join(import.meta.dirname, '../packages/widgets/src');
const FIFTH = `
import { createElement } from 'react';
import { defineWidget, register } from '${SOURCE}/kernel/define-widget.ts';
import { languageOf, translateOf, useTexts } from '${SOURCE}/kernel/texts.ts';
const surface = { tag: 'kreide-fifth', attributes: { api: { initial: null } }, events: {} };
const texts = { fifth: { greeting: 'Ein fünftes Element' } };
const Fifth = ({ values, host }) =>
  createElement('p', null, texts.fifth.greeting, translateOf(useTexts(values.api, languageOf(null, host)), ['widgets'])('close'));
register('kreide-fifth', () => defineWidget(surface, Fifth, []));
`;
/** Names as they are written: what the minifier calls them depends on everything else. */
const NAMED = { build: { minify: false, rolldownOptions: { output: { minifyInternalExports: false } } } };
let four: Scripts;
let texts: Assets;
let five: Scripts;

beforeAll(async () => {
  ({ scripts: four, assets: texts } = await builtBy(mergeConfig(elementModules(entries), NAMED)));
  const fifth: Plugin = {
    name: 'fifth',
    resolveId: (id) => (id === 'fifth' ? join(SOURCE, 'fifth.ts') : null),
    load: (id) => (id === join(SOURCE, 'fifth.ts') ? FIFTH : null),
  };
  const config = mergeConfig(elementModules({ ...entries, 'kreide-fifth': 'fifth' }), NAMED);
  five = await scriptsOf({ ...config, plugins: [...(config.plugins ?? []), fifth] });
});

const sharedOf = (scripts: Scripts) => Object.entries(scripts).find(([name]) => name.includes('shared'))?.[1] ?? '';

describe('the elements as modules', () => {
  it('are one file each and one that they share; a fifth costs the others not a byte [D-2.04] [D-2.16]', () => {
    expect(
      Object.keys(four)
        .map((name) => name.replace(/-[\w-]{8}\.js$/, '-….js'))
        .toSorted(),
    ).toEqual([
      'kreide-monitor.js',
      'kreide-news.js',
      'kreide-plan-….js',
      'kreide-shared-….js',
      'kreide-substitutions.js',
      'kreide-timetable.js',
    ]);
    expect(Object.keys(five)).toHaveLength(7);
    expect(five['kreide-fifth.js']).toContain('Ein fünftes Element');
    const ownOf = (scripts: Scripts) =>
      Object.keys(entries).map((name) => scripts[`${name}.js`]?.replace(/kreide-(shared|plan)-[\w-]+/g, 'kreide-$1'));
    for (const [index, script] of ownOf(five).entries()) expect(script === ownOf(four)[index]).toBe(true);
    // What only the fifth takes from the shared chunk has a name in its list.
    expect(sharedOf(five).length - sharedOf(four).length).toBeLessThan(40);
  });

  it('spread nothing into a call after `?.`, which Chromium 87 reads wrongly', () => {
    for (const script of Object.values(four)) expect(script).not.toMatch(/\?\.[\w.?[\]]*\([^()]*\.\.\./);
  });

  it('give a screen in a hall the icons of the states, and no other style of the timetable', () => {
    const needed = Object.entries(four).filter(([name]) => /monitor|substitutions|plan|shared/.test(name));
    const styles = needed.map(([, script]) => script).join('\n');
    expect(styles).toMatch(/\.kt-MOVED_FROM\W/);
    expect(styles).not.toMatch(/\.kt-(lesson|row|details|grid)\b/);
  });

  it('carry of the contract the calls that they make, and no schema', () => {
    const endpoints = endpointsOf().map(({ endpoint }) => endpoint);
    const pathsIn = (script = '') => endpoints.map(({ path }) => path).filter((path) => script.includes(`"${path}"`));
    expect(pathsIn(four['kreide-news.js'])).toEqual(['/public/news/{slink}']);
    const plan = Object.entries(four).find(([name]) => name.includes('plan'))?.[1];
    expect(pathsIn(plan)).toEqual(['/public/monitors/single']);
    expect([...pathsIn(four['kreide-monitor.js']), ...pathsIn(four['kreide-substitutions.js'])]).toEqual([]);
    expect(pathsIn(four['kreide-timetable.js']).toSorted()).toEqual([
      '/public/timetables/{slink}/{entity}/{id}',
      '/timetables/entities/{entity}/{id}',
    ]);
    expect(pathsIn(sharedOf(four))).toEqual([]);
    for (const [name, script] of Object.entries(four)) {
      const strange = ['_zod', ...endpoints.map(({ summary }) => summary)].filter((text) => script.includes(text));
      expect(strange, name).toEqual([]);
    }
  });

  it('fetch of the app’s texts those that they say, in each language, and carry only what says why nothing came', () => {
    const said = JSON.parse(texts['texts/de.json'] ?? '') as Record<string, Record<string, string>>;
    expect(Object.keys(texts).filter((name) => name.startsWith('texts/'))).toHaveLength(7);
    expect(Object.keys(said.timetable ?? {})).toEqual(
      expect.arrayContaining([
        'changeGone_room',
        ...LOOKS.map((look) => `look_${look}`),
        'lessons_other',
        'detailRoom',
        'holiday',
        'previous_day',
      ]),
    );
    for (const key of ['noneTitle', 'forbiddenText', 'parallel_title_one'])
      expect(said.timetable).not.toHaveProperty(key);
    expect(Object.keys(said.monitor ?? {})).toEqual(
      expect.arrayContaining([...KINDS.map((kind) => `kind_${kind}`), 'changedTo', 'noMore', 'day_past']),
    );
    expect(said.monitor).not.toHaveProperty('broken');
    const carried = Object.values(said).flatMap((words) => Object.entries(words));
    const all = Object.values(four).join();
    expect(carried.filter(([key, text]) => all.includes(`${key}: "${text}"`)).map(([key]) => key)).toEqual([
      'title_unreachable',
      'text_unreachable',
      'title_failed',
      'text_failed',
      'retry',
    ]);
  });
});
