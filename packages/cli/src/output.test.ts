import { ApiError } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { EXIT, Failure, toEnding, wrongUse } from './failures.ts';
import { toPlain, toTable } from './output.ts';
import { isWorthLine, toBar } from './progress.ts';
import { createTexts } from './texts.ts';

const t = createTexts('en');
const ADDRESS = 'https://kreide.example';

describe('what is printed', () => {
  it('lines up columns whatever the script, and cannot be steered by file contents', () => {
    expect(
      toTable(
        [{ title: 'Fach' }, { title: 'n', align: 'right' }],
        [
          ['Übung', '3'],
          ['語', '12'],
        ],
      ),
    ).toBe('Fach    n\nÜbung   3\n語     12\n');
    expect(toPlain('a\u001b[2Jb\nc')).toBe('a [2Jb c');
  });

  it('draws a bar that fits, and writes a line a quarter where there is no terminal [D-3.03]', () => {
    expect(toBar('Sending', 0.5, 40)).toMatch(/^Sending {2}█+░+ {2}50 %$/);
    expect(toBar('Sending', 0.5, 40).length).toBeLessThanOrEqual(40);
    expect(toBar('A long label', 1, 14).length).toBeLessThanOrEqual(14);
    expect([isWorthLine(null, 0), isWorthLine(0, 0.2), isWorthLine(0.2, 0.26)]).toEqual([true, false, true]);
  });
});

describe('how it ends', () => {
  it('says address and innermost cause in one line [D-3.12]', () => {
    const inner = Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' });
    const cause = new TypeError('fetch failed', { cause: new AggregateError([inner]) });
    expect(toEnding(new ApiError({ code: 'unreachable', cause }), ADDRESS, t)).toEqual({
      text: `${ADDRESS} cannot be reached: connection refused (ECONNREFUSED)`,
      exitCode: EXIT.failed,
      error: { code: 'unreachable', file: null, message: expect.stringContaining(ADDRESS) },
    });
    const odd = new ApiError({ code: 'unreachable', cause: new TypeError('fetch failed') });
    expect(toEnding(odd, ADDRESS, t).text).toBe(`${ADDRESS} cannot be reached: fetch failed`);
    expect(toEnding(new ApiError({ code: 'timeout' }), ADDRESS, t).text).toBe(
      `${ADDRESS} cannot be reached: no answer`,
    );
  });

  it('keeps the sentences of the server, its wait and its issues [D-3.03]', () => {
    const error = new ApiError({
      code: 'messages_too_many',
      message: 'Too many messages.',
      retry_after: 30,
      issues: [{ path: 'body.grid', rule: 'max', message: 'too long' }],
    });
    expect(toEnding(error, ADDRESS, t).text).toBe('Too many messages. Try again in 30 seconds.\n  body.grid: too long');
    const said = new ApiError({ code: 'too_many', message: 'You can go on in 30 seconds.', retry_after: 30 });
    expect(toEnding(said, ADDRESS, t).text).toBe('You can go on in 30 seconds.');
  });

  it('has 2 for wrong use and 1 for the rest, and reveals nothing of what is unknown [D-3.03]', () => {
    expect(toEnding(wrongUse('x'), ADDRESS, t).exitCode).toBe(2);
    expect(toEnding(new Failure('x'), ADDRESS, t).exitCode).toBe(1);
    expect(toEnding(new Error('secret detail'), ADDRESS, t).text).not.toContain('secret');
  });
});
