import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyLinks, moveLink } from './state.ts';

const shared = (id: number) => ({
  id,
  title: `Link ${id}`,
  address: 'https://a.example',
  about: '',
  updated_at: '2026-11-18T09:10:00.000Z',
});

it('an event about all links says to each reader what they may do', () => {
  const reader = { permissions: new Set(['view-news'] as const) };
  const admin = { permissions: new Set(['edit-school'] as const) };
  expect(applyLinks([shared(2), shared(1)], reader)).toEqual([
    { ...shared(2), can: { update: 0, delete: 0, move: 0 } },
    { ...shared(1), can: { update: 0, delete: 0, move: 0 } },
  ]);
  expect(applyLinks([shared(1)], admin)[0]?.can).toEqual({ update: 1, delete: 1, move: 1 });
});

it('a moved link stands at its new place, and all others keep their order [P-7.98]', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 8 }), fc.nat(9), fc.nat(9), (ids, from, to) => {
      const links = ids.map((id) => ({ id }));
      const id = ids[from % ids.length] as number;
      const place = to % ids.length;
      const moved = moveLink(links, id, place).map((one) => one.id);
      expect(moved[place]).toBe(id);
      expect(moved.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id));
      expect(moveLink(links, 99, place)).toEqual(links);
    }),
  );
});
