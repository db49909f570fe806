import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Search } from '../packages/core/src/features/planner/proposal/index.ts';
import { toFetSearch } from './support/fet/model.ts';
import { readFet } from './support/fet/read.ts';
import { describeSamples, SAMPLES } from './support/samples.ts';

describeSamples('schools that were planned with FET', () => {
  test.each([
    ['uk-hopwood', 163],
    ['belize-college-2013', 989],
    ['spain-secondary', 1086],
  ])('%s: all of its %i activities get a place, and no constraint is broken [D-8.09]', (name, activities) => {
    const read = readFet(name, readFileSync(join(SAMPLES, 'fet', `${name}.fet`)));
    const { model, rules, unknown, count } = toFetSearch(read);
    expect([...unknown]).toEqual([]);
    const search = new Search(model, { seed: 1, fromGiven: false, rules });
    const isWhole = () => search.progress().open === 0 && count(search.placements()).broken === 0;
    for (let slice = 0; slice < 10 && !isWhole(); slice += 1) search.run(20_000);
    expect(count(search.placements())).toEqual({ placed: activities, broken: 0 });
  });
});
