import { describe, expect, it } from 'vitest';
import { isSameValue, joinProblems, toField, toProblems } from './form-state.ts';

describe('the values of a form', () => {
  it('are alike by what is in plain objects and lists, and by identity in everything else', () => {
    expect(isSameValue({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
    expect(isSameValue({ a: [1] }, { a: [1, 2] })).toBe(false);
    expect(isSameValue({ a: 1, b: undefined }, { a: 1, c: undefined })).toBe(false);
    expect(isSameValue([], {})).toBe(false);
    const file = new Blob(['a']);
    expect(isSameValue({ file }, { file })).toBe(true);
    expect(isSameValue({ file }, { file: new Blob(['a']) })).toBe(false);
  });
});

describe('what the server finds wrong', () => {
  it('stands at the field that its path leads to, whole, by its first word, or by its last', () => {
    expect(toField('body.title', ['title'])).toBe('title');
    expect(toField('body.users.3', ['title', 'users'])).toBe('users');
    expect(toField('body.account.password', ['user', 'password'])).toBe('password');
    expect(toField('body.account.password', ['account', 'account.password'])).toBe('account.password');
    expect(toField('body.token', ['title'])).toBeNull();
    const [issue] = toProblems([{ path: 'body.title', rule: 'required', message: 'A title, please.' }], ['title']);
    expect(issue).toEqual({ field: 'title', text: 'A title, please.' });
  });

  it('gives way to what the rules find at the same field', () => {
    const issues = [
      { field: 'title', text: 'server' },
      { field: 'text', text: 'server' },
      { field: null, text: 'server' },
    ];
    expect(joinProblems([{ field: 'title', text: 'rule' }], issues)).toEqual([
      { field: 'title', text: 'rule' },
      { field: 'text', text: 'server' },
      { field: null, text: 'server' },
    ]);
  });
});
