import { describe, expect, it } from 'vitest';
import { toFloor } from './older-css.ts';

const floor = (css: string) => toFloor(css).replace(/\s+/g, ' ').trim();
const KNOWN = '@supports (color: color-mix(in oklab,red,red))';

describe('the styles of the app for the oldest engines', () => {
  it('have a colour instead of a mix, and the mix where it is known, with all that follows it', () => {
    expect(floor('.a { --i: color-mix(in oklab, var(--x) 83%, var(--y)); margin: 0 }')).toBe(
      `.a { --i: var(--x); margin: 0; } ${KNOWN} { .a { --i: color-mix(in oklab, var(--x) 83%, var(--y)); margin: 0; } }`,
    );
    const first = (value: string) => /--i: (.*?);/.exec(floor(`.a { --i: ${value} }`))?.[1];
    expect(first('color-mix(in oklab, var(--x), var(--y) 40%)')).toBe('var(--y)');
    expect(first('color-mix(in oklab, var(--x), var(--y) 39%)')).toBe('var(--x)');
    expect(first('color-mix(in oklab, var(--x) 26%, transparent)')).toBe('var(--x)');
    expect(first('1px color-mix(in oklab, color-mix(in oklab, var(--x), var(--z)) 30%, var(--y))')).toBe(
      '1px var(--y)',
    );
  });

  it('have it where the declaration is important, too', () => {
    expect(floor('.a { color: color-mix(in oklab, var(--x) 83%, var(--y)) !important }')).toMatch(
      /^\.a \{ color: var\(--x\) ?!important; \} @supports /,
    );
  });

  it('leave words legible on a ground that would have had a little of their own colour', () => {
    expect(floor('.a { background: color-mix(in oklab, currentColor 12%, transparent) }')).toMatch(
      /^\.a \{ background: (transparent|none); \}/,
    );
  });

  it('show the ring of a field at any focus where its kind cannot be asked', () => {
    expect(floor('@media print { .a:has(input:focus-visible) { outline: 0 } }')).toBe(
      '@media print { .a:has(input:focus-visible) { outline: 0; } @supports not selector(:has(*)) { .a:focus-within { outline: 0; } } }',
    );
    expect(floor('.a:has(> .b) { top: 0; } .c { float: inline-end; }')).toBe(
      '.a:has( > .b) { top: 0; } .c { float: right; }',
    );
  });
});
