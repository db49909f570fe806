import { describe, expect, it } from 'vitest';
import { proposeSteps } from './grades.ts';

/** `5a > 6a`, `10a leave`, `Igel ?`. */
const steps = (names: string) =>
  [...proposeSteps(names.split(' '))].map(([from, step]) =>
    step === null ? `${from} ?` : step === 'leave' ? `${from} leaves` : `${from} > ${step.to}`,
  );

describe('the grade after a grade', () => {
  it('has the next number and the same letter, and the highest number leaves [T-2.80]', () => {
    expect(steps('1a 1b 2a 2b 3a')).toEqual(['1a > 2a', '1b > 2b', '2a > 3a', '2b > 3b', '3a leaves']);
    expect(steps('9c 10a 10c 8c')).toEqual(['9c > 10c', '10a leaves', '10c leaves', '8c > 9c']);
    expect(steps('05A 06A')).toEqual(['05A > 06A', '06A leaves']);
    expect(steps('5.1 6.1')).toEqual(['5.1 > 6.1', '6.1 leaves']);
  });

  it('is a new one where the school has none of that letter, and the one without a letter where that is all there is', () => {
    expect(steps('5a 5b 6a')).toEqual(['5a > 6a', '5b > 6b', '6a leaves']);
    expect(steps('10a 10b 11 12')).toEqual(['10a > 11', '10b > 11', '11 > 12', '12 leaves']);
  });

  it('is a stage of the upper school, by its names [T-2.80]', () => {
    expect(steps('9a 10a EF Q1 Q2')).toEqual(['9a > 10a', '10a > EF', 'EF > Q1', 'Q1 > Q2', 'Q2 leaves']);
    expect(steps('10a 10c EFa EFb Q1')).toEqual(['10a > EFa', '10c > EFc', 'EFa > Q1', 'EFb > Q1', 'Q1 leaves']);
    expect(steps('10a E1 E2 Q1 Q2 Q3')).toEqual(['10a > E1', 'E1 > E2', 'E2 > Q1', 'Q1 > Q2', 'Q2 > Q3', 'Q3 leaves']);
    expect(steps('10a J1 J2')).toEqual(['10a > J1', 'J1 > J2', 'J2 leaves']);
  });

  it('keeps how a school writes its names', () => {
    expect([...proposeSteps(['Klasse 5 a', 'Klasse 6 A', 'VK1', 'VK2'])]).toEqual([
      ['Klasse 5 a', { to: 'Klasse 6 A' }],
      ['Klasse 6 A', 'leave'],
      ['VK1', { to: 'VK2' }],
      ['VK2', 'leave'],
    ]);
  });

  it('is nothing that is guessed: names that say nothing, and two grades in one name', () => {
    expect(steps('Igel Q1/Q2 5a/6a 5a+5b')).toEqual(['Igel ?', 'Q1/Q2 ?', '5a/6a ?', '5a+5b ?']);
  });
});
