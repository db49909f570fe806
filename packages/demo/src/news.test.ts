import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoNews } from './news.ts';
import { demoDrawings, demoPictures, PICTURE_SIZE } from './pictures.ts';
import { demoSchool } from './school.ts';

const now = new Date('2026-11-18T05:00:00Z');
const { plan } = demoSchool(now);
const news = demoNews(plan, now);

describe('the news of the demo', () => {
  it('are at least a dozen, newest first, none from the future, each with several paragraphs', () => {
    expect(news.length).toBeGreaterThanOrEqual(12);
    const dates = news.map((item) => item.publish_at);
    expect([...dates].sort().reverse()).toEqual(dates);
    expect(dates.every((date) => Date.parse(date) < now.getTime())).toBe(true);
    expect(news.every((item) => (item.content.match(/<p>/g) ?? []).length >= 2)).toBe(true);
  });

  it('are public and internal, pinned and not, with and without a picture', () => {
    for (const flag of ['is_public', 'is_pinned', 'is_official'] as const) {
      expect(new Set(news.map((item) => item[flag]))).toEqual(new Set([true, false]));
    }
    expect(news.filter((item) => item.picture !== null).length).toBeGreaterThanOrEqual(6);
    expect(news.every((item) => (item.picture === null) === (item.alt === ''))).toBe(true);
  });

  it('are written by teachers of the school', () => {
    const codes = new Set(plan.teachers.map((teacher) => teacher.code));
    expect(news.every((item) => codes.has(item.author))).toBe(true);
  });

  it('move with the clock under the same keys', () => {
    const later = demoNews(plan, new Date('2026-11-25T05:00:00Z'));
    expect(later.map((item) => item.key)).toEqual(news.map((item) => item.key));
    expect(Date.parse(later[0]?.publish_at ?? '') - Date.parse(news[0]?.publish_at ?? '')).toBe(7 * 86_400_000);
  });
});

describe('the pictures of the demo', () => {
  it('are drawn the same on every run', () => {
    expect(demoDrawings()).toEqual(demoDrawings());
  });

  it('are small landscape pictures, one for each name that the news use', async () => {
    const pictures = await demoPictures();
    for (const item of news) if (item.picture !== null) expect(pictures.has(item.picture)).toBe(true);
    for (const [name, bytes] of pictures) {
      expect(bytes.length, name).toBeLessThan(60_000);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', ...PICTURE_SIZE });
    }
  });
});
