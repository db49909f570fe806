import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Search } from '../../../packages/core/src/features/planner/proposal/index.ts';
import { costsOfXhstt } from '../../support/xhstt/costs.ts';
import { toSearch } from '../../support/xhstt/model.ts';
import { readXhstt } from '../../support/xhstt/read.ts';
import type { BenchRow } from '../row.ts';

const FOLDER = join(import.meta.dirname, '../../../../shared/samples/xhstt');
/** One instance; what must be reached in five minutes is measured after one. */
const SECONDS = 60;
const MOVES = 25_000;

/** What a timetable may cost, what it should, and the best that was ever published with the instance. */
const INSTANCES = [
  { name: 'BrazilInstance1', must: 42, goal: 41, best: 41 },
  { name: 'BrazilInstance2', must: 38, goal: 15, best: 5 },
  { name: 'BrazilInstance3', must: 98, goal: 47, best: 24 },
  { name: 'BrazilInstance4', must: 121, goal: 78, best: 51 },
  { name: 'BrazilInstance7', must: 330, goal: 122, best: 53 },
  { name: 'SpainSchool', must: 1000, goal: 450, best: 336 },
];

/** The search on public benchmark instances (XHSTT), where they are at hand. */
export async function runInstancesBench(): Promise<BenchRow[]> {
  if (!existsSync(FOLDER)) return [];
  return INSTANCES.map(({ name, must, goal, best }): BenchRow => {
    const { instance } = readXhstt(name, readFileSync(join(FOLDER, `${name}.xml`)));
    const { model, rules, toMeets } = toSearch(instance);
    const begun = performance.now();
    const since = () => (performance.now() - begun) / 1000;
    const search = new Search(model, { seed: 1, fromGiven: false, rules });
    let feasible = Number.POSITIVE_INFINITY;
    while (since() < SECONDS) {
      search.run(MOVES);
      const isFeasible = costsOfXhstt(instance, toMeets(search.placements())).hard === 0;
      if (isFeasible) feasible = Math.min(feasible, since());
    }
    const { hard, soft } = costsOfXhstt(instance, toMeets(search.placements()));
    return {
      name: `${name} after ${SECONDS} s`,
      value: soft,
      limit: `≤ ${must}`,
      unit: 'cost',
      ok: hard === 0 && soft <= must,
      detail: `goal ${goal}, best published ${best}; no rule broken after ${feasible.toFixed(1)} s`,
    };
  });
}
