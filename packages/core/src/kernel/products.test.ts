import { expect, it } from 'vitest';
import { PRODUCTS_MAXIMUM, parseProducts } from './products.ts';

it('products are read with every field, at https addresses alone', () => {
  const one = { name: 'Cloud', url: 'https://cloud.example.org/', icon: 'globe', is_marketing: false };
  const read = (value: unknown) => parseProducts(JSON.stringify(value));
  expect(read([one])).toEqual([one]);
  expect(read([])).toEqual([]);
  for (const wrong of [
    { url: 'http://a.example' },
    { url: 'javascript:alert(1)' },
    { icon: 'skull' },
    { name: '' },
    { more: 1 },
  ])
    expect(read([{ ...one, ...wrong }]), JSON.stringify(wrong)).toBeUndefined();
  for (const wrong of [
    one,
    'Cloud',
    null,
    [{ name: 'Cloud' }],
    Array.from({ length: PRODUCTS_MAXIMUM + 1 }, () => one),
  ])
    expect(read(wrong)).toBeUndefined();
  expect(parseProducts('[{')).toBeUndefined();
});
