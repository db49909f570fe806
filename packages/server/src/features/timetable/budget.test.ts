import { beforeEach, describe, expect, it } from 'vitest';
import { createBudget, type Kept } from './budget.ts';

const MAXIMUM = 100;
let budget: ReturnType<typeof createBudget<Kept>>;

beforeEach(() => {
  budget = createBudget<Kept>(MAXIMUM);
});

function keep(id: number, bytes: number, uses = 0): Kept {
  const kept = { bytes: 0, uses };
  budget.put(id, kept);
  budget.count(id, kept, bytes);
  return kept;
}
const living = (...ids: number[]) => ids.filter((id) => budget.peek(id) !== undefined);

describe('the budget of all schools', () => {
  it('keeps everything up to the last byte', () => {
    keep(1, 60);
    const second = keep(2, 40);
    expect(living(1, 2)).toEqual([1, 2]);
    budget.count(2, second, 1);
    expect(living(1, 2)).toEqual([2]);
    expect(budget.size()).toEqual({ schools: 1, bytes: 41 });
  });

  it('evicts the school that was used longest ago', () => {
    for (const id of [1, 2, 3]) keep(id, 30);
    budget.use(1);
    budget.peek(2);
    keep(4, 30);
    expect(living(1, 2, 3, 4)).toEqual([1, 3, 4]);
    budget.use(1);
    keep(5, 70);
    expect(living(1, 3, 4, 5)).toEqual([1, 5]);
  });

  it('keeps a school while it is loading, however old, and evicts it afterwards', () => {
    const loading = keep(1, 80, 1);
    const other = keep(2, 80);
    expect(living(1, 2)).toEqual([1]);
    budget.count(2, other, 500);
    expect(budget.size()).toEqual({ schools: 1, bytes: 80 });
    budget.count(1, loading, 500);
    expect(living(1)).toEqual([1]);
    loading.uses = 0;
    budget.fit();
    expect(budget.size()).toEqual({ schools: 0, bytes: 0 });
  });

  it('evicts even the only school when it is too large alone', () => {
    keep(1, MAXIMUM + 1);
    expect(living(1)).toEqual([]);
  });

  it('counts nothing of a school that is not kept any more', () => {
    const old = keep(1, 10);
    budget.remove(1);
    budget.remove(1);
    const fresh = keep(1, 20);
    budget.count(1, old, 50);
    expect(budget.size()).toEqual({ schools: 1, bytes: 20 });
    budget.count(1, fresh, -5);
    expect(budget.size().bytes).toBe(15);
    budget.put(1, { bytes: 3, uses: 0 });
    expect(budget.size()).toEqual({ schools: 1, bytes: 3 });
    budget.clear();
    expect(budget.size()).toEqual({ schools: 0, bytes: 0 });
    expect(budget.use(1)).toBeUndefined();
  });
});
