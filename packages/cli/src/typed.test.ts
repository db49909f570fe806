import { describe, expect, it } from 'vitest';
import { typeSecret } from './prompt.ts';
import { isReadableOnTheWay, toServer } from './server-address.ts';

describe('what people type', () => {
  it.each([
    ['kreide.example', 'https://kreide.example'],
    ['https://kreide.example/', 'https://kreide.example'],
    ['https://schule.example/kreide/v1/', 'https://schule.example/kreide'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['ftp://kreide.example', null],
    ['https://me:secret@kreide.example', null],
    ['', null],
  ])('reads %j as the server %j', (text, server) => expect(toServer(text)).toBe(server));

  it('knows which connections others can read', () => {
    expect(isReadableOnTheWay('http://kreide.example')).toBe(true);
    expect(isReadableOnTheWay('http://localhost:3000')).toBe(false);
    expect(isReadableOnTheWay('https://kreide.example')).toBe(false);
  });

  it('takes a hidden line with corrections [D-3.02]', () => {
    expect(typeSecret('', 'chä\u007flk\r')).toEqual({ line: 'chlk', end: 'done' });
    expect(typeSecret('old', '\u0015new')).toEqual({ line: 'new', end: null });
    expect(typeSecret('abc', '\u0003')).toEqual({ line: '', end: 'cancelled' });
  });
});
