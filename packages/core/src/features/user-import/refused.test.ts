import { describe, expect, it } from 'vitest';
import { createRefusedSearch } from './refused.ts';

const row = (...cells: string[]) => ({ reason: 'person_twice' as const, cells });
const person = (lastname: string, firstname: string) => ({ lastname, firstname });

describe('people in rows that were refused', () => {
  it('are found by first and last name of one row, however they are written', () => {
    const isRefused = createRefusedSearch([row('7', 'Mueller', 'ZOË', '5a'), row('8', 'Groß', 'Ida', '5a')]);
    expect(isRefused(person('Müller', 'Zoe'))).toBe(true);
    expect(isRefused(person('Groß', 'Zoe')), 'names of two rows').toBe(false);
    expect(isRefused(person('Müller', '5a')), 'a class is no name').toBe(false);
  });

  it('are not those of whom the row says that they have left', () => {
    expect(createRefusedSearch([{ reason: 'has_left', cells: ['Müller', 'Zoë'] }])(person('Müller', 'Zoë'))).toBe(
      false,
    );
  });
});
