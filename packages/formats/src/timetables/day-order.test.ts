import { describe, expect, it } from 'vitest';
import { toPlanDays, toWeekdays } from './day-order.ts';

describe('the days of a plan', () => {
  it.each([
    ['German, short', 'Mo Di Mi Do Fr', '12345'],
    ['Dutch, whose letters mean other days elsewhere', 'Ma Di Wo Do Vr', '12345'],
    ['French', 'lundi mardi mercredi jeudi vendredi', '12345'],
    ['Portuguese, without the second word', 'Segunda Terça Quarta Quinta Sexta', '12345'],
    ['Ukrainian with another apostrophe', "Понеділок Вівторок Середа Четвер П'ятниця", '12345'],
    ['Arabic, from Sunday, with and without hamza', 'الأحد الإثنين الثلاثاء الاربعاء الخميس', '71234'],
    ['Hebrew, from Sunday', 'ראשון שני שלישי רביעי חמישי', '71234'],
    ['one odd name among days that follow each other', 'Montag Chortag Mittwoch', '123'],
  ])('are known by their names: %s', (_, names, days) => {
    expect(toWeekdays(names.split(' '))?.join('')).toBe(days);
  });

  it.each([
    ['letters', ['A', 'B', 'C']],
    ['numbers', ['1', '2', '3', '4', '5']],
    ['a cycle', ['Day 1', 'Day 2']],
    ['names of several languages that contradict each other', ['Ma', 'Di']],
    ['a day that stands twice', ['Mo', 'Mo']],
    ['two odd names', ['Montag', 'x', 'y']],
    ['two odd names among many days', ['Montag', 'x', 'y', 'Donnerstag', 'Freitag']],
    ['as many odd names as days', ['Montag', 'x']],
    ['halves of which one has another word', ['Mo früh', 'Mo spät', 'Di abends']],
    ['two weeks', ['Mo A', 'Di A', 'Mo B', 'Di B']],
  ])('are asked about: %s', (_, names) => {
    expect(toPlanDays(names)).toBeNull();
  });
});
