import { buildModel, costsOf, preflight, Search } from '../../../packages/core/src/features/planner/proposal/index.ts';
import { demoSchool } from '../../../packages/demo/src/index.ts';
import { toProposalInput } from '../../support/proposal-input.ts';
import type { BenchRow } from '../row.ts';

/** Seconds to a plan without an open lesson and without a broken rule; the must is for a school six times as large. */
const WHOLE_S = 60;
const PREFLIGHT_MS = 200;
const MOVES = 100_000;
const ROUNDS = 10;

const since = (start: number) => performance.now() - start;

/** A plan of the demo school from nothing, beside the one that it has. */
export async function runProposalBench(): Promise<BenchRow[]> {
  const model = buildModel(toProposalInput(demoSchool(new Date('2026-11-18T08:00:00Z')).plan));
  const looked = performance.now();
  preflight(model);
  const ahead = since(looked);
  const begun = performance.now();
  const search = new Search(model, { seed: 1, fromGiven: false });
  const complete = since(begun);
  let lawful = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    search.run(MOVES);
    const { hard, unplaced } = costsOf(model, search.placements());
    const isWhole = unplaced === 0 && Object.values(hard).every((count) => count === 0);
    if (isWhole) lawful = Math.min(lawful, since(begun));
  }
  const took = since(begun);
  const given = model.units.map(({ given: start, rooms }) =>
    start === null ? null : { start, rooms: rooms.map((need) => need.rooms[0] as number) },
  );
  const [before, after] = [costsOf(model, given), costsOf(model, search.placements())];
  return [
    {
      name: 'demo school placed from nothing, no rule broken',
      value: lawful / 1000,
      limit: `≤ ${WHOLE_S}`,
      unit: 's',
      ok: after.unplaced === 0 && lawful <= WHOLE_S * 1000,
      detail: `every lesson has a place after ${Math.round(complete)} ms`,
    },
    {
      name: 'preflight of the demo school',
      value: ahead,
      limit: `≤ ${PREFLIGHT_MS}`,
      unit: 'ms',
      ok: ahead <= PREFLIGHT_MS,
    },
    {
      name: `cost after ${(MOVES * ROUNDS) / 1000}k moves, of the cost of the plan that the school has`,
      value: after.total / before.total,
      limit: '≤ 1',
      unit: '×',
      ok: after.total <= before.total,
      detail: `${after.total} against ${before.total}, ${Math.round((MOVES * ROUNDS) / took)}k moves a second`,
    },
  ];
}
