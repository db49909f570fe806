import { describe, expect, it } from 'vitest';
import { fromJson, packJson, toJson, unpackPlan } from './packed-plan.ts';
import { aPlan, aRecord } from './plan/plan.fixtures.ts';

const planOf = (count: number) =>
  aPlan({ lessons: Array.from({ length: count }, (_, index) => aRecord(`line\n${index}`)), format: 'asc' });
const linesOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes).split('\n');

describe('the stored records of an upload', () => {
  it('come back as they were, whether they need one line or several', async () => {
    for (const count of [0, 1, 500, 501, 1000, 1001, 1750]) {
      const plan = planOf(count);
      expect(await fromJson(toJson(plan))).toEqual(plan);
      expect(await unpackPlan(packJson(toJson(plan)))).toEqual(plan);
    }
  });

  it('have short lines, so that reading one blocks nobody for long', () => {
    expect(linesOf(toJson(planOf(500)))).toHaveLength(1);
    const lines = linesOf(toJson(planOf(5000)));
    expect(lines).toHaveLength(10);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200_000);
  });

  it('are refused when they are something else', async () => {
    await expect(unpackPlan(new TextEncoder().encode('{}'))).rejects.toThrow();
    await expect(unpackPlan(packJson(new TextEncoder().encode('{"lessons":[]}\n[')))).rejects.toThrow();
  });
});
