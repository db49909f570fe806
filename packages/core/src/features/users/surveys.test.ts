import { describe, expect, it } from 'vitest';
import { USER_TYPES } from '../../kernel/abilities.ts';
import { type UserProperties, userProperties, userPropertiesDraft } from './properties.ts';
import { isContent, surveyProperty, surveyToAsk } from './surveys.ts';

const RESULT = 'users.surveys.satisfaction.result';
const HIDDEN = 'users.surveys.satisfaction.hidden';
const FEEDBACK = 'users.surveys.satisfaction.feedback';
const NOW = new Date('2026-11-18T09:00:00Z');
const person = { type: 'TEACHER' as const, created_at: '2026-11-04T09:00:00Z', properties: {} as UserProperties };
const ask = (change: Partial<Parameters<typeof surveyToAsk>[0]> = {}, isWanted = true) =>
  surveyToAsk({ ...person, ...change }, isWanted, NOW);

describe('the question how well the product works', () => {
  it('is put to grown-ups, to pupils never', () => {
    expect(USER_TYPES.filter((type) => ask({ type }) !== null)).toEqual(['PARENT', 'TEACHER', 'EMPLOYEE']);
  });

  it('waits until somebody has had the account for fourteen days', () => {
    expect(ask()).toBe('satisfaction');
    expect(ask({ created_at: '2026-11-04T09:00:00.001Z' })).toBeNull();
  });

  it('is put no more once it was answered or put away, nor where the school does not want it [T-3.72]', () => {
    expect(ask({ properties: { [HIDDEN]: '0' } })).toBe('satisfaction');
    expect(ask({ properties: { [HIDDEN]: '1' } })).toBeNull();
    expect(ask({ properties: { [RESULT]: '2' } })).toBeNull();
    expect(ask({}, false)).toBeNull();
  });
});

it('an answer of 4 or 5 is sent at once [T-4.30] [T-9.18]', () => {
  expect((['1', '2', '3', '4', '5'] as const).map(isContent)).toEqual([false, false, false, true, true]);
});

it('what becomes of a question has names of its own for each question, and only what there is to say [T-3.72]', () => {
  expect((['feedback', 'hidden', 'result'] as const).map((part) => surveyProperty('satisfaction', part))).toEqual([
    FEEDBACK,
    HIDDEN,
    RESULT,
  ]);
  const isTaken = (body: unknown) => userPropertiesDraft.safeParse(body).success;
  for (const result of ['1', '2', '3', '4', '5']) expect(isTaken({ [RESULT]: result }), result).toBe(true);
  for (const result of ['0', '6', '1.5', '', 3, null]) expect(isTaken({ [RESULT]: result }), `${result}`).toBe(false);
  for (const hidden of ['0', '1']) expect(isTaken({ [HIDDEN]: hidden })).toBe(true);
  for (const hidden of ['2', true]) expect(isTaken({ [HIDDEN]: hidden })).toBe(false);
  expect(isTaken({ [FEEDBACK]: 'x'.repeat(1000) })).toBe(true);
  expect(isTaken({ [FEEDBACK]: 'x'.repeat(1001) })).toBe(false);
  expect(isTaken({ [FEEDBACK]: 'a\0b' })).toBe(false);
  expect(isTaken({ 'users.surveys.other.result': '3' })).toBe(false);
  // The month is added by the server alone.
  expect(isTaken({ 'users.surveys.satisfaction.month': '2026-11' })).toBe(false);
  expect(userProperties.safeParse({ 'users.surveys.satisfaction.month': '2026-11' }).success).toBe(true);
});
