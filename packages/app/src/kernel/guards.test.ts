import { describe, expect, it } from 'vitest';
import { toAddChildTarget, toSchoolTarget, toSignInTarget, toWantedPath } from './guards.ts';

describe('the guards', () => {
  it('lead from a protected page to the start without a token and keep branding [P-2.01]', () => {
    expect(toSignInTarget(false, '')).toBe('/');
    expect(toSignInTarget(false, '?branding=hafen&week=3')).toBe('/?branding=hafen');
    expect(toSignInTarget(false, '?branding=a%26b')).toBe('/?branding=a%26b');
    expect(toSignInTarget(true, '?branding=hafen')).toBeNull();
  });

  it('lead to the school selection without a school link [P-2.04]', () => {
    expect(toSchoolTarget(undefined, '?branding=hafen')).toBe('/select-school?branding=hafen');
    for (const slink of ['', 'Demo', 'a b', '../x', '-a']) expect(toSchoolTarget(slink, '')).toBe('/select-school');
    for (const slink of ['demo', 'demo2', 'a-b']) expect(toSchoolTarget(slink, '')).toBeNull();
  });

  it('go on to the wanted page after sign-in, else to the feed, never to another site [P-2.06]', () => {
    expect(toWantedPath(null)).toBe('/feed');
    expect(toWantedPath('/timetable?week=3')).toBe('/timetable?week=3');
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      'https://evil.example',
      'feed',
      '/a b',
    ])
      expect(toWantedPath(path)).toBe('/feed');
  });
});

it('a parent with a child that is not registered is sent to add it, from every page but those that have to stay open; nobody else is [P-2.08] [T-4.60]', () => {
  const target = (type: string, registered: boolean[], path: string) =>
    toAddChildTarget({ type, childs: registered.map((is_registered) => ({ is_registered })) }, path);
  const step = '/settings/add-child/activation-key';
  for (const path of ['/feed', '/timetable', '/settings/profile', '/settings/add-childish', '/more/help'])
    expect(target('PARENT', [true, false], path), path).toBe(step);
  for (const path of [step, '/settings/add-child/grade', '/settings/fill-user-details', '/help', '/users-select'])
    expect(target('PARENT', [false], path), path).toBeNull();
  expect(target('PARENT', [true, true], '/feed')).toBeNull();
  expect(target('PARENT', [], '/feed')).toBeNull();
  expect(target('STUDENT', [false], '/feed')).toBeNull();
});
