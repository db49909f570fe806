import { describe, expect, it } from 'vitest';
import { type DecisionInput, decideMeaning, type Meaning } from './decide.ts';

const bitsOf = (...bits: number[]) => bits.reduce((sum, bit) => sum + 2 ** bit, 0);

function decide(letter: string, bits: number, changes: Partial<DecisionInput> = {}): Meaning {
  const row = { letter, bits, number: '17', teacher: 'Abl', new_teacher: '', rooms: ['R1'], new_rooms: [] };
  return decideMeaning({ ...row, ...changes });
}

const withTeacher = { new_teacher: 'Zim' };
const sameTeacher = { new_teacher: 'Abl' };
const noLesson = { number: '0' };

describe('what a row of GPU014 means', () => {
  it.each<[string, number, Partial<DecisionInput>, Meaning]>([
    ['C', bitsOf(0), {}, 'cancelled'],
    ['C', bitsOf(0, 20), {}, 'cancelled'],
    ['C', bitsOf(0, 3), {}, 'moved_away'],
    ['C', bitsOf(0, 4), {}, 'cancelled'],
    ['L', bitsOf(4), {}, 'released'],
    ['L', bitsOf(4, 20), {}, 'released'],
    ['L', bitsOf(4, 16), { ...sameTeacher, new_rooms: ['R9'] }, 'released'],
    ['A', bitsOf(2, 20), { ...withTeacher, ...noLesson }, 'additional'],
    ['A', bitsOf(2, 21), { ...withTeacher, ...noLesson }, 'additional'],
    ['F', bitsOf(7), withTeacher, 'arrival'],
    ['T', bitsOf(3), {}, 'moved_away'],
    ['W', bitsOf(3, 7), withTeacher, 'arrival'],
    ['R', 0, { ...sameTeacher, new_rooms: ['R9'] }, 'room'],
    ['R', bitsOf(16), { ...sameTeacher, new_rooms: ['R9'] }, 'room'],
    ['S', bitsOf(1), withTeacher, 'changed'],
    ['B', bitsOf(17), noLesson, 'supervision'],
    ['B', bitsOf(17, 2), { ...noLesson, ...withTeacher }, 'supervision'],
    ['C', bitsOf(17, 0), noLesson, 'supervision'],
    ['T', bitsOf(17, 3), {}, 'supervision'],
    ['', bitsOf(17, 2), { ...noLesson, ...withTeacher }, 'supervision'],
    ['', 0, withTeacher, 'changed'],
    ['', 0, {}, 'changed'],
    ['', bitsOf(0), {}, 'cancelled'],
    ['E', 0, withTeacher, 'exam'],
    ['', 0, { ...withTeacher, ...noLesson }, 'additional'],
    ['', 0, { ...sameTeacher, new_rooms: ['R9'] }, 'room'],
    ['', 0, { ...sameTeacher, new_rooms: ['R1'] }, 'changed'],
    ['~', 0, withTeacher, 'changed'],
  ])('letter "%s", bits %i: %o is %s', (letter, bits, changes, meaning) => {
    expect(decide(letter, bits, changes)).toBe(meaning);
  });

  it('believes the letter where the bits are empty, and the bits where the letter is', () => {
    expect(decide('C', 0)).toBe('cancelled');
    expect(decide('', bitsOf(3))).toBe('moved_away');
    expect(decide('', bitsOf(7), withTeacher)).toBe('arrival');
    expect(decide('', bitsOf(17), noLesson)).toBe('supervision');
    expect(decide('L', 0)).toBe('released');
  });

  it('reads bit n as 2 to the power of n: 1048577 is cancelled and not to be printed', () => {
    expect(decide('', 1_048_577)).toBe('cancelled');
    expect(decide('', 1_048_576, withTeacher)).toBe('changed');
  });
});
