import { join } from 'node:path';
import type { Contract } from '@kreide/core/contract';
import { afterAll, beforeAll } from 'vitest';
import { type CallsOf, callablesOf, type Input } from './calls.ts';
import { describeConventions } from './conventions.ts';
import { describeFuzz } from './fuzz.ts';
import { describeRights } from './rights.ts';
import { type Stage, startWorld } from './world.ts';

/**
 * Everything that is proven for each endpoint of the contract: that no input crashes it, that it follows the
 * conventions, and that it answers each role as `rights.tsv` beside the calls says. One test file per feature, with a
 * server of its own. `ending` names the endpoints that end the session they are called with.
 */
export function describeContract<Feature extends keyof Contract>(
  feature: Feature,
  calls: CallsOf<Feature>,
  ending: Parameters<typeof callablesOf<Feature>>[2] = [],
): void {
  const callables = callablesOf(feature, calls, ending);
  const samples = new Map<string, Input>();
  const stage = {
    asking(column, { here, there } = stage) {
      const { server } = stage;
      const login = () => stage.login(here, column);
      return { server, here, there, column, login, adminToken: async () => (await stage.tokenOf(here, 'admin')) ?? '' };
    },
    sampleOf: (name) => samples.get(name) ?? {},
  } as Stage;

  beforeAll(async () => {
    Object.assign(stage, await startWorld());
    for (const { name, asks } of callables) samples.set(name, (await asks.sample?.(stage.asking('admin'))) ?? {});
  });
  afterAll(() => stage.server?.stop());

  // First, because it also proves that nothing was written.
  describeFuzz(stage, callables);
  describeConventions(stage, callables);
  describeRights(stage, callables, join(import.meta.dirname, '../../contract', feature, 'rights.tsv'));
}
