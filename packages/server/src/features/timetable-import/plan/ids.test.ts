import { describe, expect, it } from 'vitest';
import { sortedIds, toIdOrNull } from './ids.ts';

describe('ids of records that are only now created', () => {
  const toId = (id: number) => (id < 0 ? 100 - id : id);

  it('take their place among the others in order', () => {
    expect(sortedIds([-2, 9, -1, 100], toId)).toEqual([9, 100, 101, 102]);
    expect(sortedIds([-1], toId)).toEqual([101]);
    expect(sortedIds([], toId)).toEqual([]);
  });

  it('stay none where there is none', () => {
    expect([toIdOrNull(null, toId), toIdOrNull(-1, toId), toIdOrNull(0, toId)]).toEqual([null, 101, 0]);
  });
});
