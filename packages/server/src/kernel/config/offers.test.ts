import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { readOffers } from './offers.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../../examples/offers/offers.json');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-offers-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The first example, changed, as the only one of a file. */
async function write(values: Record<string, unknown>, more: object[] = []): Promise<string> {
  const [first] = await readOffers(EXAMPLE);
  const path = join(folder, 'offers.json');
  await writeFile(path, JSON.stringify([{ ...first, ...values }, ...more]));
  return path;
}
const problemsOf = (path: string) =>
  readOffers(path).then(
    () => [],
    (thrown: unknown) => (thrown as ConfigError).problems.map((problem) => problem.split(', ').slice(1).join(', ')),
  );

describe('the file with the offers of partners [P-3.36]', () => {
  it('is read with every field, as the example has them', async () => {
    const [atlas, books, ...more] = await readOffers(EXAMPLE);
    expect(more).toEqual([]);
    expect(atlas).toMatchObject({ title: 'Atlas für die Klasse', image: null, color: '#205090', icon: 'globe' });
    expect(atlas?.privacy_options).toEqual({
      needs_account: true,
      passes_data_on: false,
      leaves_europe: false,
      shows_advertising: false,
    });
    expect(books).toMatchObject({ subtitle: null, privacy_url: null, filters: { types: ['TEACHER', 'PARENT'] } });
  });

  it('has pictures beside it, which are made small and lose what the camera wrote', async () => {
    const shape = { width: 3000, height: 1000, channels: 3, background: '#205090' } as const;
    await sharp({ create: shape })
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toFile(join(folder, 'a b.jpg'));
    const [offer] = await readOffers(await write({ image: 'a b.jpg' }));
    const [, base64 = ''] = /^data:image\/webp;base64,(.+)$/.exec(offer?.image ?? '') ?? [];
    const found = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect([found.width, found.height, found.exif]).toEqual([1200, 400, undefined]);
  });

  it('is refused with the place of whatever is wrong in it', async () => {
    expect(await problemsOf(join(folder, 'none.json'))).toEqual([expect.stringContaining('ENOENT')]);
    await writeFile(join(folder, 'half.json'), '[{');
    expect(await problemsOf(join(folder, 'half.json'))).toEqual([expect.stringContaining('JSON')]);
    for (const [values, place] of [
      [{ title: '' }, '0.title'],
      [{ link_url: 'http://a.example' }, '0.link_url'],
      [{ link_url: 'javascript:alert(1)' }, '0.link_url'],
      [{ privacy_url: 'a' }, '0.privacy_url'],
      [{ color: 'red' }, '0.color'],
      [{ icon: 'star' }, '0.icon'],
      [{ image: '../secret.png' }, '0.image'],
      [{ image: 'a.svg' }, '0.image'],
      [{ filters: { types: ['STUDENT'], brandings: null, languages: null } }, '0.filters.types.0'],
      [{ privacy_options: {} }, '0.privacy_options.needs_account'],
      [{ price: 3 }, '0: there is no field price.'],
    ] as const)
      expect((await problemsOf(await write(values)))[0]).toContain(`.json: ${place}`);
    const [first] = await readOffers(EXAMPLE);
    expect(await problemsOf(await write({}, [first!]))).toEqual([expect.stringContaining('two offers are')]);
  });

  it('is refused with a picture that there is not, or that is none', async () => {
    expect(await problemsOf(await write({ image: 'gone.png' }))).toEqual([expect.stringContaining('gone.png cannot')]);
    await copyFile(EXAMPLE, join(folder, 'text.png'));
    expect(await problemsOf(await write({ image: 'text.png' }))).toEqual([expect.stringContaining('text.png cannot')]);
    await expect(readOffers(await write({ image: 'text.png' }))).rejects.toThrow(ConfigError);
  });
});
