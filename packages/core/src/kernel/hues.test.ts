import { describe, expect, it } from 'vitest';
import { HUES, toHue } from './hues.ts';

describe('hues of subjects', () => {
  it('are the twelve of the specification [T-3.95] [T-9.10]', () => {
    expect([...HUES].sort()).toEqual(
      'blue brown cyan green indigo orange pink purple red teal violet yellow'.split(' '),
    );
    for (const name of HUES) expect(toHue(name)).toBe(name);
  });

  it('take an imported colour by its place on the wheel, however pale or dark [T-3.95]', () => {
    const imported = {
      '#ff0000': 'red',
      '#ffb3b3': 'red',
      '#ffb380': 'orange',
      '#8b4513': 'brown',
      '#ffff66': 'yellow',
      '#90ee90': 'green',
      '#006400': 'green',
      '#40e0d0': 'teal',
      '#80c0ff': 'blue',
      '#6366f1': 'indigo',
      '#ff69b4': 'pink',
      '#dda0dd': 'purple',
    };
    for (const [color, hue] of Object.entries(imported)) expect(`${color} ${toHue(color)}`).toBe(`${color} ${hue}`);
  });

  it('are blue for none, for grey and for what is no colour [T-3.10]', () => {
    for (const color of [undefined, '', '#ffffff', '#000000', '#808080', 'magenta', '#12', 'red; x'])
      expect(toHue(color)).toBe('blue');
  });
});
