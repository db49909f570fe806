// features: news

import { describe, expect, it } from 'vitest';
import { globalChannelOf } from '../support/global-channel.ts';
import { holdLine } from '../support/hold-line.ts';
import { card, withNews } from '../support/news-flows.ts';

const { kreide, tokens, create } = withNews();

describe('what happens after a list was read and before the line stands', () => {
  // Each has words of its own: what a notification told before stays below the bell.
  it.each([
    ['/news', 'Hitzefrei'],
    ['/feed', 'Schneefrei'],
  ])('is on %s as soon as the line stands: new items, and those that are gone', async (path, title) => {
    await create('tess', { title: 'Wandertag' });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    const release = await holdLine(page);
    await page.goto(path);
    await page.getByText('Wandertag').first().waitFor();
    await create('tess', { title });
    expect(await page.getByText(title).count()).toBe(0);
    release();
    await page.getByText(title).first().waitFor();
    expect(app.problems).toEqual([]);
  });

  it('is on the page of a channel, and in a survey that somebody else answers', async () => {
    const { server, school } = kreide;
    const everybody = await globalChannelOf(server.test.database.kysely, school.id);
    const made = await server.request('POST', '/v1/channels/surveys', {
      token: tokens.tess,
      body: {
        is_anonymous: false,
        results_visibility: 'before',
        expires_at: null,
        questions: [
          { question: 'Wohin?', type: 'single', has_user_option: false, options: [{ name: 'Elbe' }, { name: 'Harz' }] },
        ],
      },
    });
    const survey_form_id = made.body.data.id;
    await create('tess', { title: 'Wandertag', survey_form_id });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    const release = await holdLine(page);
    await page.goto(`/channel/${everybody}/news`);
    await card(page, 'Wandertag').waitFor();
    await create('tess', { title: 'Hitzefrei' });
    const [question] = made.body.data.questions;
    const voted = await server.request('PUT', `/v1/channels/surveys/${survey_form_id}/vote`, {
      token: tokens.carla,
      body: { votes: [{ question_uuid: question.uuid, options: [question.options[0].id] }], new_option: [] },
    });
    expect(voted.status).toBe(200);
    const before = await card(page, 'Wandertag').innerText();
    release();
    await card(page, 'Hitzefrei').waitFor();
    await expect.poll(() => card(page, 'Wandertag').innerText()).not.toBe(before);
  });
});
