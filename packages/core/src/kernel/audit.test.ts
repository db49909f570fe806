import { describe, expect, it } from 'vitest';
import { AUDIT_TEXT_MAXIMUM, toAuditAddress, toAuditChange, toAuditName } from './audit.ts';

describe('what the audit log keeps of a change', () => {
  it('is the fields that differ, before and after [D-4.11]', () => {
    const before = { title: 'Trip', tags: ['a'], is_pinned: false };
    expect(toAuditChange(before, { ...before, title: 'Trips', tags: ['a', 'b'] })).toEqual({
      before: { title: 'Trip', tags: ['a'] },
      after: { title: 'Trips', tags: ['a', 'b'] },
    });
  });

  it('is nothing when nothing differs', () => {
    expect(toAuditChange({ list: [1, { a: null }] }, { list: [1, { a: null }] })).toBeNull();
    expect(toAuditChange(null, null)).toBeNull();
  });

  it('is everything of a new and of a removed record, also what is empty there', () => {
    expect(toAuditChange(null, { name: null })).toEqual({ before: null, after: { name: null } });
    expect(toAuditChange({ name: 'x' }, null)).toEqual({ before: { name: 'x' }, after: null });
  });

  it('names a field on the side that has it', () => {
    expect(toAuditChange({ a: 1 }, { b: 2 })).toEqual({ before: { a: 1 }, after: { b: 2 } });
  });

  it('cuts long texts', () => {
    const long = 'x'.repeat(AUDIT_TEXT_MAXIMUM);
    expect(toAuditChange(null, { fits: long, long: `${long}y` })?.after).toEqual({ fits: long, long: `${long}…` });
  });
});

it('an action is the address of its sentence, stored without the part that all share', () => {
  expect(toAuditName('news:audit.create')).toBe('news.create');
  expect(toAuditAddress('timetable-import.undo')).toBe('timetable-import:audit.undo');
});
