import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

it('rows come in the order of a number or a word, equal ones as they were, those without it last', () => {
  const rows = [
    { id: 'a', row: 10, name: 'Zeile 10' },
    { id: 'b', row: null, name: 'Äpfel' },
    { id: 'c', row: 9, name: null },
    { id: 'd', row: 10, name: 'Zeile 9' },
  ];
  const by = (key: 'row' | 'name', isDown: boolean) =>
    inOrder(rows, { toValue: (row) => row[key], isDown, language: 'de' })
      .map(({ id }) => id)
      .join('');
  expect([by('row', false), by('row', true)]).toEqual(['cadb', 'adcb']);
  expect([by('name', false), by('name', true)]).toEqual(['bdac', 'adbc']);
});
