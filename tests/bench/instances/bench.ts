import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Search } from '../../../packages/core/src/features/planner/proposal/index.ts';
import { toFetSearch } from '../../support/fet/model.ts';
import { readFet } from '../../support/fet/read.ts';
import { costsOfXhstt } from '../../support/xhstt/costs.ts';
import { toSearch } from '../../support/xhstt/model.ts';
import { readXhstt } from '../../support/xhstt/read.ts';
import type { BenchRow } from '../row.ts';

const SAMPLES = join(import.meta.dirname, '../../../../shared/samples');
/** What must be reached in five minutes is measured after one, and each program has half a minute for a file of FET. */
const XHSTT_SECONDS = 60;
const FET_SECONDS = 30;
const MOVES = 25_000;

/** What a timetable may cost, what it should, and the best that was ever published with the instance. */
const XHSTT = [
  { name: 'BrazilInstance1', must: 42, goal: 41, best: 41 },
  { name: 'BrazilInstance2', must: 38, goal: 15, best: 5 },
  { name: 'BrazilInstance3', must: 98, goal: 47, best: 24 },
  { name: 'BrazilInstance4', must: 121, goal: 78, best: 51 },
  { name: 'BrazilInstance7', must: 330, goal: 122, best: 53 },
  { name: 'SpainSchool', must: 1000, goal: 450, best: 336 },
];

/** Real schools as files of FET; the first three must become whole. */
const FET = [
  { name: 'uk-hopwood', isWhole: true },
  { name: 'belize-college-2013', isWhole: true },
  { name: 'spain-secondary', isWhole: true },
  { name: 'brazil-school', isWhole: false },
  { name: 'germany-gymnasium-1', isWhole: false },
  { name: 'germany-gymnasium-2', isWhole: false },
  { name: 'morocco-lycee', isWhole: false },
];

function runXhstt({ name, must, goal, best }: (typeof XHSTT)[number]): BenchRow {
  const { instance } = readXhstt(name, readFileSync(join(SAMPLES, 'xhstt', `${name}.xml`)));
  const { model, rules, toMeets } = toSearch(instance);
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  const search = new Search(model, { seed: 1, fromGiven: false, rules });
  let feasible = Number.POSITIVE_INFINITY;
  while (since() < XHSTT_SECONDS) {
    search.run(MOVES);
    const isFeasible = costsOfXhstt(instance, toMeets(search.placements())).hard === 0;
    if (isFeasible) feasible = Math.min(feasible, since());
  }
  const { hard, soft } = costsOfXhstt(instance, toMeets(search.placements()));
  return {
    name: `${name} after ${XHSTT_SECONDS} s`,
    value: soft,
    limit: `≤ ${must}`,
    unit: 'cost',
    ok: hard === 0 && soft <= must,
    detail: `goal ${goal}, best published ${best}; no rule broken after ${feasible.toFixed(1)} s`,
  };
}

/** How many activities FET places in the same time; null: it is not installed. */
async function placedByFet(file: string): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'kreide-fet-'));
  try {
    const options = [`--inputfile=${file}`, `--timelimitseconds=${FET_SECONDS}`, `--outputdir=${folder}`];
    // It ends with a failure when the time is over; what it had placed by then stands in its log.
    await promisify(execFile)('fet-cl', options).catch((error) => {
      if (error.code === 'ENOENT') throw error;
    });
    const log = join(folder, 'logs/max_placed_activities.txt');
    return Number([...readFileSync(log, 'utf8').matchAll(/reached (\d+) activities/g)].at(-1)?.[1] ?? 0);
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runFet({ name, isWhole }: (typeof FET)[number]): Promise<BenchRow> {
  const path = join(SAMPLES, 'fet', `${name}.fet`);
  const { model, rules, activities, count } = toFetSearch(readFet(name, readFileSync(path)));
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  const search = new Search(model, { seed: 1, fromGiven: false, rules });
  let found = count(search.placements());
  while (since() < FET_SECONDS && (found.placed < activities || found.broken > 0)) {
    search.run(MOVES);
    found = count(search.placements());
  }
  const took = since();
  const byFet = await placedByFet(path);
  const value = found.placed - found.broken;
  const least = isWhole ? activities : (byFet ?? 0);
  return {
    name: `${name}: activities placed, less broken constraints`,
    value,
    limit: `≥ ${least}`,
    unit: `of ${activities}`,
    ok: value >= least,
    detail: `${found.broken} broken after ${took.toFixed(1)} s; FET ${byFet === null ? 'is not installed' : `placed ${byFet}`}`,
  };
}

/** The search on public benchmark instances (XHSTT) and on schools planned with FET, where they are at hand. */
export async function runInstancesBench(): Promise<BenchRow[]> {
  if (!existsSync(SAMPLES)) return [];
  const rows = XHSTT.map(runXhstt);
  for (const one of FET) rows.push(await runFet(one));
  return rows;
}
