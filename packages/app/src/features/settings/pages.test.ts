import { expect, it } from 'vitest';
import { toSettingsPages } from './pages.ts';

const self = { id: 7, type: 'TEACHER', school: { permissions: [] } } as unknown as Parameters<
  typeof toSettingsPages
>[0];
const film = { title: {} as never, url: 'https://films.example.org/1' };
const addresses = (brand: Partial<Parameters<typeof toSettingsPages>[1]> = {}) =>
  toSettingsPages(self, { two_factor: false, help_videos: true, videos: [film], ...brand }).map(({ href }) => href);

it('the settings offer profile, security, notifications, copyright, release notes, hint videos, accounts and deletion [P-2.75]', () => {
  const named = ['/settings/7', '/settings/security/7', '/settings/7/notifications', '/settings/copyright/7'];
  const others = ['/release-notes', '/settings/videos', '/users-select', '/settings/7/delete-account'];
  for (const href of [...named, ...others]) expect(addresses()).toContain(href);
});

it('hint videos have no entry where the branding has none or does without [P-1.13]', () => {
  expect(addresses({ videos: [] })).not.toContain('/settings/videos');
  expect(addresses({ help_videos: false })).not.toContain('/settings/videos');
});
