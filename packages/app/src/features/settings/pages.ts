import type { Brand } from '@kreide/core/features/branding';
import type { Self } from '@kreide/core/features/users';
import type { IconName } from '../../ui/Icon.tsx';

/** Keys of the texts `settings:pages.<key>`. */
export type SettingsPageKey =
  | ('profile' | 'security' | 'authenticator' | 'notifications' | 'family')
  | ('accounts' | 'copyright' | 'privacy' | 'data' | 'delete')
  | ('releases' | 'videos');

export interface SettingsPage {
  key: SettingsPageKey;
  icon: IconName;
  href: string;
}

/** The pages of the settings, in the order in which they are listed (P-2.75). */
export function toSettingsPages(
  { id, type, school }: Pick<Self, 'id' | 'type' | 'school'>,
  brand: Pick<Brand, 'two_factor' | 'help_videos' | 'videos'>,
): SettingsPage[] {
  const hasAuthenticator = brand.two_factor || school.permissions.includes('totp-2fa');
  const authenticator: SettingsPage = { key: 'authenticator', icon: 'clock', href: '/authenticator' };
  const family: SettingsPage = { key: 'family', icon: 'group', href: `/settings/${id}/family` };
  const hasVideos = brand.help_videos && brand.videos.length > 0;
  const videos: SettingsPage = { key: 'videos', icon: 'monitor', href: '/settings/videos' };
  return [
    { key: 'profile', icon: 'user', href: `/settings/${id}` },
    { key: 'security', icon: 'lock', href: `/settings/security/${id}` },
    ...(hasAuthenticator ? [authenticator] : []),
    { key: 'notifications', icon: 'bell', href: `/settings/${id}/notifications` },
    ...(type === 'PARENT' || type === 'STUDENT' ? [family] : []),
    { key: 'accounts', icon: 'list', href: '/users-select' },
    { key: 'copyright', icon: 'edit', href: `/settings/copyright/${id}` },
    { key: 'privacy', icon: 'eye', href: '/data-protection' },
    { key: 'data', icon: 'download', href: `/settings/${id}/personal-data` },
    { key: 'releases', icon: 'news', href: '/release-notes' },
    ...(hasVideos ? [videos] : []),
    { key: 'delete', icon: 'trash', href: `/settings/${id}/delete-account` },
  ];
}

/** Is this the page at the address? With `self` in the place of the number it is the same one. */
export const isPageAt = ({ href }: SettingsPage, path: string, id: number): boolean =>
  href === path.replace(/\/self(?=\/|$)/, `/${id}`);
