import {
  chatPage,
  classChatPage,
  contentMovePage,
  endedConferencePage,
  joinConferencePage,
  reportsPage,
  startConferencePage,
  surveyPage,
} from './made-pages.ts';
import type { Screen } from './screen.ts';

/** Channels, chats and what belongs to them. */
export const TALKING_SCREENS: readonly Screen[] = [
  { name: 'chat', as: 'teacher', path: chatPage, ready: 'main [role="log"] article' },
  { name: 'chat-class', as: 'student', path: classChatPage, ready: 'main [role="log"] article' },
  { name: 'content-move', as: 'admin', path: contentMovePage, ready: 'main section button' },
  {
    name: 'chat-search',
    as: 'teacher',
    path: chatPage,
    ready: 'main [role="log"] article',
    prepare: async (page) => {
      await page.keyboard.press('Control+f');
      await page.locator('main search:not(:has([type=radio])) input').fill('freitag');
      await page.keyboard.press('Enter');
      await page.locator('main search ol button, main search h2').first().waitFor();
    },
  },
  {
    name: 'chat-date',
    as: 'teacher',
    path: chatPage,
    ready: 'main [role="log"] article',
    prepare: async (page) => {
      await page.locator('header button[aria-haspopup="true"]').first().click();
      await page.locator('[role=menuitem][data-key=date]').click();
      await page.getByRole('dialog').getByRole('spinbutton').first().waitFor();
    },
  },
  {
    name: 'message-reports',
    as: 'admin',
    path: reportsPage,
    ready: 'main section',
    prepare: async (page) => {
      await page.locator('main section button').first().click();
      await page.locator('main section ol').waitFor();
    },
  },
  { name: 'conference-start', as: 'teacher', path: startConferencePage, ready: 'main button' },
  { name: 'conference-lobby', as: 'teacher', path: joinConferencePage, ready: 'main h2' },
  { name: 'conference-over', as: 'teacher', path: endedConferencePage, ready: 'main form' },
  { name: 'survey', as: 'teacher', path: surveyPage, ready: 'main [role="log"] table' },
  {
    name: 'survey-create',
    as: 'teacher',
    path: chatPage,
    ready: 'main [role="log"] article',
    prepare: async (page) => {
      const plus = page.locator('main form button[aria-haspopup]');
      const tools = page.locator('main form button[aria-label]');
      await tools.first().waitFor();
      if ((await plus.count()) > 0) {
        await plus.click();
        await page.locator('[role=menuitem][data-key=survey]').click();
      } else await tools.nth(1).click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('Wann soll das Sommerfest stattfinden?');
    },
  },
  {
    name: 'survey-evaluation',
    as: 'teacher',
    path: surveyPage,
    ready: 'main [role="log"] table',
    prepare: async (page) => {
      await page.locator('main article:has(table) button:not([aria-label])').last().click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  { name: 'channels', as: 'teacher', path: '/channels' },
  { name: 'channels-type', as: 'teacher', path: '/channels/type' },
  { name: 'channels-creation', as: 'teacher', path: '/channels/creation/list' },
  { name: 'channels-person', as: 'teacher', path: '/channels/creation/person' },
  { name: 'channels-create', as: 'teacher', path: '/channels/create/start' },
  { name: 'lite-channels', as: 'student', path: '/lite-channels' },
];
