import { describe, expect, it } from 'vitest';
import { type CardValue, toCard } from './card.ts';
import type { Entity, Lesson } from './schema.ts';
import { aLesson, aReference } from './timetable.fixtures.ts';

const unit = (id: number, shortcut: string, name: string | null = null) => ({ id, shortcut, name });
const write = (value: CardValue | null) =>
  value &&
  `${value.before === null ? '' : `${value.before}→`}${value.code}${value.isChanged ? '!' : ''} (${value.text})`;
const told = (lesson: Lesson, entity?: Entity, longest?: number) => {
  const { subject, place, people } = toCard(lesson, entity, longest);
  return [subject, place, people].map(write);
};

describe('a card', () => {
  it('says subject, room and who is looked for: teacher, class, or both [T-3.32]', () => {
    expect(told(aLesson(), 'users')).toEqual(['M (Mathematics)', '204 (204)', 'Brg (Ms Berg)']);
    expect(told(aLesson(), 'grades')).toEqual(told(aLesson(), 'courses'));
    expect(told(aLesson(), 'teachers')).toEqual(['M (Mathematics)', '204 (204)', '9b (9b)']);
    expect(told(aLesson(), 'bookables')).toEqual(['M (Mathematics)', '9b (9b)', 'Brg (Ms Berg)']);
    const two = aLesson({ teachers: [unit(1, 'Brg', 'Ms Berg'), unit(2, 'Krn', 'Mr Kern')] });
    expect(told(two, 'teachers')[2]).toBe('9b Brg, Krn (9b Ms Berg, Mr Kern)');
    expect(told(aLesson({ bookables: [], teachers: [] }))).toEqual(['M (Mathematics)', null, null]);
  });

  it('says old and new as codes wherever something changed, in any combination [T-3.31]', () => {
    const was = (more: Partial<Lesson>) => aLesson({ substituted_lessons: [aReference(more)] });
    expect(told(was({ bookables: [unit(3, 'A3')] }))).toEqual(['M (Mathematics)', 'A3→204! (204)', 'Brg (Ms Berg)']);
    expect(told(was({ teachers: [unit(3, 'Win')] }))[2]).toBe('Win→Brg! (Ms Berg)');
    expect(told(was({ subject: { ...unit(9, 'CH', 'Chemistry'), color: 'red' } }))[0]).toBe('CH→M! (Mathematics)');
    expect(told(was({ teachers: [] }))[2]).toBe('Brg! (Ms Berg)');
    const gone = { ...was({}), teachers: [], bookables: [] };
    expect(told(gone)).toEqual(['M (Mathematics)', '204→! ()', 'Brg→! ()']);
  });

  it('counts the classes, rooms or teachers for which a line has no room, and always names the first', () => {
    const grades = ['10a', '10b', '10c', '11a'].map((name, index) => unit(index, name));
    const of = (longest?: number) => told(aLesson({ grades }), 'teachers', longest)[2];
    expect(of()).toBe('10a, 10b, 10c, 11a (10a, 10b, 10c, 11a)');
    expect(of(18)).toBe(of());
    expect(of(17)).toBe('10a, 10b, 10c +1 (10a, 10b, 10c +1)');
    expect(of(11)).toBe('10a, 10b +2 (10a, 10b +2)');
    expect(of(10)).toBe('10a +3 (10a +3)');
    expect(of(1)).toBe('10a +3 (10a +3)');
    expect(told(aLesson(), 'teachers', 1)[2]).toBe('9b (9b)');
    const rooms = [unit(1, 'A305'), unit(2, 'A306')];
    const changed = aLesson({ bookables: rooms, substituted_lessons: [aReference({ bookables: [unit(3, 'B1')] })] });
    expect(told(changed, 'users', 6)[1]).toBe('B1→A305 +1! (A305 +1)');
  });

  it('says teachers by their last names where whole ones have no room, and rooms never by a part [T-3.32]', () => {
    const of = (longest: number, ...teachers: [string, string | null][]) =>
      told(aLesson({ teachers: teachers.map(([code, name], index) => unit(index, code, name)) }), 'users', longest)[2];
    expect(of(17, ['Frö', 'Dr. Inga Fröhling'])).toBe('Frö (Dr. Inga Fröhling)');
    expect(of(16, ['Frö', 'Dr. Inga Fröhling'])).toBe('Frö (Fröhling)');
    expect(of(1, ['Frö', 'Fröhling'], ['Bg X', null])).toBe('Frö +1 (Fröhling +1)');
    expect(of(11, ['Brg', 'Ms Berg'], ['Krn', 'Mr Kern'])).toBe('Brg, Krn (Berg, Kern)');
    expect(of(20, ['Brg', 'Ms Berg'], ['Krn', 'Mr Kern'])).toBe('Brg, Krn (Ms Berg, Mr Kern)');
    expect(of(3, ['Bg X', null])).toBe('Bg X (Bg X)');
    const hall = aLesson({ bookables: [unit(1, 'Turnhalle Nord 2')] });
    expect(told(hall, 'users', 11)[1]).toBe('Turnhalle Nord 2 (Turnhalle Nord 2)');
  });

  it('of another state than "changed" has no old values', () => {
    const lesson = aLesson({ kind: 'EVENT', substituted_lessons: [aReference({ bookables: [unit(3, 'A3')] })] });
    expect(told(lesson)).toEqual(told(aLesson()));
  });

  it('tells a teacher who takes a lesson in their plan', () => {
    const lesson = aLesson({ substituted_lessons: [aReference({ teachers: [unit(3, 'Win')] })] });
    expect(told(lesson, 'teachers')[2]).toBe('Win→9b Brg! (9b Ms Berg)');
  });
});
