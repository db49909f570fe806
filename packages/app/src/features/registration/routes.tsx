import { useLocation } from 'react-router';
import type { FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

const WaitingBanner = late(async () => (await import('./managing-screens.ts')).WaitingBanner);

/** The pages about people and the way to them. */
const ABOUT_PEOPLE = /^\/(users|more\/administration|management\/[^/]+\/(users|activation-keys))$/;

function Waiting() {
  return ABOUT_PEOPLE.test(useLocation().pathname) && <WaitingBanner />;
}

/** Requests that wait for those who manage people (P-7.75). */
export const banners: FeatureBanner[] = [{ key: 'requests-waiting', needs: 'manage-users', Component: Waiting }];
