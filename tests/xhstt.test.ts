import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Search } from '../packages/core/src/features/planner/proposal/index.ts';
import { describeSamples, SAMPLES } from './support/samples.ts';
import { costsOfXhstt } from './support/xhstt/costs.ts';
import { toSearch } from './support/xhstt/model.ts';
import { readXhstt } from './support/xhstt/read.ts';

const read = (name: string) => readXhstt(name, readFileSync(join(SAMPLES, 'xhstt', `${name}.xml`)));

/** Hard and soft costs of the solutions in each file, in its order, worked out by another program. */
const PUBLISHED = {
  BrazilInstance1: ['0/42', '0/41'],
  BrazilInstance2: ['0/38', '0/5'],
  BrazilInstance3: ['0/98', '0/47', '0/24'],
  BrazilInstance4: ['0/121', '0/78', '0/61', '0/51'],
  BrazilInstance7: ['0/330', '0/122', '0/84', '0/67', '0/57', '0/53'],
  SpainSchool: ['3/5966', '0/357', '0/336'],
};

describeSamples('benchmark instances', () => {
  test('published timetables cost what others say that they cost [D-8.09]', () => {
    for (const [name, costs] of Object.entries(PUBLISHED)) {
      const { instance, solutions } = read(name);
      const found = solutions.map(({ meets }) => costsOfXhstt(instance, meets));
      expect(
        found.map(({ hard, soft }) => `${hard}/${soft}`),
        name,
      ).toEqual(costs);
    }
  });

  test('the search finds a timetable of 12 full classes without a clash, and as cheap as must be [D-8.09]', () => {
    const { instance } = read('BrazilInstance4');
    const { model, rules, toMeets } = toSearch(instance);
    const search = new Search(model, { seed: 1, fromGiven: false, rules });
    search.run(250_000);
    const { open, cost } = search.progress();
    const costs = costsOfXhstt(instance, toMeets(search.placements()));
    expect(costs).toMatchObject({ hard: 0, soft: cost });
    expect(open).toBe(0);
    // The first solution that was ever published with it.
    expect(costs.soft).toBeLessThanOrEqual(121);
  });
});
