import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasAlternatives, parseDayMask, parseWeekMask, toWeekday } from './masks.ts';

const mask = (maxLength: number) =>
  fc.array(fc.constantFrom('0', '1'), { minLength: 1, maxLength }).map((bits) => bits.join(''));

describe('day masks', () => {
  it('name exactly the days whose bit is set', () => {
    fc.assert(
      fc.property(mask(12), (bits) => {
        const days = parseDayMask(bits);
        if (!bits.includes('1')) return days === null;
        return [...bits].every((bit, index) => (bit === '1') === days?.includes(index + 1));
      }),
    );
  });

  it('refuse what is no mask and map the sixth day to Saturday, none to an eighth day', () => {
    for (const text of ['', '2', '10a', '10,01', '000']) expect(parseDayMask(text)).toBeNull();
    expect([1, 5, 6, 7, 8, 0].map(toWeekday)).toEqual([1, 5, 6, 7, null, null]);
  });
});

describe('week masks', () => {
  it('keep length and bits of every cycle, and are every week when all bits are set', () => {
    fc.assert(
      fc.property(mask(53), (bits) => {
        const weeks = parseWeekMask(bits, new Map());
        if (!bits.includes('1')) return weeks === null;
        if (!bits.includes('0')) return weeks?.kind === 'every';
        return weeks?.kind === 'cycle' && weeks.mask.map((isHeld) => (isHeld ? '1' : '0')).join('') === bits;
      }),
    );
  });

  it('split every week: a mask and its complement never meet and leave no week out', () => {
    fc.assert(
      fc.property(
        mask(10).filter((bits) => bits.includes('0') && bits.includes('1')),
        (bits) => {
          const other = [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
          const [a, b] = [parseWeekMask(bits, new Map()), parseWeekMask(other, new Map())];
          if (a?.kind !== 'cycle' || b?.kind !== 'cycle') return false;
          return a.mask.every((isHeld, week) => isHeld !== b.mask[week]) && a.name !== b.name;
        },
      ),
    );
  });

  it('take the name of the file, else letters', () => {
    expect(parseWeekMask('10', new Map([['10', 'Odd']]))).toEqual({ kind: 'cycle', mask: [true, false], name: 'Odd' });
    expect(parseWeekMask('0110', new Map())).toMatchObject({ name: 'B+C' });
    expect(parseWeekMask('', new Map())).toEqual({ kind: 'every' });
  });

  it('refuse cycles that are no masks or longer than a year', () => {
    for (const text of ['2', 'A', '00', '1'.padEnd(54, '0')]) expect(parseWeekMask(text, new Map())).toBeNull();
    expect(hasAlternatives('10,01')).toBe(true);
    expect(hasAlternatives('10')).toBe(false);
  });
});
