import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const CARD = 'main section:has(> div > button + button)';
const SELF = '**/v1/users/self';

/** As somebody sees it who has had the account for two weeks: that of the demo is from today. */
async function beAsked(page: Page): Promise<void> {
  await page.route(SELF, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, data: { ...json.data, asked_survey: 'satisfaction' } } });
  });
  await page.reload({ waitUntil: 'commit' });
  await page.locator(CARD).last().scrollIntoViewIfNeeded();
  // Other screens of the same profile are as they are.
  await page.unroute(SELF);
}

/** The question how well the product works: its card, and an answer that is not the best. */
export const QUESTION_SCREENS: readonly Screen[] = [
  { name: 'question-card', as: 'teacher', path: '/feed', prepare: beAsked },
  {
    name: 'question-why',
    as: 'teacher',
    path: '/feed',
    prepare: async (page) => {
      await beAsked(page);
      await page.locator(CARD).last().getByRole('button').first().click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('fieldset button').nth(3).click();
      await dialog.getByRole('textbox').fill('Am Montag früh dauert es lange, bis der Plan da ist.');
    },
  },
];
