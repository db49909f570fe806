import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { madeFiles, surfaces } from '../../../scripts/widget-surface.ts';

describe('the surface of the elements that a page may use', () => {
  it('stands the same in manifest, types and docs: npm run generate [D-2.15] [D-2.06] [D-2.07]', async () => {
    for (const [path, text] of Object.entries(await madeFiles())) expect(await readFile(path, 'utf8'), path).toBe(text);
  });

  it('names the attributes that the specification asks for [D-2.01] [D-2.03]', () => {
    const attributesOf = (tag: string) => Object.keys(surfaces.find((one) => one.tag === tag)?.attributes ?? {});
    expect(attributesOf('kreide-timetable')).toEqual(
      expect.arrayContaining('api school entity entity-id view start-date locale branding token'.split(' ')),
    );
    expect(attributesOf('kreide-news')).toEqual(expect.arrayContaining('api school limit locale branding'.split(' ')));
  });
});
