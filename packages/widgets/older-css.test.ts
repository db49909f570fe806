import { describe, expect, it } from 'vitest';
import { inOwnUnit, toOlderCss } from './older-css.ts';

const lowered = (css: string) => toOlderCss(css).replace(/\s+/g, ' ');

describe('the styles of the elements for older engines', () => {
  it('name each choice of a list, as Chromium 87 knows no lists of selectors', () => {
    expect(lowered(':is(.a, .b) > :is(i, em)::before { color: red }')).toBe(
      '.a > i::before,.a > em::before,.b > i::before,.b > em::before{color: red}',
    );
    expect(lowered('.a:not(.b, .c):hover, p { color: red }')).toBe('.a:not(.b):not(.c):hover,p{color: red}');
    expect(lowered('.k .a:is(b, .c) { color: red }')).toBe('.k b.a,.k .a.c{color: red}');
    expect(lowered(':where(.a, .b > i) { color: red }')).toBe('.a,.b > i{color: red}');
  });

  it('have a colour instead of a mix, and the mix where it is known, with all that follows it', () => {
    expect(lowered('.a { top: 0; color: color-mix(in oklab, var(--x) 83%, var(--y)); margin: 0 }')).toBe(
      '.a{top: 0;color: var(--x);margin: 0}@supports (color:color-mix(in oklab,red,red)){.a{color: color-mix(in oklab, var(--x) 83%, var(--y));margin: 0}}',
    );
    expect(lowered('.a { color: color-mix(in oklab, red 57%, #000) }')).toContain('.a{color: #000}');
    expect(lowered('.a { color: color-mix(in oklab, red 20%, transparent) }')).toContain('.a{color: red}');
  });

  it('have two variables in the place of a scheme, windows in that of containers, one transformation in that of three', () => {
    expect(lowered('.a { color: var(--x, light-dark(rgb(0 0 0), light-dark(a, b))) }')).toBe(
      '.a{color: var(--x, var(--k-day,rgb(0 0 0))var(--k-night,var(--k-day,a)var(--k-night,b)))}',
    );
    expect(lowered('@container (aspect-ratio < 1) { .a { top: 0 } }')).toBe(
      '@container (aspect-ratio < 1){.a{top: 0}}@supports not (container-type:size){@media (orientation:portrait){.a{top: 0}}}',
    );
    expect(lowered('@keyframes k { from { opacity: 0; translate: 1em 2px } }')).toBe(
      '@keyframes k{from{opacity: 0;transform:translate(1em,2px)}}',
    );
    expect(lowered('.a { rotate: 45deg; translate: -1px; overflow: clip; block-size: 100dvh }')).toBe(
      '.a{overflow: hidden;block-size: 100vh;transform:translate(-1px) rotate(45deg)}' +
        '@supports (height:1dvh){.a{block-size: 100dvh;transform:translate(-1px) rotate(45deg)}}' +
        '@supports (overflow:clip){.a{overflow: clip;block-size: 100dvh;transform:translate(-1px) rotate(45deg)}}',
    );
  });

  it('are sized in the unit of the element, in pixels where a condition asks', () => {
    expect(inOwnUnit('@media (max-width: 30rem) { .a { margin: -0.5rem 1rem } }')).toBe(
      '@media (max-width: 480px) { .a { margin: calc(-0.5 * var(--k-rem)) calc(1 * var(--k-rem)) } }',
    );
  });
});
