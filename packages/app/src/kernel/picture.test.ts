import { describe, expect, it } from 'vitest';
import { boxOf, fitInto, isRedrawn, toJpegName } from './picture.ts';

describe('a picture', () => {
  it('becomes smaller in its shape and never larger', () => {
    expect(fitInto({ width: 4000, height: 3000 }, 2560)).toEqual({ width: 2560, height: 1920 });
    expect(fitInto({ width: 3000, height: 4000 }, 2560)).toEqual({ width: 1920, height: 2560 });
    expect(fitInto({ width: 2560, height: 10 }, 2560)).toEqual({ width: 2560, height: 10 });
    expect(fitInto({ width: 30_000, height: 2 }, 2560)).toEqual({ width: 2560, height: 1 });
  });

  it('has a box in the list that is neither wide nor as thin as a line', () => {
    expect(boxOf({ width: 4000, height: 2000 })).toEqual({
      width: 320,
      height: 160,
      style: { aspectRatio: '320 / 160' },
    });
    expect(boxOf({ width: 10, height: 3000 })).toMatchObject({ width: 48, height: 320 });
    expect(boxOf({ width: 100, height: 100 })).toMatchObject({ width: 100, height: 100 });
  });

  it('loses its place unless it moves, and says that it is a JPEG then', () => {
    expect(['image/jpeg', 'image/heic', 'image/gif', 'application/pdf', ''].map((type) => isRedrawn({ type }))).toEqual(
      [true, true, false, false, false],
    );
    expect(['IMG_1.HEIC', 'Foto', 'a.b.png'].map(toJpegName)).toEqual(['IMG_1.jpg', 'Foto.jpg', 'a.b.jpg']);
  });
});
