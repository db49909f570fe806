import { describe, expect, it } from 'vitest';
import { inOwnUnit, toOlderCss } from './older-css.ts';

const lowered = (css: string) => toOlderCss(css).replace(/\s+/g, ' ').trim();

describe('the styles of the elements for older engines', () => {
  it('name each choice of a list, as Chromium 87 knows no lists of selectors', () => {
    expect(lowered(':is(.a, .b) > :is(i, em)::before { color: red }')).toBe(
      '.a > i:before, .a > em:before, .b > i:before, .b > em:before { color: red; }',
    );
    expect(lowered('.a:not(.b, .c):hover, p { color: red }')).toBe('.a:not(.b):not(.c):hover, p { color: red; }');
    expect(lowered('.k .a:is(b, .c) { color: red }')).toBe('.k b.a, .k .a.c { color: red; }');
    expect(lowered(':where(.a, .b > i) { color: red }')).toBe('.a, .b > i { color: red; }');
  });

  it('have a colour instead of a mix, and the mix where it is known, with all that follows it', () => {
    expect(lowered('.a { top: 0; color: color-mix(in oklab, var(--x) 83%, var(--y)); margin: 0 }')).toBe(
      '.a { color: var(--x); margin: 0; top: 0; } @supports (color: color-mix(in oklab,red,red)) { .a { color: color-mix(in oklab, var(--x) 83%, var(--y)); margin: 0; } }',
    );
  });

  it('have two variables instead of a scheme, and refuse a scheme that cannot have them', () => {
    expect(lowered('.a { color: var(--x, light-dark(rgb(0 0 0), light-dark(red, var(--z)))) }')).toBe(
      '.a { color: var(--x, var(--k-day, #000)var(--k-night, var(--k-day, red)var(--k-night, var(--z)))); }',
    );
    expect(() => lowered('.a { color: light-dark(red, blue) }')).toThrow('older-css.ts');
  });

  it('ask for the window instead of a container, and have one transformation instead of three', () => {
    expect(lowered('@container (aspect-ratio < 1) { .a { top: 0 } }')).toBe(
      '@container (aspect-ratio < 1) { .a { top: 0; } } @supports not (container-type: size) { @media (orientation: portrait) { .a { top: 0; } } }',
    );
    expect(lowered('@container (max-width: 20px) { .a { top: 0 } }')).toMatch(
      / @supports not \(container-type: size\) \{ @media \(width <= 20px\) \{ \.a \{ top: 0; \} \} \}$/,
    );
    expect(lowered('@keyframes k { from { opacity: 0; translate: 1em 2px } }')).toBe(
      '@keyframes k { from { opacity: 0; transform: translate(1em, 2px); } }',
    );
    expect(lowered('.a { rotate: 45deg; scale: 1 -1; translate: -1px }')).toBe(
      '.a { transform: translate(-1px) rotate(45deg) scale(1, -1); }',
    );
    expect(() => lowered('.a { translate: var(--x) 0 }')).toThrow('older-css.ts');
  });

  it('have older sizes, and hide what they cannot clip', () => {
    expect(lowered('.a { overflow: clip; block-size: 100dvh; inline-size: min(2cqi, 3cqw) }')).toBe(
      '.a { block-size: 100vh; inline-size: min(2vmin, 3vw); overflow: hidden; }' +
        ' @supports (height: 1dvh) { .a { block-size: 100dvh; inline-size: min(2cqi, 3cqw); } }' +
        ' @supports (width: 1cqw) { .a { inline-size: min(2cqi, 3cqw); } }' +
        ' @supports (overflow: clip) { .a { block-size: 100dvh; inline-size: min(2cqi, 3cqw); overflow: clip; } }',
    );
  });

  it('are sized in the unit of the element, in pixels where a condition asks', () => {
    expect(inOwnUnit('@media (max-width: 30rem) { .a { margin: -0.5rem 1rem } }')).toBe(
      '@media (max-width: 480px) { .a { margin: calc(-0.5 * var(--k-rem)) calc(1 * var(--k-rem)) } }',
    );
  });
});
