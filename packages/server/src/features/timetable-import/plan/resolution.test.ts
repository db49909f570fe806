import { describe, expect, it } from 'vitest';
import { createNotes } from './resolution.ts';

describe('the notes of an import', () => {
  it("begin with the parser's findings and leave those as they were", () => {
    const warnings = [{ code: 'no_lessons' as const, params: {} }];
    const rejected = [{ file: 'a', row: 1, column: null, value: null, reason: 'bad_date' as const }];
    const notes = createNotes({ warnings, rejected });
    notes.warn('anchor_assumed');
    notes.warn('source_replaced', { source: 'asc' });
    notes.reject('period', '5: 1/9', 'no_grid_time');
    expect(notes.warnings).toEqual([
      { code: 'no_lessons', params: {} },
      { code: 'anchor_assumed', params: {} },
      { code: 'source_replaced', params: { source: 'asc' } },
    ]);
    expect(notes.rejected).toEqual([
      { file: 'a', row: 1, column: null, value: null, reason: 'bad_date' },
      { file: '', row: null, column: 'period', value: '5: 1/9', reason: 'no_grid_time' },
    ]);
    expect([warnings.length, rejected.length]).toEqual([1, 1]);
  });
});
